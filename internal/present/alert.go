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

// GameStarted returns the alert that the game has started: "The game starts: table 12,
// GAME".
func (a At) GameStarted() string {
	return fmt.Sprintf("The game starts: table %d, %s", a.View.ID, a.View.Variant.Facts().Title)
}

// GameOver returns the alert with the result of a finished game: "Table 12: White wins by
// checkmate".
func (a At) GameOver() string {
	return fmt.Sprintf("Table %d: %s", a.View.ID, Result(a.View.Variant.Facts(), &a.View.Position.Outcome))
}
