package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// The signs of how a man stands, beside him.
const (
	inertSign    = "*" // his army is in checkmate and may be released
	nobodysSign  = "-" // he fights no more: nobody moves him
	barredSign   = "=" // he may not move again in this double move
	reversedSign = "<" // a pawn that travels backward
)

// stand is how a man stands.
type stand struct {
	active       bool // he fights
	sign         string
	ink, signInk assets.Shade
}

// stand tells how a man stands. Those of a seat that is out or frozen, and those
// of nobody, do not fight: they have their own ink, and small letters. Who moves
// the men of another army is told by the sign of his own.
func (p *painter) stand(s *square) stand {
	b, mover := &p.view.Theme.Board, p.view.Variant.Controller(p.view.Position, s.at)
	army := p.view.armyShade(s.man.Army())
	switch {
	case mover >= rules.SeatCount, p.view.Position.State[mover] == rules.Eliminated:
		return stand{false, nobodysSign, b.Static, b.Static}
	case p.view.Position.State[mover] == rules.Frozen:
		return stand{false, inertSign, b.Frozen, b.Frozen}
	case s.man.Barred():
		return stand{true, barredSign, army, b.Barred}
	case s.man.Reversed():
		return stand{true, reversedSign, army, army}
	}
	if side := p.facts.SeatArmy(mover); side != s.man.Army() {
		return stand{true, p.signs[side], army, p.view.armyShade(side)}
	}
	return stand{active: true, ink: army}
}
