package receiver

import (
	"time"

	"golang.org/x/time/rate"
)

// Pace bounds the input of a session.
type Pace struct {
	Held bool        // no input may be read until Wait fires
	Wait *time.Timer // the owner stops it

	limiter   *rate.Limiter
	perSecond int
}

// NewPace returns a pace for so many inputs a second.
func NewPace(perSecond int) *Pace {
	return &Pace{Wait: time.NewTimer(0), limiter: rate.NewLimiter(rate.Limit(perSecond), perSecond), perSecond: perSecond}
}

// Count counts inputs. Over the limit, it holds further input for a while.
func (p *Pace) Count(now time.Time, n int) {
	if delay := p.limiter.ReserveN(now, min(n, p.perSecond)).DelayFrom(now); delay > 0 {
		p.Held = true
		p.Wait.Reset(delay)
	}
}
