// Package clocktest provides clocks that tests can set.
package clocktest

import (
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
)

// Wall is a system's clock that a test sets forward and back. Its zero value shows the
// time of time.Now, which testing/synctest virtualises.
type Wall struct{ offset atomic.Int64 }

// Step sets the clock forward, or back if the duration is negative. To a [clock.Clock], a
// step forward looks like a suspended machine.
func (w *Wall) Step(by time.Duration) { w.offset.Add(int64(by)) }

// Now returns the time that the clock shows.
func (w *Wall) Now() time.Time { return time.Now().Add(time.Duration(w.offset.Load())).Round(0) }

// At returns a clock whose wall clock and steady clock both show the time that a function
// returns.
func At(now func() time.Time) *clock.Clock {
	return clock.New(clock.Config{Wall: now, Steady: func() time.Time { return now().Round(0) }})
}
