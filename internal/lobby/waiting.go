package lobby

import (
	"cmp"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Waiting is something at a table that waits for a player.
type Waiting struct {
	Table table.ID
	Title string // the game's
	Task  table.Task
	Seat  rules.Seat
	// SeatName names the seat.
	SeatName string
	// Deadline is the time at which the player's clock runs out; zero without a clock.
	Deadline time.Time
	Terms    table.Terms // of the table
	Moves    int         // actions so far
}

// WaitingFor returns what waits for a player at any table: moves by deadline, those
// without one last, then the rest.
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
