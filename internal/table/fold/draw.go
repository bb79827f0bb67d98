package fold

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// round is the period of at most four turns during which a draw offer stays open.
type round struct {
	turn rules.Seat // the seat to move at the time of the offer
}

// ends reports whether the round is over (G4.1) after an action: whether the turn has come
// back to the seat at which the round began, or has skipped it. The seat `before` was to
// move before the action, and the seat `after` is to move now. The number of seats that had
// to pass in between is `passed`.
func (r round) ends(before, after rules.Seat, passed int) bool {
	if before == after {
		return passed > 0 // the same seat is to move again: the round is over if all other seats had to pass
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

// DrawOffer is an open draw offer. Views share it, so it is never modified, only replaced.
type DrawOffer struct {
	table.OfferView
	round
}

// Complete reports whether all players still in the game have accepted the offer.
func (o *DrawOffer) Complete(inPlay rules.Seats) bool { return inPlay&^o.Accepted == 0 }

func applyDrawOffered(s *State, e table.Event) error {
	s.Offer = &DrawOffer{
		OfferView: table.OfferView{By: *e.Player, Accepted: s.HeldBy(e.Player.ID)},
		round:     round{s.Game.Position.Turn},
	}
	s.noteBy(table.DrawOffer, *e.Player)
	return nil
}

func applyDrawAccepted(s *State, e table.Event) error {
	if s.Offer == nil {
		return table.Refuse(table.NoDrawOffer)
	}
	next := *s.Offer
	next.Accepted |= s.HeldBy(e.Player.ID)
	s.Offer = &next
	s.noteBy(table.DrawAccept, *e.Player)
	return nil
}

func applyDrawDeclined(s *State, e table.Event) error {
	if s.Offer == nil {
		return table.Refuse(table.NoDrawOffer)
	}
	s.noteAnswer(table.DrawDecline, table.DrawWithdraw, *e.Player, s.Offer.By)
	s.Offer = nil
	return nil
}
