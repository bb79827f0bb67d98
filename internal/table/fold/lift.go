package fold

import (
	"fmt"
	"slices"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Bound reports whether an action is forbidden because the player touched another piece,
// which must move. Resignations and draw claims are always allowed.
func (s *State) Bound(a rules.Action) bool {
	return s.Game.Lifted != rules.NoSquare && a.IsBoardAction() && a.From != s.Game.Lifted
}

// CanMove reports whether the piece on a square has a legal move.
func (s *State) CanMove(sq rules.Square) bool {
	return sq != rules.NoSquare && slices.ContainsFunc(s.Variant.Legal(&s.Game.Position, nil), func(a rules.Action) bool {
		return a.From == sq
	})
}

func applyLifted(s *State, e table.Event) error {
	sq, _ := s.Variant.Facts().Geometry.Square(e.Action)
	if !s.Terms.Touch || s.Game.Lifted != rules.NoSquare || *e.Seat != s.Actor() || !s.CanMove(sq) {
		return fmt.Errorf("seat %d cannot lift a piece on %q", *e.Seat, e.Action)
	}
	s.Game.Lifted = sq
	return nil
}
