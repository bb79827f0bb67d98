package fold

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// round is the four turns in which something that was asked stands.
type round struct {
	turn rules.Seat // whose turn it was when it was asked
}

// ends reports whether a turn that went from before to after ended the round
// (G4.1): it came back to the seat whose turn it was then, or went past it
// because that seat is out. An action that leaves the turn where it is ends it
// only if all others had to pass.
func (r round) ends(before, after rules.Seat, passed int) bool {
	if before == after {
		return passed > 0
	}
	for s := before.Next(); ; s = s.Next() {
		switch s {
		case r.turn:
			return true
		case after:
			return false
		}
	}
}

// DrawOffer is a draw offer that stands. It does not change: what follows is a new
// one.
type DrawOffer struct {
	table.OfferView
	round
}

// Complete reports whether everybody who still plays agrees.
func (o *DrawOffer) Complete(inPlay rules.Seats) bool { return inPlay&^o.Accepted == 0 }

func applyOffered(s *State, e table.Event) error {
	s.Offer = &DrawOffer{
		OfferView: table.OfferView{By: *e.Player, Accepted: s.HeldBy(e.Player.ID)},
		round:     round{s.Game.Position.Turn},
	}
	return nil
}

func applyAccepted(s *State, e table.Event) error {
	if s.Offer == nil {
		return table.Refuse(table.NoDrawOffer)
	}
	next := *s.Offer
	next.Accepted |= s.HeldBy(e.Player.ID)
	s.Offer = &next
	return nil
}

func applyDeclined(s *State, _ table.Event) error {
	if s.Offer == nil {
		return table.Refuse(table.NoDrawOffer)
	}
	s.Offer = nil
	return nil
}
