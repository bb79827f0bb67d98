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
	return MoveLine{
		Number: i + 1, Round: i/rules.SeatCount + 1, Seat: m.By, Text: MoveText(m), Check: m.Checked != 0, Mate: m.Mated != 0,
	}
}

// MoveText returns an action in the notation of its game, with + for check and # for checkmate or the capture of a king in every game; the
// record of the game has the signs of its own notation.
func MoveText(m *table.MoveView) string {
	text := Action(m)
	if !m.Action.IsBoardAction() {
		return text
	}
	if end := strings.IndexAny(text, "+#"); end > 0 {
		text = text[:end]
	}
	if m.Checked != 0 {
		text += "+"
	}
	if m.Mated != 0 || m.Captured.IsPiece() && m.Captured.Kind() == rules.King {
		text += "#"
	}
	return text
}
