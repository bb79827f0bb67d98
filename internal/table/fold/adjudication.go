package fold

import (
	"fmt"
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
)

// applyAdjudicated folds a decision from above.
func applyAdjudicated(s *State, e table.Event) error {
	s.Adjudication = &table.AdjudicationView{By: *e.Player, Reason: e.Text}
	if e.Action == table.NoResult {
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
		return fmt.Errorf("adjudicated to %q, which cannot be", e.Action)
	}
	return nil
}

// mayClose reports whether a table can be closed as it stands.
func (s *State) mayClose() bool {
	return s.Phase == table.Waiting || s.Over() || s.Adjudication != nil || !s.allGone().IsZero()
}
