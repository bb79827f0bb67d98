package decide

import "quadrille/internal/table"

func checkAbort(d *Decision, _ table.Command) error {
	switch {
	case d.State.Terms.Fairness == 0:
		return table.Refuse(table.CannotAbort)
	case d.State.Fairness.FirstMoves == 0:
		return table.Refuse(table.AllHaveMoved)
	}
	return nil
}

// abort aborts the game, which is possible until every seat has moved.
func abort(d *Decision, a table.Command) error {
	return d.endAborted(table.Event{Kind: table.Aborted, Player: &a.By})
}

// endAborted adds the event that aborts the game, and closes the table.
func (d *Decision) endAborted(e table.Event) error {
	if err := d.emit(e); err != nil {
		return err
	}
	return d.emit(table.Event{Kind: table.Closed, Action: table.WasAborted})
}
