package bot

import (
	"runtime"
	"time"

	"quadrille/internal/clock"
)

// A worker yields the processor regularly during a search. Without this, a key press
// would wait for the end of the search, or for the ten milliseconds after which the Go
// scheduler preempts a goroutine.
const (
	workSlice = 4 * time.Millisecond // working time between two pauses
	workPause = time.Millisecond     // shortest pause
	busyPause = 5 * workSlice        // pause of a background search while something else takes a processor
)

// yielder pauses a worker regularly during a search.
type yielder struct {
	began  time.Time     // when the search started or last continued after a pause
	paused time.Duration // total of all pauses of this search
	length time.Duration // length of a pause
	busy   func() bool   // if not nil and true, the pause has the length busyPause
	pause  func(time.Duration)
}

// newYielder returns a yielder whose pauses have the given length and end when the pool is
// closed.
func newYielder(p *Pool, length time.Duration) *yielder {
	return &yielder{began: clock.Steady(), length: length, pause: p.pause}
}

func (b *yielder) start() { b.began, b.paused = clock.Steady(), 0 }

// yield lets other goroutines run, and pauses if the search has worked for workSlice since the
// last pause. The search calls it often.
func (b *yielder) yield() {
	runtime.Gosched()
	if clock.Steady().Sub(b.began) < workSlice {
		return
	}
	stopped := clock.Steady()
	if b.busy != nil && b.busy() {
		b.pause(max(b.length, busyPause))
	} else {
		b.pause(b.length)
	}
	b.began = clock.Steady()
	b.paused += b.began.Sub(stopped)
}
