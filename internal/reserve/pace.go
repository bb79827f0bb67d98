package reserve

import (
	"time"

	"golang.org/x/time/rate"
)

// Pace limits the rate at which the input of a session is read.
type Pace struct {
	Held bool        // whether the session must wait for the timer Wait before it reads more input
	Wait *time.Timer // the session must stop this timer when it ends

	limiter *rate.Limiter
}

// NewPace returns a [Pace] that allows perSecond inputs per second.
func NewPace(perSecond int) *Pace {
	return &Pace{Wait: time.NewTimer(0), limiter: rate.NewLimiter(rate.Limit(perSecond), perSecond)}
}

// Count counts n inputs. If they exceed the limit, it sets Held and starts the timer Wait.
func (p *Pace) Count(now time.Time, n int) {
	var delay time.Duration
	for most := p.limiter.Burst(); n > 0; n -= most { // one reservation holds at most that many tokens
		delay = p.limiter.ReserveN(now, min(n, most)).DelayFrom(now)
	}
	if delay > 0 {
		p.Held = true
		p.Wait.Reset(delay)
	}
}
