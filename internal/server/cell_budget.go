package server

import (
	"runtime/debug"
	"sync"
	"time"
)

// cellBudget bounds the cells of all screens together. A screen costs about 25
// bytes a cell.
//
// Screens of up to smallScreen are always granted: their number is bounded by
// that of the sessions. Larger ones are cut down to mediumScreen when half of the
// budget is used, so that a few terminals of a huge size leave room for usual
// ones, and to smallScreen when all of it is.
type cellBudget struct {
	mu   sync.Mutex
	used int
	peak int       // of used since memory was last given back
	next time.Time // when memory may be given back again
}

var (
	smallScreen  = size{80, 24}
	mediumScreen = size{200, 60}
)

func (s size) cells() int { return s.width * s.height }

// within returns the part of s that fits on another screen.
func (s size) within(other size) size {
	return size{min(s.width, other.width), min(s.height, other.height)}
}

// grant replaces a screen of held cells by one of the wanted size, or of a smaller
// one if there is no room, and returns its size.
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
	// muchFreed is how many cells less than at the peak are worth a collection of
	// garbage: 50 MB.
	muchFreed = 2_000_000
	// freeEvery is the time between two.
	freeEvery = time.Minute
	// freeAfter is how long the sessions of screens that were released have to end.
	freeAfter = 5 * time.Second
)

// release gives held cells back. If many are free now, it returns when memory is
// to go back to the operating system, otherwise 0.
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

// releaseCells is called when a channel is gone. The runtime would return memory
// to the operating system too, but only minutes later.
func (s *Server) releaseCells(held int) {
	if after := s.screenCells.release(held, time.Now()); after > 0 {
		time.AfterFunc(after, func() { s.recoverPanic("free memory", debug.FreeOSMemory, func() {}) })
	}
}
