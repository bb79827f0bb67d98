package lobby

import (
	"cmp"
	"context"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// IsOwn reports whether the table is waiting and the given player is its host, or the table
// is unfinished and this player has a seat.
func (s *Summary) IsOwn(id player.ID) bool {
	if id == "" || s.Phase == table.Finished {
		return false
	}
	return s.Host.ID == id && s.Phase == table.Waiting || s.hasSeat(id)
}

func (s *Summary) hasSeat(id player.ID) bool {
	return slices.ContainsFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Player.ID == id })
}

// OwnFirst returns the tables of the view, ordered for one player. The player's own tables
// come first, starting with those where the player is to move. The result `own` is the number
// of the player's own tables.
func (v *View) OwnFirst(id player.ID) (list []*Summary, own int) {
	list = make([]*Summary, 0, len(v.Tables))
	for i := range v.Tables {
		if s := &v.Tables[i]; s.IsOwn(id) {
			list = append(list, s)
		}
	}
	rank := func(s *Summary) int {
		switch {
		case s.Turn < rules.SeatCount && !s.Adjourned && s.Seats[s.Turn].Player.ID == id:
			return 0
		case s.Phase == table.Playing:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b *Summary) int { return cmp.Compare(rank(a), rank(b)) })
	own = len(list)
	for i := range v.Tables {
		if s := &v.Tables[i]; !s.IsOwn(id) {
			list = append(list, s)
		}
	}
	return list, own
}

// CurrentGame returns the running game with a clock in which a player still plays, or 0 if
// there is none. Of several games it prefers those where the player is to move, and of these
// the one with the least time left. Correspondence games do not count.
func (l *Lobby) CurrentGame(ctx context.Context, id player.ID) table.ID {
	due := map[table.ID]Waiting{}
	for _, w := range l.WaitingFor(id) {
		if w.Task == table.ToMove {
			due[w.Table] = w
		}
	}
	games := l.tables.directory.of(id, func(s *table.Summary) bool {
		return s.Plays(id) && !s.Adjourned && s.Terms.Clock.Timed()
	})
	slices.SortFunc(games, func(a, b Summary) int {
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
		if s := &v.Seats[seat]; s.Player.ID == id && !s.Vacant && v.Position.State[seat] != rules.Eliminated {
			return true
		}
	}
	return false
}
