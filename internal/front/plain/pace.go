package plain

import (
	"time"

	"golang.org/x/time/rate"
)

// pace limits the rate at which the input of a session is read.
type pace struct {
	Held bool        // whether the session must wait for the timer Wait before it reads more input
	Wait *time.Timer // the session must stop this timer when it ends

	limiter   *rate.Limiter
	perSecond int
}

// newPace returns a [pace] that allows perSecond inputs per second.
func newPace(perSecond int) *pace {
	return &pace{Wait: time.NewTimer(0), limiter: rate.NewLimiter(rate.Limit(perSecond), perSecond), perSecond: perSecond}
}

// count counts n inputs. If they exceed the limit, it sets Held and starts the timer Wait.
func (p *pace) count(now time.Time, n int) {
	if delay := p.limiter.ReserveN(now, min(n, p.perSecond)).DelayFrom(now); delay > 0 {
		p.Held = true
		p.Wait.Reset(delay)
	}
}
