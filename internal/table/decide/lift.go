package decide

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

func checkLift(d *Decision, a table.Command) error {
	switch {
	case !d.State.Terms.Touch:
		return table.Refuse(table.NoTouch)
	case d.State.Vote.Adjourned:
		return table.Refuse(table.IsAdjourned)
	}
	_, err := d.atTurn(a)
	switch {
	case err != nil:
		return err
	case d.State.Game.Lifted != rules.NoSquare && d.State.Game.Lifted == a.Square:
		return nil
	case d.State.Game.Lifted != rules.NoSquare:
		return d.mustMoveLifted()
	case !d.State.CanMove(a.Square):
		return table.Refuse(table.CannotLift)
	}
	return nil
}

// liftPiece touches a piece, which must then move (V25).
func liftPiece(d *Decision, a table.Command) error {
	seat, err := d.atTurn(a)
	if err != nil || d.State.Game.Lifted == a.Square {
		return err
	}
	if err := d.resumeClock(seat); err != nil {
		return err
	}
	return d.emit(table.Event{Kind: table.Lifted, Seat: &seat, Action: d.State.Variant.Facts().Geometry.Name(a.Square)})
}

func (d *Decision) mustMoveLifted() error {
	g := &d.State.Game
	return table.MustMoveLifted.Refuse(rules.DescribePiece(d.State.Variant.Facts(), g.Position.Board[g.Lifted], g.Lifted))
}
