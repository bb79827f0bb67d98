package server

import (
	"runtime/debug"
	"sync"
	"time"
)

// cellBudget limits the total number of cells of all screens. A screen needs about 25 bytes
// a cell.
//
// Screens up to smallScreen are always granted, because the number of sessions limits them.
// When half of the budget is used, larger screens are reduced to mediumScreen, so that a few
// huge terminals leave room for usual ones. When all of it is used, they are reduced to
// smallScreen.
type cellBudget struct {
	mu   sync.Mutex
	used int
	peak int       // the maximum of used since memory was last freed
	next time.Time // when memory may be freed again
}

var (
	smallScreen  = size{80, 24}
	mediumScreen = size{200, 60}
)

func (s size) cells() int { return s.width * s.height }

// within returns s limited to the size of another screen.
func (s size) within(other size) size {
	return size{min(s.width, other.width), min(s.height, other.height)}
}

// grant takes a screen of the wanted size out of the budget, or of a smaller size if the
// budget is used up, and returns that size. held is the number of cells of the channel's old
// screen, which it releases.
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
	// muchFreed is how far the used cells must be below their peak before memory is freed.
	// These cells need 50 MB.
	muchFreed = 2_000_000
	// freeEvery is the least time between two garbage collections.
	freeEvery = time.Minute
	// freeAfter leaves the sessions of released screens time to end.
	freeAfter = 5 * time.Second
)

// release returns held cells to the budget. If many cells are free now, it returns how long
// to wait before memory is returned to the operating system, otherwise 0.
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

// releaseCells releases the cells of a closed channel. It returns memory to the
// operating system, which the runtime does only minutes later.
func (s *Server) releaseCells(held int) {
	if after := s.screenCells.release(held, time.Now()); after > 0 {
		time.AfterFunc(after, func() { s.recoverPanic("free memory", debug.FreeOSMemory, func() {}) })
	}
}
