package present

import (
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Places holds the names of the places in which a team or a single player can finish a game.
var Places = [rules.SeatCount]string{"first", "second", "third", "fourth"}

// Game returns the title of a game by its short name.
func Game(name string) string {
	if def, err := variants.Find(name); err == nil {
		return def.Title
	}
	return Capital(name)
}

// Class returns a game's title and its form (teams or free-for-all).
func Class[F ~string](game string, form F) string { return Game(game) + ", " + string(form) }

// ShortClass returns a game's short name and its form, for narrow columns.
func ShortClass[F ~string](game string, form F) string { return Capital(game) + ", " + string(form) }

// Rating returns a rating and its uncertainty in words.
func Rating(rating, doubt int) string {
	return fmt.Sprintf("rating %d, uncertainty %d", rating, doubt)
}

// ListedName returns a player's name for a list, or "(no name)" if the account no longer has
// a name.
func ListedName(p player.Player) string {
	if shown := p.Shown(player.MaxNameCells); strings.TrimSpace(shown) != "" {
		return shown
	}
	return "(no name)"
}
