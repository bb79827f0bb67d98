package lobby

import (
	"cmp"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Why something waits for a player.
type Why = table.Task

// What waits, the most urgent first; see [table.Task].
const (
	ToMove    = table.ToMove
	ToVote    = table.ToVote
	ToResign  = table.ToResign
	ToDraw    = table.ToDraw
	ToUndo    = table.ToTakeback
	ToReady   = table.ToReady
	ToRematch = table.ToRematch
)

// Due is something at a table that waits for a player.
type Due struct {
	Table table.ID
	Title string // the game's
	Why   Why
	Seat  rules.Seat // his
	// SeatName is the seat's word.
	SeatName string
	// Deadline is when his clock will have run out; zero where none runs.
	Deadline time.Time
	Terms    table.Terms // of the table
	Moves    int         // actions so far
}

// Waiting is what waits for a player, at any table: first his moves, by
// deadline, those without one last; then the rest.
func (l *Lobby) Waiting(id player.ID) []Due {
	list := l.tables.directory.tasks(id)
	slices.SortFunc(list, func(a, b Due) int {
		return cmp.Or(cmp.Compare(a.Why, b.Why), sooner(a.Deadline, b.Deadline), cmp.Compare(a.Table, b.Table))
	})
	return list
}

// sooner compares deadlines; none comes last.
func sooner(a, b time.Time) int {
	switch {
	case a.IsZero() == b.IsZero():
		return a.Compare(b)
	case a.IsZero():
		return 1
	}
	return -1
}
