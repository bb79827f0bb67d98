package lobby

import (
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// InLiveGame reports whether an account plays in a running game with a clock, other than a
// correspondence game. Messages to and from such an account are held until the game ends. An
// account whose seats, with their partners, are eliminated no longer plays.
func (l *Lobby) InLiveGame(id player.ID) bool {
	return len(l.tables.directory.of(id, func(s *table.Summary) bool {
		return s.Plays(id) && !s.Adjourned && s.Terms.Clock.Timed()
	})) > 0
}

// SharedGame returns the table of a running untimed or correspondence game in which the
// account `seated` plays and the account `other` plays or watches. It returns 0 if there is
// no such game.
func (l *Lobby) SharedGame(seated, other player.ID) table.ID {
	shared := func(s *table.Summary) bool {
		return s.Plays(seated) && !s.Terms.Clock.Timed()
	}
	for _, s := range l.tables.directory.of(seated, shared) {
		t := l.tables.loaded.get(s.ID)
		if s.HasSeat(other) || t != nil && t.WatchedBy(other) {
			return s.ID
		}
	}
	return 0
}

// NewestShared returns the newest table in the lobby's list at which both accounts have
// seats, or 0 if there is none.
func (l *Lobby) NewestShared(one, other player.ID) (newest table.ID) {
	for _, s := range l.ViewFor(one).Tables {
		if s.HasSeat(one) && s.HasSeat(other) {
			newest = max(newest, s.ID)
		}
	}
	return newest
}
