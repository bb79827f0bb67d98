package limit

import (
	"time"

	"quadrille/internal/config"
)

// penalty is the sum of the costs of an address's violations. Each cost is a duration, and
// the sum decreases as time passes. An address whose sum exceeds the threshold is refused
// until the sum is 0.
type penalty struct {
	owedUntil time.Time // when the address's sum of costs will have fallen to 0
	refused   bool
}

// add adds a cost. It reports whether the address is refused now and was not refused
// before.
func (p *penalty) add(now time.Time, cost time.Duration, penalties *config.Penalties) (refused bool) {
	already := p.remaining(now) > 0
	if p.owedUntil.Before(now) {
		p.owedUntil = now
	}
	p.owedUntil = p.owedUntil.Add(cost)
	if latest := now.Add(penalties.Max); p.owedUntil.After(latest) {
		p.owedUntil = latest
	}
	p.refused = already || p.owedUntil.Sub(now) > penalties.Threshold
	return p.refused && !already
}

// remaining returns how long the address will still be refused, or 0 if it is not refused.
func (p *penalty) remaining(now time.Time) time.Duration {
	if p.refused && !p.owedUntil.After(now) {
		p.refused = false
	}
	if !p.refused {
		return 0
	}
	return p.owedUntil.Sub(now)
}
