package live

import (
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// presence records when the table was last used, and since when each player has been absent:
// since they disconnected or, if that was later, since they last gave a command.
type presence struct {
	loadedAt time.Time // when the table was loaded
	usedAt   time.Time // time of the last command, connection or disconnection; zero if there was none
	missing  map[player.ID]time.Time
}

// update checks who is connected. It returns the next time at which a player must be
// marked as away or present, or zero if there is none.
func (p *presence) update(s *fold.State, connected func(player.ID) bool, now time.Time, outages clock.Outages) (due time.Time) {
	people := s.ReadyPeople()
	if s.ExpectsPlayers() {
		people = s.People(s.Game.Position.Expected())
	}
	for _, id := range people {
		if next := p.updatePlayer(id, connected(id), s.IsAway(id), now, outages); !next.IsZero() && (due.IsZero() || next.Before(due)) {
			due = next
		}
	}
	return due
}

func (p *presence) updatePlayer(id player.ID, connected, away bool, now time.Time, outages clock.Outages) (due time.Time) {
	since, missing := p.missing[id]
	switch {
	case connected && away:
		delete(p.missing, id)
		return now
	case connected:
		delete(p.missing, id)
		return due
	case !missing:
		since = now
		p.missing[id] = since
	}
	if away {
		return due
	}
	return outages.Shift(since).Add(table.AwayAfter)
}

// recordActivity records a command of a player. If the player is not connected to the table,
// their absence is now counted from this command.
func (p *presence) recordActivity(id player.ID, now time.Time) {
	if _, missing := p.missing[id]; missing {
		p.missing[id] = now
	}
}
