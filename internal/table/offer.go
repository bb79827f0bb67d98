package table

import "quadrille/rules"

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

// offer is a draw offer that stands. It does not change: what follows is a new
// one.
type offer struct {
	OfferView
	round
}

// complete reports whether everybody who still plays agrees.
func (o *offer) complete(inPlay rules.Seats) bool { return inPlay&^o.Accepted == 0 }

func (s *state) offered(e Event) error {
	s.offer = &offer{
		OfferView: OfferView{By: *e.Player, Accepted: s.heldBy(e.Player.ID)},
		round:     round{s.game.Position.Turn},
	}
	return nil
}

func (s *state) accepted(e Event) error {
	if s.offer == nil {
		return refuse(NoOffer)
	}
	next := *s.offer
	next.Accepted |= s.heldBy(e.Player.ID)
	s.offer = &next
	return nil
}

func (s *state) declined(Event) error {
	if s.offer == nil {
		return refuse(NoOffer)
	}
	s.offer = nil
	return nil
}
