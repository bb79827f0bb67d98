package fold

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

func applyRematchOffered(s *State, e table.Event) error {
	held := s.HeldBy(e.Player.ID)
	if held == 0 || e.Action != table.SeatsSame && e.Action != table.SeatsRotated {
		return fmt.Errorf("event %q: its player has no seat, or %q is not a kind of rematch", e.Kind, e.Action)
	}
	next, kind := table.RematchView{Rotate: e.Action == table.SeatsRotated, Accepted: held}, table.RematchOffer
	if s.Rematch.Offer != nil && s.Rematch.Offer.Rotate == next.Rotate {
		next.Accepted |= s.Rematch.Offer.Accepted
		kind = table.RematchAccept
	}
	s.note(table.Notable{Kind: kind, Seat: held.First(), By: *e.Player, BySeat: rules.NoSeat, Rotate: next.Rotate})
	s.Rematch.Offer = &next
	return nil
}

func applyRematchDeclined(s *State, e table.Event) error {
	if s.Rematch.Offer == nil {
		return fmt.Errorf("event %q needs an open rematch offer, but there is none", e.Kind)
	}
	next, held := *s.Rematch.Offer, s.HeldBy(e.Player.ID)
	kind, left := table.RematchDecline, rules.Seats(0)
	if next.Accepted&held != 0 {
		kind, left = table.RematchWithdraw, next.Accepted&^held
	}
	s.noteBy(kind, *e.Player)
	if next.Accepted, s.Rematch.Offer = left, nil; left != 0 {
		s.Rematch.Offer = &next
	}
	return nil
}

func applyRematchOpened(s *State, e table.Event) error {
	if e.Table <= 0 || s.Rematch.Next != 0 {
		return fmt.Errorf("table %d cannot be the rematch; the rematch is table %d", e.Table, s.Rematch.Next)
	}
	s.Rematch.Next = e.Table
	s.note(table.Notable{Kind: table.RematchOpen, Seat: rules.NoSeat, BySeat: rules.NoSeat, Table: e.Table})
	return nil
}

// RematchAccepted reports whether all players have accepted a rematch whose table is not
// open yet.
func (s *State) RematchAccepted() bool {
	r := &s.Rematch
	taken := s.SeatsWhere(func(s *Seat) bool { return s.Player.ID != "" })
	return s.Phase == table.Finished && r.Offer != nil && r.Next == 0 && taken&^r.Offer.Accepted == 0
}
