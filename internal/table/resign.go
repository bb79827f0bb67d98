package table

import (
	"fmt"

	"quadrille/rules"
)

// resigning is who proposed that their team resign (G5).
type resigning struct {
	seats rules.Seats
	asked [rules.SeatCount]round
}

// after drops what lapsed with an action: it stands for a round, like a draw
// offer, and as long as its author plays.
func (r *resigning) after(before, now *rules.Position, passed int) {
	for seat := range members(r.seats) {
		if now.State[seat] == rules.Out || r.asked[seat].ends(before.Turn, now.Turn, passed) {
			r.seats = r.seats.Without(seat)
		}
	}
}

// mayResign reports whether a seat's resignation needs nobody's consent, or has
// it: each partner proposed it too, is the same person, is out and has no say
// (one in checkmate has), or nobody sits there, or others may (G5).
func (s *state) mayResign(seat rules.Seat) bool {
	for partner := range members(s.game.Position.InPlay() & s.partners(seat)) {
		who := s.seats[partner].player.ID
		if who != "" && !s.seats[partner].vacant && who != s.seats[seat].player.ID && !s.resigning.seats.Has(partner) {
			return false
		}
	}
	return true
}

func (s *state) partners(seat rules.Seat) rules.Seats {
	var set rules.Seats
	for other := range rules.Seat(rules.SeatCount) {
		if s.variant.Facts().Partners(seat, other) {
			set = set.With(other)
		}
	}
	return set
}

// resign is also possible out of turn. Where a partner has a say it is a
// proposal, and his own resignation agrees to it (G5).
func (d *draft) resign(a Act, held rules.Seats) error {
	seat := a.Action.Seat
	switch {
	case !held.Has(seat):
		return d.notYours(seat, held)
	case d.game.Position.State[seat] == rules.Out:
		return outOf(d.variant, d.moves, seat)
	}
	if err := d.game.Check(a.Action); err != nil {
		return err
	}
	switch {
	case d.mayResign(seat):
		return d.act(seat, a)
	case d.resigning.seats.Has(seat):
		return nil
	}
	return d.emit(Event{Kind: Proposed, Seat: &seat})
}

// playOn rejects that a team of the player's resign, or takes it back. Who is
// out has no say.
func (d *draft) playOn(a Act) error {
	held, err := d.playing(a.By)
	if err != nil {
		return err
	}
	err = refuse(NoProposal)
	for seat := range members(held & d.game.Position.InPlay()) {
		if d.proposals(seat) == 0 {
			continue
		}
		if err = d.emit(Event{Kind: Rejected, Seat: &seat}); err != nil {
			return err
		}
	}
	return err
}

// concede resigns for a seat whose proposal has nobody left to agree to it: its
// partner went out.
func (d *draft) concede() error {
	for seat := range members(d.resigning.seats) {
		if d.over() || !d.mayResign(seat) {
			continue
		}
		resign := rules.Action{Verb: rules.Resign, Seat: seat}
		if err := d.emit(Event{Kind: Acted, Seat: &seat, Action: rules.Plain(d.variant.Facts(), d.actor(), resign)}); err != nil {
			return err
		}
	}
	return nil
}

// proposals are those that stand in a seat's team.
func (s *state) proposals(seat rules.Seat) rules.Seats {
	return s.resigning.seats & s.partners(seat).With(seat)
}

func (s *state) propose(e Event) error {
	if s.mayResign(*e.Seat) || s.game.Position.State[*e.Seat] == rules.Out || s.resigning.seats.Has(*e.Seat) {
		return fmt.Errorf("seat %d has nothing to propose", *e.Seat)
	}
	s.resigning.seats = s.resigning.seats.With(*e.Seat)
	s.resigning.asked[*e.Seat] = round{s.game.Position.Turn}
	return nil
}

func (s *state) reject(e Event) error {
	if s.proposals(*e.Seat) == 0 {
		return fmt.Errorf("seat %d has nothing to reject", *e.Seat)
	}
	s.resigning.seats &^= s.proposals(*e.Seat)
	return nil
}
