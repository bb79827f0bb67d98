package lobby

import (
	"context"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Seated returns the tables at which a player has a seat: live tables first, then the newest
// finished ones.
func (l *Lobby) Seated(id player.ID) []*view.Summary {
	list := l.tables.directory.of(id, func(s *table.Summary) bool { return s.Held(id) != 0 })
	sortTables(list, l.cfg.Clock.Now())
	return list
}

// Sitting returns the tables at which a player has a seat and whose game is not finished.
func (l *Lobby) Sitting(id player.ID) []table.ID {
	var list []table.ID
	for _, s := range l.tables.directory.of(id, func(s *table.Summary) bool { return s.Phase != table.Finished && s.Held(id) != 0 }) {
		list = append(list, s.ID)
	}
	return list
}

// ReplaceAccount replaces a deleted account with an anonymous player at all tables. It
// unloads those of the account's tables to which nobody is connected, because the logs of
// these tables have changed.
func (l *Lobby) ReplaceAccount(ctx context.Context, deleted player.ID, anonymous player.Player) {
	for _, t := range l.tables.loaded.all() {
		if slices.Contains(t.View().Summary.People(), deleted) {
			_ = t.Unload(ctx) // Unload has no effect if the table is in use
			t.ReplaceAccount(deleted, anonymous)
		}
	}
	l.tables.directory.replaceAccount(deleted, anonymous)
	l.deletions.Add(1)
	l.publisher.invalidatePeople()
}

// Deletions returns how many deleted accounts the lobby has replaced with anonymous players
// since it was opened. When the number changes, cached names are out of date.
func (l *Lobby) Deletions() uint64 { return l.deletions.Load() }
