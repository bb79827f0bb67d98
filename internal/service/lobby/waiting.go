package lobby

import (
	"cmp"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
)

// WaitingFor returns the tasks of a player at all tables, the most urgent kind first. Tasks
// of one kind are sorted by deadline; those without a deadline come last.
func (l *Lobby) WaitingFor(id player.ID) []view.Waiting {
	list := l.tables.directory.tasks(id)
	slices.SortFunc(list, func(a, b view.Waiting) int {
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
