package limit

import (
	"time"

	"quadrille/internal/config"
)

// penalty is what an address owes for violations: time, which passes.
type penalty struct {
	owed    time.Time // until then
	refused bool      // until nothing is owed
}

// add adds to the penalty and reports whether the address is refused from now on
// and was not before.
func (p *penalty) add(now time.Time, more time.Duration, terms *config.Penalties) (refused bool) {
	already := p.left(now) > 0
	if p.owed.Before(now) {
		p.owed = now
	}
	p.owed = p.owed.Add(more)
	if most := now.Add(terms.Max); p.owed.After(most) {
		p.owed = most
	}
	p.refused = already || p.owed.Sub(now) > terms.Threshold
	return p.refused && !already
}

// left returns how long the address is still refused.
func (p *penalty) left(now time.Time) time.Duration {
	if p.refused && !p.owed.After(now) {
		p.refused = false
	}
	if !p.refused {
		return 0
	}
	return p.owed.Sub(now)
}
