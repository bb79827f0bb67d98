package present

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/internal/table"
	"quadrille/rules/variants"
)

var privacies = map[table.Privacy]string{
	table.ForMembers: "members only", table.ForInvited: "by invitation", table.ByPassword: "password",
}

// unusualChat reports whether a table lets its players chat in a game that does not allow
// chat by default.
func unusualChat(t *table.Terms) bool {
	if !t.Chat {
		return false
	}
	v, err := variants.New(t.Game, t.Options)
	return err == nil && !table.ChatByDefault(v.Facts())
}

// Terms returns the terms of a table in one to three words each, without the game and the
// clock: "method 2", "rated", "bots level 3".
func Terms(t *table.Terms) (words []string) {
	for _, name := range slices.Sorted(maps.Keys(t.Options)) {
		switch value := t.Options[name]; value {
		case "off":
		case "on":
			words = append(words, name)
		default:
			words = append(words, name+" "+value)
		}
	}
	if t.Rated {
		words = append(words, "rated")
	}
	if t.Bots > 0 {
		words = append(words, fmt.Sprintf("bots level %d", t.Bots))
	}
	if unusualChat(t) {
		words = append(words, "players may chat")
	}
	if t.Touch {
		words = append(words, "touch-move")
	}
	if t.NoVacation {
		words = append(words, "no vacations")
	}
	if t.Private != table.ForAll {
		words = append(words, privacies[t.Private])
	}
	if t.Evening != nil {
		words = append(words, "evening")
	}
	return words
}
