package server

import (
	"runtime/debug"
	"sync"
	"time"

	"quadrille/internal/clock"
)

// cellBudget limits the total number of cells of all screens. A screen needs about 25 bytes
// for each cell.
//
// A screen up to the size smallScreen is always granted, because the number of sessions is
// limited anyway. When half of the budget is used, larger screens are reduced to
// mediumScreen, so that a few huge terminals leave room for terminals of usual sizes. When
// all of the budget is used, larger screens are reduced to smallScreen.
type cellBudget struct {
	mu   sync.Mutex
	used int
	peak int       // the maximum number of used screen cells since memory was last returned to the operating system
	next time.Time // the earliest time at which memory may be returned to the operating system again
}

var (
	smallScreen  = size{80, 24}
	mediumScreen = size{200, 60}
)

func (s size) cells() int { return s.width * s.height }

// within returns the smaller of the two widths and the smaller of the two heights.
func (s size) within(other size) size {
	return size{min(s.width, other.width), min(s.height, other.height)}
}

// grant gives the `held` cells of the channel's previous screen back to the budget and
// takes the cells of a new screen from it. It returns the size of the new screen: the
// wanted size, or a smaller one if too much of the budget is used.
func (b *cellBudget) grant(held int, wanted size, limit int) size {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= held
	granted := wanted
	if b.used+granted.cells() > limit/2 {
		granted = wanted.within(mediumScreen)
	}
	if b.used+granted.cells() > limit {
		granted = wanted.within(smallScreen)
	}
	b.used += granted.cells()
	b.peak = max(b.peak, b.used)
	return granted
}

const (
	// muchFreed is how far the number of used cells must have fallen below its peak before
	// memory is returned to the operating system. It corresponds to 50 MB.
	muchFreed = 2_000_000
	// freeEvery is the minimum time between two calls of debug.FreeOSMemory.
	freeEvery = time.Minute
	// freeAfter is the minimum time between the closing of a screen and the return of its
	// memory to the operating system, so that the session of the screen can end first.
	freeAfter = 5 * time.Second
)

// release puts `held` cells back into the budget. If many cells have become free, it returns
// the time after which the caller must return memory to the operating system. Otherwise it
// returns 0, and the caller must not do so.
func (b *cellBudget) release(held int, now time.Time) (after time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= held
	if b.peak-b.used < muchFreed {
		return 0
	}
	after = max(freeAfter, b.next.Sub(now))
	b.peak, b.next = b.used, now.Add(after+freeEvery)
	return after
}

// releaseCells releases the screen cells of a closed channel. If many cells have become free,
// it returns memory to the operating system, because the runtime would take minutes to do so.
func (s *Server) releaseCells(held int) {
	if after := s.screenCells.release(held, clock.Steady()); after > 0 {
		time.AfterFunc(after, func() { s.recoverPanic("free memory", debug.FreeOSMemory, func() {}) })
	}
}
