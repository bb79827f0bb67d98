package lobby

import (
	"cmp"
	"slices"
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

// WaitingFor returns the tasks of a player at all tables, the most urgent kind first. Tasks
// of one kind are sorted by deadline; those without a deadline come last.
func (l *Lobby) WaitingFor(id player.ID) []Waiting {
	list := l.tables.directory.tasks(id)
	slices.SortFunc(list, func(a, b Waiting) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), sooner(a.Deadline, b.Deadline), cmp.Compare(a.Table, b.Table))
	})
	return list
}

// sooner compares deadlines for sorting. A zero deadline comes last.
func sooner(a, b time.Time) int {
	switch {
	case a.IsZero() == b.IsZero():
		return a.Compare(b)
	case a.IsZero():
		return 1
	}
	return -1
}
