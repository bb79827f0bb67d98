package share

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBudgets is the number of budgets above which those that are full are forgotten.
const maxBudgets = 10_000

// budgets limits the work of accounts or addresses. A budget may be exceeded: it must then be
// positive again before further work is allowed.
type budgets[K comparable] struct {
	burst, rate int // at once, and per second

	mu  sync.Mutex
	all map[K]*rate.Limiter
}

// of returns the budget of k. The caller holds the lock.
func (b *budgets[K]) of(k K, now time.Time) *rate.Limiter {
	if l := b.all[k]; l != nil {
		return l
	}
	if b.all == nil {
		b.all = map[K]*rate.Limiter{}
	}
	if len(b.all) >= maxBudgets {
		maps.DeleteFunc(b.all, func(_ K, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(b.burst) })
	}
	l := rate.NewLimiter(rate.Limit(b.rate), b.burst)
	b.all[k] = l
	return l
}

// wait returns how long k must wait until its budget suffices for the given amount of work.
func (b *budgets[K]) wait(k K, work int64, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	missing := float64(min(work, int64(b.burst))) - b.of(k, now).TokensAt(now)
	return max(0, time.Duration(missing/float64(b.rate)*float64(time.Second)))
}

// spend counts work of k.
func (b *budgets[K]) spend(k K, work int64, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(k, now).ReserveN(now, int(min(work, int64(b.burst))))
}
