package kit

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

// PlayersLine returns a line with the players of a game and their seats.
func PlayersLine(f *table.Found) string {
	var parts []string
	for _, who := range records.PlayersOf(f) {
		parts = append(parts, rules.Title(who.Seat)+" "+present.Name(who.Player))
	}
	return strings.Join(parts, ", ")
}

// GameLine returns a line that describes a finished game.
func GameLine(f *table.Found) string {
	return fmt.Sprintf("%5d  %s  %-12s %s", f.ID, f.Ended.UTC().Format(time.DateOnly), present.Game(f.Game), present.FoundByName(f))
}
