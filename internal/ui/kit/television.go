package kit

import (
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

// ActiveTables returns the tables that are played at, as the lobby has them: the liveliest
// first.
func ActiveTables(v *lobby.View) []table.ID {
	var list []table.ID
	for i := range v.Tables {
		if v.Tables[i].Phase == table.Playing {
			list = append(list, v.Tables[i].ID)
		}
	}
	return list
}

// How patient a television is: with a table where nobody moves, and with the end of
// a game.
const IdleLimit, endStands = 45 * time.Second, 12 * time.Second

// MostActive returns the table to go to from the one that is watched, 0 to stay; and
// if there is one to go to later, when to look again.
func MostActive(v *lobby.View, from table.ID, now time.Time) (to table.ID, again time.Duration) {
	var best, here *lobby.Summary
	for i := range v.Tables {
		switch s := &v.Tables[i]; {
		case s.ID == from:
			here = s
		case s.Phase == table.Playing && best == nil:
			best = s
		}
	}
	left := time.Duration(0)
	switch {
	case best == nil:
		return 0, 0
	case here == nil:
	case here.Phase == table.Finished:
		left = endStands - now.Sub(here.Ended)
	case here.Phase == table.Playing && !best.Active.After(here.Active):
		return 0, 0
	default:
		left = IdleLimit - now.Sub(here.Active)
	}
	if left > 0 {
		return 0, left
	}
	return best.ID, 0
}
