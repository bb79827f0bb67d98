package fold

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Premove is what a seat wants to play when its turn comes. It is the table's,
// not a session's: its owner finds it from every connection.
type Premove struct {
	Action  rules.Action // without a verb if there is none
	Dropped bool         // it was not legal when the turn came; shown until the seat acts
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

func applyRecalled(s *State, e table.Event) error {
	if s.Premoves[*e.Seat].Action.Type == 0 {
		return fmt.Errorf("seat %d has no premove", *e.Seat)
	}
	s.Premoves[*e.Seat] = Premove{}
	return nil
}

func applyDropped(s *State, e table.Event) error {
	if !s.Premoves[*e.Seat].Set() {
		return fmt.Errorf("seat %d has no premove", *e.Seat)
	}
	s.Premoves[*e.Seat].Dropped = true
	return nil
}
