package receiver

import (
	"time"

	"golang.org/x/time/rate"
)

// Pace limits the rate of a session's input.
type Pace struct {
	Held bool        // no input may be read until Wait fires
	Wait *time.Timer // the owner must stop this timer at the end

	limiter   *rate.Limiter
	perSecond int
}

// NewPace returns a pace that allows perSecond inputs a second.
func NewPace(perSecond int) *Pace {
	return &Pace{Wait: time.NewTimer(0), limiter: rate.NewLimiter(rate.Limit(perSecond), perSecond), perSecond: perSecond}
}

// Count counts inputs. When the limit is exceeded, it sets Held for a while.
func (p *Pace) Count(now time.Time, n int) {
	if delay := p.limiter.ReserveN(now, min(n, p.perSecond)).DelayFrom(now); delay > 0 {
		p.Held = true
		p.Wait.Reset(delay)
	}
}
