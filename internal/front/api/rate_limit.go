package api

import (
	"time"

	"golang.org/x/time/rate"
)

// rateLimit limits the requests of a session. While the session is above the limit, its
// input is not read.
type rateLimit struct {
	cost    int // cost of the requests since the last call of rateLimit.count
	limiter *rate.Limiter
	waiting bool
	timer   *time.Timer
}

func newRateLimit() rateLimit {
	return rateLimit{limiter: rate.NewLimiter(perSecond, perSecond), timer: time.NewTimer(0)}
}

// count charges the limiter for the requests since the last call.
func (l *rateLimit) count(now time.Time) {
	var delay time.Duration
	for ; l.cost > 0; l.cost -= min(l.cost, perSecond) { // one call of ReserveN can reserve at most perSecond tokens
		delay = l.limiter.ReserveN(now, min(l.cost, perSecond)).DelayFrom(now)
	}
	if delay > 0 {
		l.waiting = true
		l.timer.Reset(delay)
	}
}
