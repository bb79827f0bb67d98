package present

import (
	"fmt"

	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// YourTurn returns the alert that it is the viewer's turn: "Your move: table 12, GAME,
// White".
func (a At) YourTurn() string {
	f := a.View.Variant.Facts()
	return Due(&view.Waiting{Task: table.ToMove, Table: a.View.ID, Title: f.Title, SeatName: f.Seats[a.View.Actor]})
}

// Alert returns the alert to players for new notices: that the game has started, "The game starts: table 12, GAME", or how it
// ended, "Table 12: White wins by checkmate". It returns "" if the notices need no alert.
func (t *Table) Alert(fresh []Notice) (text string) {
	if t.Held == 0 {
		return ""
	}
	for i := range fresh {
		switch kind := fresh[i].Kind; {
		case kind == table.GameStarted:
			text = fmt.Sprintf("The game starts: table %d, %s", t.View.ID, t.facts().Title)
		case kind >= table.GameWon && kind <= table.GameAdjudicated:
			text = fmt.Sprintf("Table %d: %s", t.View.ID, Ending(t.View))
		}
	}
	return text
}
