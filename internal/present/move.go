package present

import (
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
)

// MoveLine is an action of a game.
type MoveLine struct {
	Number, Round int // both from 1
	Seat          rules.Seat
	Text          string // in the game's notation with + for check and # for checkmate, or "resigns"
	Check, Mate   bool
}

// Move returns the action with the given index.
func Move(v *table.View, i int) MoveLine {
	m := &v.Moves[i]
	l := MoveLine{
		Number: i + 1, Round: i/rules.SeatCount + 1, Seat: m.By, Text: Action(m), Check: m.Checked != 0, Mate: m.Mated != 0,
	}
	if !m.Action.IsBoardAction() {
		return l
	}
	if end := strings.IndexAny(l.Text, "+#"); end > 0 {
		l.Text = l.Text[:end]
	}
	if l.Check {
		l.Text += "+"
	}
	if l.Mate {
		l.Text += "#"
	}
	return l
}
