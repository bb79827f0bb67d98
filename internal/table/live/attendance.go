package live

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// attendance is who needs the table, as the loop sees it, and which players are
// missing: since then they neither look on nor did they do anything.
type attendance struct {
	loaded  time.Time // when the table was
	used    time.Time // when somebody last did something here, came or went; zero: nobody has
	missing map[player.ID]time.Time
}

// rollCall looks who is here, and tells when somebody is to be noted as gone or
// back; zero if nobody is.
func (t *Table) rollCall() (due time.Time) {
	if !t.state.ExpectsPlayers() {
		return due
	}
	for _, id := range t.state.People(t.state.Game.Position.InPlay()) {
		if at := t.call(id); !at.IsZero() && (due.IsZero() || at.Before(due)) {
			due = at
		}
	}
	return due
}

func (t *Table) call(id player.ID) (due time.Time) {
	since, missing := t.attendance.missing[id]
	gone := t.state.IsGone(id)
	switch here := t.audience.holds(id); {
	case here && gone:
		delete(t.attendance.missing, id)
		return t.now()
	case here:
		delete(t.attendance.missing, id)
		return due
	case !missing:
		since = t.now()
		t.attendance.missing[id] = since
	}
	if gone {
		return due
	}
	return since.Add(table.Notice)
}

// heardOf notes that somebody is about, looking on or not.
func (t *Table) heardOf(id player.ID) {
	if _, missing := t.attendance.missing[id]; missing {
		t.attendance.missing[id] = t.now()
	}
}

// restsAt is when nothing more comes of a finished table; zero before its end.
func (t *Table) restsAt() time.Time {
	if t.state.Phase != table.Finished {
		return time.Time{}
	}
	return t.state.Times.Ended.Add(table.Afterglow)
}
