package fold

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Proposals holds the seats that propose that their team resign, while their proposals are
// open (G5).
type Proposals struct {
	Seats rules.Seats
	since [rules.SeatCount]round // for each seat, the round of turns during which its proposal stays open
}

// after updates the proposals to resign after an action. Like a draw offer, a proposal ends
// after one round of turns. It also ends when its seat is eliminated.
func (r *Proposals) after(before, now *rules.Position, passed int) {
	for seat := range r.Seats.All() {
		if !now.State[seat].MayAct() || r.since[seat].ends(before.Turn, now.Turn, passed) {
			r.Seats = r.Seats.Without(seat)
		}
	}
}

// MayResign reports whether a seat can resign now (G5). Each partner, even one in checkmate,
// must also have proposed to resign, unless the partner's seat is eliminated, empty or vacant,
// or belongs to the same player.
func (s *State) MayResign(seat rules.Seat) bool {
	for partner := range (s.Game.Position.MayAct() & s.Partners(seat)).All() {
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

// ProposalsFor returns the seats in a seat's team that propose to resign.
func (s *State) ProposalsFor(seat rules.Seat) rules.Seats {
	return s.Resigning.Seats & s.Partners(seat).With(seat)
}

func applyResignationProposed(s *State, e table.Event) error {
	if s.MayResign(*e.Seat) || !s.Game.Position.State[*e.Seat].MayAct() || s.Resigning.Seats.Has(*e.Seat) {
		return fmt.Errorf("seat %d cannot propose to resign", *e.Seat)
	}
	s.Resigning.Seats = s.Resigning.Seats.With(*e.Seat)
	s.Resigning.since[*e.Seat] = round{s.Game.Position.Turn}
	s.note(table.Notable{Kind: table.ResignOffer, Seat: *e.Seat, By: s.Seats.List[*e.Seat].Player, BySeat: rules.NoSeat})
	return nil
}

func applyResignationRejected(s *State, e table.Event) error {
	if s.ProposalsFor(*e.Seat) == 0 {
		return fmt.Errorf("seat %d rejects a resignation that nobody in its team has proposed", *e.Seat)
	}
	kind := table.ResignDecline
	if s.ProposalsFor(*e.Seat) == rules.Seats(0).With(*e.Seat) {
		kind = table.ResignWithdraw
	}
	s.note(table.Notable{Kind: kind, Seat: *e.Seat, By: s.Seats.List[*e.Seat].Player, BySeat: rules.NoSeat})
	s.Resigning.Seats &^= s.ProposalsFor(*e.Seat)
	return nil
}
