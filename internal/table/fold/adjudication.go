package fold

import (
	"fmt"
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
)

// applyAdjudicated ends the game with the result that a moderator gave.
func applyAdjudicated(s *State, e table.Event) error {
	s.Adjudication = &table.AdjudicationView{By: *e.Player, Reason: e.Text}
	if e.Action == table.NoResult {
		s.noteAdjudication(0)
		return nil
	}
	var to rules.Seats
	for _, word := range strings.Fields(e.Action) {
		seat, ok := s.Variant.Facts().Seat(word)
		if !ok {
			return fmt.Errorf("adjudicated to %q", word)
		}
		to = to.With(seat)
	}
	if s.Phase != table.Playing || !s.Game.Adjudicate(to) {
		return fmt.Errorf("cannot set the result of the game to %q", e.Action)
	}
	s.noteAdjudication(to)
	s.noteEnd(rules.NoSeat)
	return nil
}

// mayClose reports whether the table can be closed in its present state.
func (s *State) mayClose() bool {
	return s.Phase == table.Waiting || s.Over() || s.Adjudication != nil || s.Fairness.Aborted != nil || !s.allAwaySince().IsZero()
}
