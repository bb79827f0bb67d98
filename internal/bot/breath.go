package bot

import (
	"runtime"
	"time"
)

// A worker of the pool gives the processor back in the middle of a thought: a key
// that comes meanwhile must not wait for the thought's end, nor for the ten
// milliseconds after which Go would interrupt it.
const (
	spell  = 4 * time.Millisecond // at a stretch
	breath = time.Millisecond     // between two of them
)

// breaths is how a worker takes them.
type breaths struct {
	began time.Time     // the spell
	taken time.Duration // in this thought
	pause func(time.Duration)
}

func (b *breaths) start() { b.began, b.taken = time.Now(), 0 }

// newWorkersSearcher is a searcher that takes them.
func newWorkersSearcher(b *breaths) *Searcher {
	s := NewSearcher(poolBits)
	s.breathe = b.breathe
	return s
}

// breathe is called often. Whoever waits for this processor goes first.
func (b *breaths) breathe() {
	runtime.Gosched()
	if time.Since(b.began) < spell {
		return
	}
	stopped := time.Now()
	b.pause(breath)
	b.began = time.Now()
	b.taken += b.began.Sub(stopped)
}
