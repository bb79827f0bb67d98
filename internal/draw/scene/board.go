package scene

import (
	"quadrille/internal/draw/board"
	"quadrille/internal/table"
	"quadrille/rules"
)

// bare returns the board without the marks for the last move, for check and so on.
func (s *Scene) bare() board.View {
	v := board.View{
		Variant: s.View.Variant, Position: &s.Shown.Position,
		Turned: s.Turned, Size: s.Size, Theme: s.Styles.Theme, Pieces: s.Pieces,
	}
	Shorten(&v, s.Height)
	return v
}

// Board returns the board with the marks that all viewers see: the last move, the better move
// that the analysis found, kings in check, and the piece that must move because it was touched.
func (s *Scene) Board() *board.View {
	bare := s.bare()
	v := &bare
	for i := s.At - 1; i >= 0; i-- {
		if a := s.View.Moves[i].Action; a.IsBoardAction() {
			MarkPath(v, a, board.Last)
			break
		}
	}
	if best, found := s.better(); found {
		MarkPath(v, best, board.Best)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		king := s.Shown.King[seat]
		if king == rules.NoSquare {
			continue
		}
		if s.Shown.Check.Has(seat) {
			v.Marks[king] |= board.Check
		}
		if s.Shown.Mated.Has(seat) {
			v.Marks[king] |= board.Mated
		}
	}
	if s.View.Phase == table.Playing && !s.Back && s.View.Lifted != rules.NoSquare {
		v.Marks[s.View.Lifted] |= board.Lifted
	}
	return v
}

// MarkPath marks the origin and the destination of an action.
func MarkPath(v *board.View, a rules.Action, mark board.Mark) {
	for _, sq := range [...]rules.Square{a.From, a.To} {
		if sq != rules.NoSquare {
			v.Marks[sq] |= mark
		}
	}
}
