package limit

import (
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/config"
)

// Bucket is a token bucket. The zero value is full. Callers pass the current rate to each
// method; when the rate changes, the bucket is full again.
type Bucket struct{ limiter *rate.Limiter }

// Take takes n tokens and returns 0. If there are fewer than n, it takes none and returns
// how long to wait for them.
func (b *Bucket) Take(now time.Time, p config.Rate, n int) (wait time.Duration) {
	b.adjust(p)
	if n > p.Burst {
		return max(time.Duration(n-p.Burst)*p.Every, 1)
	}
	if b.limiter.AllowN(now, n) {
		return 0
	}
	return max(b.wait(now, p, n), 1)
}

// Reserve takes n tokens, even if there are fewer, and returns how long to wait until there would
// have been enough.
func (b *Bucket) Reserve(now time.Time, p config.Rate, n int) (wait time.Duration) {
	b.adjust(p)
	return b.limiter.ReserveN(now, min(n, p.Burst)).DelayFrom(now)
}

// Wait returns how long to wait until there is a token. It takes no token.
func (b *Bucket) Wait(now time.Time, p config.Rate) time.Duration {
	if b.limiter == nil {
		return 0
	}
	b.adjust(p)
	return b.wait(now, p, 1)
}

// Return puts n tokens back into the bucket.
func (b *Bucket) Return(now time.Time, p config.Rate, n int) {
	if b.limiter != nil {
		b.adjust(p)
		b.limiter.ReserveN(now, -n)
	}
}

// wait returns how long to wait until there are n tokens.
func (b *Bucket) wait(now time.Time, p config.Rate, n int) time.Duration {
	missing := float64(n) - b.limiter.TokensAt(now)
	if missing <= 0 {
		return 0
	}
	return time.Duration(missing * float64(p.Every))
}

// adjust makes p the rate of the limiter. If the limiter had another rate, the bucket is
// full again.
func (b *Bucket) adjust(p config.Rate) {
	limit := rate.Every(p.Every)
	if b.limiter == nil || b.limiter.Limit() != limit || b.limiter.Burst() != p.Burst {
		b.limiter = rate.NewLimiter(limit, p.Burst)
	}
}

// full returns the time at which the bucket will be full again.
func (b *Bucket) full(now time.Time) time.Time {
	if b.limiter == nil {
		return time.Time{}
	}
	missing := float64(b.limiter.Burst()) - b.limiter.TokensAt(now)
	return now.Add(time.Duration(missing / float64(b.limiter.Limit()) * float64(time.Second)))
}
