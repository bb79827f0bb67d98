package fold

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Proposals is who proposed that their team resign (G5).
type Proposals struct {
	Seats rules.Seats
	asked [rules.SeatCount]round
}

// after drops what lapsed with an action: it stands for a round, like a draw
// offer, and as long as its author plays.
func (r *Proposals) after(before, now *rules.Position, passed int) {
	for seat := range r.Seats.All() {
		if now.State[seat] == rules.Eliminated || r.asked[seat].ends(before.Turn, now.Turn, passed) {
			r.Seats = r.Seats.Without(seat)
		}
	}
}

// MayResign reports whether a seat's resignation needs nobody's consent, or has
// it: each partner proposed it too, is the same person, is out and has no say
// (one in checkmate has), or nobody sits there, or others may (G5).
func (s *State) MayResign(seat rules.Seat) bool {
	for partner := range (s.Game.Position.InPlay() & s.Partners(seat)).All() {
		who := s.Seats.List[partner].Player.ID
		if who != "" && !s.Seats.List[partner].Vacant && who != s.Seats.List[seat].Player.ID && !s.Resigning.Seats.Has(partner) {
			return false
		}
	}
	return true
}

func (s *State) Partners(seat rules.Seat) rules.Seats {
	var set rules.Seats
	for other := range rules.Seat(rules.SeatCount) {
		if s.Variant.Facts().Partners(seat, other) {
			set = set.With(other)
		}
	}
	return set
}

// ProposalsFor are those that stand in a seat's team.
func (s *State) ProposalsFor(seat rules.Seat) rules.Seats {
	return s.Resigning.Seats & s.Partners(seat).With(seat)
}

func applyProposed(s *State, e table.Event) error {
	if s.MayResign(*e.Seat) || s.Game.Position.State[*e.Seat] == rules.Eliminated || s.Resigning.Seats.Has(*e.Seat) {
		return fmt.Errorf("seat %d has nothing to propose", *e.Seat)
	}
	s.Resigning.Seats = s.Resigning.Seats.With(*e.Seat)
	s.Resigning.asked[*e.Seat] = round{s.Game.Position.Turn}
	return nil
}

func applyRejected(s *State, e table.Event) error {
	if s.ProposalsFor(*e.Seat) == 0 {
		return fmt.Errorf("seat %d has nothing to reject", *e.Seat)
	}
	s.Resigning.Seats &^= s.ProposalsFor(*e.Seat)
	return nil
}
