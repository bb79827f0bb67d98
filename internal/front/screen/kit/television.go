package kit

import (
	"time"

	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// ActiveTables returns the tables with a running game, in the order of the lobby: most
// active first.
func ActiveTables(v *view.Lobby) []table.ID {
	var list []table.ID
	for _, s := range v.Tables {
		if s.Phase == table.Playing {
			list = append(list, s.ID)
		}
	}
	return list
}

const (
	IdleLimit   = 45 * time.Second // time without a move after which TV leaves a table
	resultShown = 12 * time.Second // time for which TV shows a finished game
)

// MostActive returns the table to which TV should switch from the table `from`. If TV
// should not switch now, it returns 0, and the time until the next check (0 if no check
// is needed).
func MostActive(v *view.Lobby, from table.ID, now time.Time) (to table.ID, again time.Duration) {
	var best, watched *view.Summary
	for _, s := range v.Tables {
		switch {
		case s.ID == from:
			watched = s
		case s.Phase == table.Playing && best == nil:
			best = s
		}
	}
	left := time.Duration(0)
	switch {
	case best == nil:
		return 0, 0
	case watched == nil:
	case watched.Phase == table.Finished:
		left = resultShown - now.Sub(watched.Ended)
	case watched.Phase == table.Playing && !best.Active.After(watched.Active):
		return 0, 0
	default:
		left = IdleLimit - now.Sub(watched.Active)
	}
	if left > 0 {
		return 0, left
	}
	return best.ID, 0
}
