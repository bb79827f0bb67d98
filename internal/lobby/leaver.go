package lobby

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Sitting are the tables where somebody sits whose game is not over.
func (l *Lobby) Sitting(id player.ID) []table.ID {
	var list []table.ID
	for _, s := range l.Seen(id).Tables {
		if s.Phase != table.Finished && slices.ContainsFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Player.ID == id }) {
			list = append(list, s.ID)
		}
	}
	return list
}

// Reread lets go of the finished tables where somebody sat: what was changed of
// them on the disk is seen by who comes next.
func (l *Lobby) Reread(id player.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep()
	l.finished = slices.DeleteFunc(l.finished, func(t table.ID) bool {
		v := l.tables[t].View()
		sat := slices.ContainsFunc(v.Seats[:], func(seat table.SeatView) bool { return seat.Player.ID == id })
		if sat {
			l.release(t)
		}
		return sat
	})
	l.soil()
}
