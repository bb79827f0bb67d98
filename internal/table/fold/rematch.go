package fold

import (
	"fmt"

	"quadrille/internal/table"
)

func applyRematchAsked(s *State, e table.Event) error {
	held := s.HeldBy(e.Player.ID)
	if held == 0 || e.Action != table.SeatsKept && e.Action != table.SeatsOnward {
		return fmt.Errorf("%q %q by who cannot", e.Kind, e.Action)
	}
	next := table.RematchView{Onward: e.Action == table.SeatsOnward, Agreed: held}
	if s.Rematch.Asked != nil && s.Rematch.Asked.Onward == next.Onward {
		next.Agreed |= s.Rematch.Asked.Agreed
	}
	s.Rematch.Asked = &next
	return nil
}

func applyRematchDeclined(s *State, e table.Event) error {
	if s.Rematch.Asked == nil {
		return fmt.Errorf("%q of nothing", e.Kind)
	}
	next := *s.Rematch.Asked
	if next.Agreed &^= s.HeldBy(e.Player.ID); next.Agreed == 0 {
		s.Rematch.Asked = nil
	} else {
		s.Rematch.Asked = &next
	}
	return nil
}

func applyFollowed(s *State, e table.Event) error {
	if e.Table <= 0 || s.Rematch.Next != 0 {
		return fmt.Errorf("table %d follows table %d", e.Table, s.Rematch.Next)
	}
	s.Rematch.Next = e.Table
	return nil
}

// RematchAgreed reports whether everybody who played wants a rematch that is not made
// yet.
func (s *State) RematchAgreed() bool {
	r := &s.Rematch
	taken := s.SeatsWhere(func(s *Seat) bool { return s.Player.ID != "" })
	return s.Phase == table.Finished && r.Asked != nil && r.Next == 0 && taken&^r.Asked.Agreed == 0
}
