package server

import "time"

// penance is what an address owes for misdeeds: time, which passes.
type penance struct {
	owed   time.Time // until then
	barred bool      // refused until nothing is owed
}

// owe adds to it and reports whether the address is refused from now on, and was
// not before.
func (p *penance) owe(now time.Time, more time.Duration, terms *Penalties) (barred bool) {
	already := p.left(now) > 0
	if p.owed.Before(now) {
		p.owed = now
	}
	p.owed = p.owed.Add(more)
	if most := now.Add(terms.Max); p.owed.After(most) {
		p.owed = most
	}
	p.barred = already || p.owed.Sub(now) > terms.Threshold
	return p.barred && !already
}

// left is how long the address is still refused.
func (p *penance) left(now time.Time) time.Duration {
	if p.barred && !p.owed.After(now) {
		p.barred = false
	}
	if !p.barred {
		return 0
	}
	return p.owed.Sub(now)
}
