package lobby

import (
	"maps"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// PairingPause returns the pause of a player who left games in quick succession. It is computed
// from the summaries of the tables, so that it is the same at all nodes and after a restart.
func (l *Lobby) PairingPause(id player.ID) table.PairingPause { return l.tables.pairingPause(id) }

// MayPair returns a refusal if a player left games lately and may not be paired with other
// people now.
func (l *Lobby) MayPair(id player.ID) error { return l.tables.mayPair(id) }

// Pauses returns the pauses of all players who may not be paired with other people now.
func (l *Lobby) Pauses() map[player.ID]club.Pause {
	all := map[player.ID]club.Pause{}
	for id, left := range l.tables.directory.leaves() {
		if p := l.tables.pauseAfter(id, left); p.Active(l.cfg.Clock.Now()) {
			all[id] = club.Pause(p)
		}
	}
	return all
}

func (ts *tables) mayPair(id player.ID) error {
	pause := ts.pairingPause(id)
	return pause.Refusal(ts.cfg.Clock.Now())
}

func (ts *tables) pairingPause(id player.ID) table.PairingPause {
	return ts.pauseAfter(id, ts.directory.leavesOf(id))
}

// pauseAfter returns the pause of a player who left games at the given times.
func (ts *tables) pauseAfter(id player.ID, left []time.Time) table.PairingPause {
	if ts.cfg.PauseLifted != nil {
		excused := ts.cfg.PauseLifted(id)
		left = slices.DeleteFunc(left, func(at time.Time) bool { return !at.After(excused) })
	}
	return table.PauseAfter(left)
}

// pauseIsOver reports whether no leave of a finished game can still cause a pause.
func (ts *tables) pauseIsOver(s *table.Summary) bool {
	return s != nil && ts.cfg.Clock.Now().Sub(s.Ended) > table.LeavesKept
}

// setLeft replaces the leaves of a table, and forgets those that no longer matter. The lock must
// be held.
func (d *directory) setLeft(id table.ID, left []table.Leave) {
	if len(left) == 0 {
		delete(d.left, id)
		return
	}
	d.left[id] = left
	latest := left[len(left)-1].At
	maps.DeleteFunc(d.left, func(_ table.ID, list []table.Leave) bool {
		return latest.Sub(list[len(list)-1].At) > table.LeavesKept
	})
}

// leavesOf returns the times at which a player left games.
func (d *directory) leavesOf(id player.ID) (list []time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, left := range d.left {
		for _, l := range left {
			if l.Player == id {
				list = append(list, l.At)
			}
		}
	}
	return list
}

// leaves returns the times at which all players left games.
func (d *directory) leaves() map[player.ID][]time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := map[player.ID][]time.Time{}
	for _, left := range d.left {
		for _, l := range left {
			all[l.Player] = append(all[l.Player], l.At)
		}
	}
	return all
}

// forgetLeaves removes the leaves of a deleted account. The lock must be held.
func (d *directory) forgetLeaves(deleted player.ID) {
	for id, left := range d.left {
		d.setLeft(id, slices.DeleteFunc(slices.Clone(left), func(l table.Leave) bool { return l.Player == deleted }))
	}
}
