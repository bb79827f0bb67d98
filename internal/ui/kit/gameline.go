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

// PlayersLine returns the players of a game with their seats.
func PlayersLine(f *table.Found) string {
	var parts []string
	for _, who := range records.PlayersOf(f) {
		parts = append(parts, rules.Title(who.Seat)+" "+phrase.Name(who.Player))
	}
	return strings.Join(parts, ", ")
}

// GameLine describes a finished game in one line.
func GameLine(f *table.Found) string {
	return fmt.Sprintf("%5d  %s  %-12s %s", f.ID, f.Ended.UTC().Format(time.DateOnly), phrase.Game(f.Game), phrase.FoundByName(f))
}
