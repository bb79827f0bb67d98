package reserve

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Buckets holds a token bucket for each key. All have the same rate and size. Buckets that are full
// are forgotten from time to time, so that memory is used only for keys that have lately taken tokens.
type Buckets[K comparable] struct {
	limit rate.Limit
	burst int

	mu    sync.Mutex
	all   map[K]*rate.Limiter
	swept int // number of buckets that the last sweep has left
}

// NewBuckets returns full buckets; see [rate.NewLimiter].
func NewBuckets[K comparable](limit rate.Limit, burst int) *Buckets[K] {
	return &Buckets[K]{limit: limit, burst: burst, all: map[K]*rate.Limiter{}}
}

// Take takes n tokens and returns 0. If there are fewer, it takes none and returns how long to wait
// for them.
func (b *Buckets[K]) Take(key K, n int, now time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wait = b.wait(key, n, now); wait == 0 {
		b.spend(key, n, now)
	}
	return wait
}

// Wait returns how long to wait until there are n tokens, or all if the bucket is smaller. It takes
// none.
func (b *Buckets[K]) Wait(key K, n int, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wait(key, n, now)
}

// Spend takes n tokens, or all if the bucket is smaller, even if there are fewer. It puts tokens back
// if n is negative.
func (b *Buckets[K]) Spend(key K, n int, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spend(key, n, now)
}

func (b *Buckets[K]) wait(key K, n int, now time.Time) time.Duration {
	l := b.all[key]
	if l == nil {
		return 0
	}
	missing := float64(min(n, b.burst)) - l.TokensAt(now)
	return max(0, time.Duration(missing/float64(b.limit)*float64(time.Second)))
}

func (b *Buckets[K]) spend(key K, n int, now time.Time) {
	l := b.all[key]
	if l == nil {
		if len(b.all) > 2*b.swept+100 {
			maps.DeleteFunc(b.all, func(_ K, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(b.burst) })
			b.swept = len(b.all)
		}
		l = rate.NewLimiter(b.limit, b.burst)
		b.all[key] = l
	}
	l.ReserveN(now, min(n, b.burst))
}
