package view

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Waiting is something that a player has to do at a table.
type Waiting struct {
	Table table.ID
	Title string // title of the game
	Task  table.Task
	Seat  rules.Seat
	// SeatName is the name of the seat.
	SeatName string
	// Deadline is the time at which the player's clock runs out, or zero if there is no
	// clock.
	Deadline time.Time
	// Vacation is the end of the player's current or last vacation. It is zero if there was
	// none.
	Vacation time.Time
	Terms    table.Terms
	Moves    int // number of moves so far
}

// Invitation is an invitation of a player to a table.
type Invitation struct {
	Number   int
	From     player.Player
	Table    table.ID
	Title    string     // title of the game
	Seat     rules.Seat // NoSeat means any open seat
	Rematch  bool       // whether this is an invitation to a rematch; if so, Table is the finished table
	Evening  string     // name of the evening; empty unless Table belongs to an evening
	Round    int
	SeatName string    // the name of Seat; empty for any seat
	Until    time.Time // when the invitation ends
}
