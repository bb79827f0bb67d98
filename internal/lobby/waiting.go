package lobby

import (
	"cmp"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Waiting is a task at a table: something that waits for a player.
type Waiting struct {
	Table table.ID
	Title string // title of the game
	Task  table.Task
	Seat  rules.Seat
	// SeatName names the seat.
	SeatName string
	// Deadline is the time at which the player's clock runs out; zero without a clock.
	Deadline time.Time
	Terms    table.Terms // terms of the table
	Moves    int         // number of moves so far
}

// WaitingFor returns the tasks of a player at all tables: moves by deadline, those without a
// deadline after them, then the other tasks.
func (l *Lobby) WaitingFor(id player.ID) []Waiting {
	list := l.tables.directory.tasks(id)
	slices.SortFunc(list, func(a, b Waiting) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), sooner(a.Deadline, b.Deadline), cmp.Compare(a.Table, b.Table))
	})
	return list
}

// sooner compares deadlines; zero comes last.
func sooner(a, b time.Time) int {
	switch {
	case a.IsZero() == b.IsZero():
		return a.Compare(b)
	case a.IsZero():
		return 1
	}
	return -1
}
