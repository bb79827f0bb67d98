package live

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// attendance is who needs the table, and which players are missing: since then they
// were neither connected nor did they do anything.
type attendance struct {
	loaded  time.Time // when the table was
	used    time.Time // when somebody last did something here, came or went; zero: nobody has
	missing map[player.ID]time.Time
}

// rollCall notes who is connected, and returns when somebody is to be stored as away or
// back; zero if nobody is.
func (at *attendance) rollCall(s *fold.State, here func(player.ID) bool, now time.Time) (due time.Time) {
	if !s.ExpectsPlayers() {
		return due
	}
	for _, id := range s.People(s.Game.Position.InPlay()) {
		if next := at.call(id, here(id), s.IsAway(id), now); !next.IsZero() && (due.IsZero() || next.Before(due)) {
			due = next
		}
	}
	return due
}

func (at *attendance) call(id player.ID, here, gone bool, now time.Time) (due time.Time) {
	since, missing := at.missing[id]
	switch {
	case here && gone:
		delete(at.missing, id)
		return now
	case here:
		delete(at.missing, id)
		return due
	case !missing:
		since = now
		at.missing[id] = since
	}
	if gone {
		return due
	}
	return since.Add(table.AwayAfter)
}

// heardOf notes that somebody did something, connected or not.
func (at *attendance) heardOf(id player.ID, now time.Time) {
	if _, missing := at.missing[id]; missing {
		at.missing[id] = now
	}
}
