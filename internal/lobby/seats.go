package lobby

import (
	"context"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Seated returns the tables where somebody has a seat, the live ones first and the
// newest that are finished last.
func (l *Lobby) Seated(id player.ID) []Summary {
	list := l.tables.directory.of(id, func(s *table.Summary) bool { return s.Held(id) != 0 })
	sortTables(list, l.cfg.Now())
	return list
}

// Sitting are the tables where somebody sits whose game is not over.
func (l *Lobby) Sitting(id player.ID) []table.ID {
	var list []table.ID
	for _, s := range l.tables.directory.of(id, func(s *table.Summary) bool { return s.Phase != table.Finished && s.Held(id) != 0 }) {
		list = append(list, s.ID)
	}
	return list
}

// Succeed puts an heir in the place of somebody who left. Tables that nobody is
// connected to are unloaded: what was changed of them on the disk is seen by who comes
// next.
func (l *Lobby) ReplaceAccount(ctx context.Context, left player.ID, heir player.Player) {
	for _, t := range l.tables.loaded.all() {
		if slices.Contains(t.View().Summary.People(), left) {
			_ = t.Unload(ctx) // a table that is needed stays
		}
	}
	l.tables.directory.replaceAccount(left, heir)
	l.publisher.invalidate()
}
