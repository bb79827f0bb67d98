package kit

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// PlayersLine is who sat where in a game.
func PlayersLine(f *table.Found) string {
	var parts []string
	for _, who := range lobby.PlayersOf(f) {
		parts = append(parts, who.Seat+" "+who.Shown(20))
	}
	return strings.Join(parts, ", ")
}

// GameLine is a game that is over, in a line.
func GameLine(f *table.Found) string {
	title := f.Game
	if offer, err := variants.Find(f.Game); err == nil {
		title = offer.Title
	}
	return fmt.Sprintf("%5d  %s  %-12s %s", f.ID, f.Ended.UTC().Format(time.DateOnly), title, gameResult(f))
}

// gameResult is who won and why, or that nobody did.
func gameResult(f *table.Found) string {
	why := f.Reason
	for ending, words := range endings {
		if ending.String() == f.Reason {
			why = words
		}
	}
	switch winners := lobby.Winners(f); {
	case f.Reason == table.Abandoned:
		return "Abandoned"
	case len(winners) == 0 || len(winners) == rules.SeatCount:
		return Capital(why)
	case len(winners) == 1:
		return Shown(winners[0], 20) + " won: " + why
	default:
		for i := range winners {
			winners[i] = Shown(winners[i], 20)
		}
		return strings.Join(winners, " and ") + " won: " + why
	}
}
