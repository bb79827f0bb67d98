package decide

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// liftPiece handles a command to touch a piece. The touched piece must then move (V25).
func liftPiece(d *Decision, a table.Command) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case !d.State.Terms.Touch:
		return table.Refuse(table.NoTouch)
	case d.State.Vote.Adjourned:
		return table.Refuse(table.IsAdjourned)
	}
	seat, err := d.atTurn(a, held)
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
	if err := d.resumeClock(seat); err != nil {
		return err
	}
	return d.emit(table.Event{Kind: table.Lifted, Seat: &seat, Action: d.State.Variant.Facts().Geometry.Name(a.Square)})
}

func (d *Decision) mustMoveLifted() error {
	r := table.Refuse(table.MustMoveLifted)
	r.Subject = rules.DescribePiece(d.State.Variant.Facts(), d.State.Game.Position.Board[d.State.Game.Lifted], d.State.Game.Lifted)
	return r
}
