package lobby

import (
	"cmp"
	"context"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// CurrentGame returns the running game with a clock in which a player still plays, or 0 if
// there is none. Of several games it prefers those where the player is to move, and of these
// the one with the least time left. Correspondence games do not count.
func (l *Lobby) CurrentGame(ctx context.Context, id player.ID) table.ID {
	due := map[table.ID]view.Waiting{}
	for _, w := range l.WaitingFor(id) {
		if w.Task == table.ToMove {
			due[w.Table] = w
		}
	}
	games := l.tables.directory.of(id, func(s *table.Summary) bool {
		return s.Plays(id) && !s.Adjourned && s.Terms.Clock.Timed()
	})
	slices.SortFunc(games, func(a, b *view.Summary) int {
		return cmp.Or(sooner(due[a.ID].Deadline, due[b.ID].Deadline), b.Active.Compare(a.Active), cmp.Compare(a.ID, b.ID))
	})
	for i := range games {
		if t, err := l.TableFor(ctx, id, games[i].ID); err == nil && stillPlays(t.View(), id) {
			return games[i].ID
		}
	}
	return 0
}

// stillPlays reports whether a player has a seat that is not eliminated.
func stillPlays(v *table.View, id player.ID) bool {
	for seat := range rules.Seat(rules.SeatCount) {
		if s := &v.Seats[seat]; s.Player.ID == id && !s.Vacant && v.Position.State[seat].MayAct() {
			return true
		}
	}
	return false
}
