package kit

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/phrase"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

// PlayersLine returns a line with the players of a game and their seats.
func PlayersLine(f *table.Found) string {
	var parts []string
	for _, who := range records.PlayersOf(f) {
		parts = append(parts, rules.Title(who.Seat)+" "+phrase.Name(who.Player))
	}
	return strings.Join(parts, ", ")
}

// GameLine returns a line that describes a finished game.
func GameLine(f *table.Found) string {
	return fmt.Sprintf("%5d  %s  %-12s %s", f.ID, f.Ended.UTC().Format(time.DateOnly), phrase.Game(f.Game), phrase.FoundByName(f))
}
