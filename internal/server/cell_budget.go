package server

import (
	"runtime/debug"
	"sync"
	"time"
)

// cellBudget limits the total number of cells of all screens. A screen needs about 25 bytes
// for each cell.
//
// The budget always grants screens up to smallScreen, because the number of sessions limits
// them. When half of the budget is used, it reduces larger screens to mediumScreen, so that
// a few huge terminals leave room for terminals of usual sizes. When all of it is used, it
// reduces them to smallScreen.
type cellBudget struct {
	mu   sync.Mutex
	used int
	peak int       // the maximum of used since memory was last freed
	next time.Time // memory must not be freed again before this time
}

var (
	smallScreen  = size{80, 24}
	mediumScreen = size{200, 60}
)

func (s size) cells() int { return s.width * s.height }

// within returns s, reduced to the size other where s is larger.
func (s size) within(other size) size {
	return size{min(s.width, other.width), min(s.height, other.height)}
}

// grant returns the size of the screen that a channel may have, and takes its cells from the
// budget. It is the wanted size, or a smaller one if too much of the budget is used.
// grant first returns the held cells of the channel's previous screen to the budget.
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
	// muchFreed is the number of cells that must have been released since the peak before
	// memory is freed. They use 50 MB.
	muchFreed = 2_000_000
	// freeEvery is the minimum time between two calls of debug.FreeOSMemory.
	freeEvery = time.Minute
	// freeAfter gives sessions time to end after their screens are released.
	freeAfter = 5 * time.Second
)

// release returns the held cells to the budget. If many cells have been released since the
// peak, it returns how long to wait before freeing memory, otherwise 0.
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

// releaseCells releases the cells of a closed channel. If many cells are free, it returns
// memory to the operating system: the runtime would do so only minutes later.
func (s *Server) releaseCells(held int) {
	if after := s.screenCells.release(held, time.Now()); after > 0 {
		time.AfterFunc(after, func() { s.recoverPanic("free memory", debug.FreeOSMemory, func() {}) })
	}
}
