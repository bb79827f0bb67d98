package present

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/rules/variants"
)

// Forms maps the two forms of rated games to their names.
var Forms = map[club.Form]string{club.Teams: "teams", club.FreeForAll: "free-for-all"}

// Places holds the names of the places in which a team or a single player can finish a game.
var Places = [club.MaxParties]string{"first", "second", "third", "fourth"}

// Game returns the title of a game by its short name.
func Game(name string) string {
	if def, err := variants.Find(name); err == nil {
		return def.Title
	}
	return Capital(name)
}

// Class returns a game's title and form.
func Class(c club.Class) string { return Game(c.Game) + ", " + Forms[c.Form] }

// ShortClass returns a game's short name and its form (teams or free-for-all), for narrow
// columns.
func ShortClass(c club.Class) string { return Capital(c.Game) + ", " + Forms[c.Form] }

// Rating returns a rating and its uncertainty in words.
func Rating(r club.Rating) string {
	return fmt.Sprintf("rating %d, plus or minus %d", r.Shown(), r.Doubt())
}

// ListedName returns a player's name for a list, or "(no name)" if the account no longer has
// a name.
func ListedName(p player.Player) string {
	if p.Name == "" {
		return "(no name)"
	}
	return p.Shown(player.MaxNameCells)
}
