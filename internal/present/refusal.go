package present

import (
	"time"

	"quadrille/internal/table"
)

const (
	noOthers = "an analysis board has no other players"
	readOnly = "this game is read-only"
)

// CannotOffer returns why the viewer cannot ask anything of the other players now, such as to
// agree to a draw. It returns "" if they can.
func (t *Table) CannotOffer() string {
	switch {
	case t.Viewer.Board != Ordinary:
		return noOthers
	case !t.Plays():
		return t.CannotMove()
	}
	return ""
}

// CannotAnalyse returns why the viewer cannot open an analysis board with the position of this
// table. Players of a running game cannot, because it would help them.
func (t *Table) CannotAnalyse() string {
	switch {
	case t.Viewer.Board == Analysis:
		return "this is already an analysis board"
	case t.Viewer.Board == Ordinary && t.View.Phase == table.Playing && t.Held != 0:
		return "players cannot analyse before the game is over"
	}
	return ""
}

// CannotAssess returns why no engine can assess the moves on a board of this kind. It returns "" if one can, at a table of
// the club after the game.
func (t *Table) CannotAssess() string {
	switch t.Viewer.Board {
	case Lesson:
		return "a lesson cannot be analysed; choose a finished or an annotated game"
	case Analysis:
		return "an analysis board cannot be analysed; choose a finished or an annotated game"
	case Ordinary, Annotated:
	}
	return ""
}

// CannotPlayAgain returns why no further game can follow the one at this table, such as a rematch. It returns "" if one can.
func (t *Table) CannotPlayAgain() string {
	switch {
	case t.Viewer.Board != Ordinary:
		return noOthers
	case t.View.Phase != table.Finished:
		return "the game is not over"
	}
	return ""
}

// CannotShare returns why nobody can share the game of this table. It returns "" if they can.
func (t *Table) CannotShare() string {
	if t.Viewer.Board != Ordinary {
		return "the game on an analysis board is not stored"
	}
	return ""
}

// CannotSwitch returns why the viewer cannot go to other running tables from here, or "" if they
// can. Players who are out may watch other tables.
func (t *Table) CannotSwitch() string {
	switch {
	case t.Viewer.Board != Ordinary:
		return "TV is not available on an analysis board"
	case t.Plays(), t.Held != 0 && t.View.Phase == table.Waiting:
		return "TV is not available at a table where you have a seat"
	}
	return ""
}

// aboutVotes explains the menu with the votes that the viewer can cast now.
func (t *Table) aboutVotes(now time.Time) string {
	const passes = "A vote passes when most of the players present agree."
	votes := len(t.Choices(now))
	switch {
	case votes == 0 && t.Vacant() != 0 && t.Held == 0:
		return "The player left; the others voted to open the seat."
	case votes == 0:
		return "The host can mute people in this table's chat."
	case votes == 2:
		return passes + " If a player is away for two minutes, you can vote to open their seat or resign for them."
	case votes == 1 && !t.View.Adjourned:
		return "While everyone is present, all players must vote to adjourn."
	}
	return passes
}
