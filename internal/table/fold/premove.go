package fold

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Premove is an action to be played when a seat's turn comes. The table stores premoves, so
// that every session of the player shows them.
type Premove struct {
	Action  rules.Action // the zero action if the seat has no premove
	Dropped bool         // whether the premove was dropped because it was illegal when the turn came; shown until the seat acts
}

func (p Premove) Set() bool { return p.Action.Type != 0 && !p.Dropped }

func applyPremoved(s *State, e table.Event) error {
	a, err := rules.ParsePlain(s.Variant.Facts(), *e.Seat, e.Action)
	if err != nil {
		return err
	}
	s.Premoves[*e.Seat] = Premove{Action: a}
	return nil
}

func applyPremoveCancelled(s *State, e table.Event) error {
	if s.Premoves[*e.Seat].Action.Type == 0 {
		return fmt.Errorf("seat %d has no premove", *e.Seat)
	}
	s.Premoves[*e.Seat] = Premove{}
	return nil
}

func applyPremoveDropped(s *State, e table.Event) error {
	if !s.Premoves[*e.Seat].Set() {
		return fmt.Errorf("seat %d has no premove", *e.Seat)
	}
	s.Premoves[*e.Seat].Dropped = true
	s.noteSeat(table.PremoveDrop, *e.Seat)
	return nil
}
