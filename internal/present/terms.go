package present

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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

// gameOptions words the options of a game that do not have their default values: "mated armies change sides".
func gameOptions(t *table.Terms) (words []string) {
	def, err := variants.Find(t.Game)
	if err != nil {
		return nil
	}
	for i := range def.Options {
		o := &def.Options[i]
		if value, ok := t.Options[o.Name]; ok && value != o.Default {
			words = append(words, o.Phrase(value))
		}
	}
	return words
}

// termWords returns the terms of a table in one to three words each, without the game and the
// clock: "mated armies change sides", "rated", "bots level 3".
func termWords(t *table.Terms) []string {
	words := gameOptions(t)
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

// TermsLine returns the terms of a table in one line for people who read it once: "5 minutes, and 10 seconds more for
// each move, rated, no chat during the game".
func TermsLine(v *table.View) string {
	t := &v.Terms
	words := append(gameOptions(t), Clock(t.Clock))
	if t.Touch {
		words = append(words, "touch-move")
	}
	if t.Rated {
		words = append(words, "rated")
	}
	if t.Private != table.ForAll {
		words = append(words, "private ("+privacies[t.Private]+")")
	}
	switch {
	case t.Chat:
		words = append(words, "chat during the game")
	case v.Variant.Facts().TeamChat:
		words = append(words, "team chat during the game")
	default:
		words = append(words, "no chat during the game")
	}
	return strings.Join(words, ", ")
}

// TermsBrief returns the terms that a title line names: "mated armies change sides", "5+10", "rated".
func TermsBrief(t *table.Terms) []string {
	words := gameOptions(t)
	if t.Clock != (table.Clock{}) {
		words = append(words, t.Clock.String())
	}
	if t.Touch {
		words = append(words, "touch-move")
	}
	if t.Rated {
		words = append(words, "rated")
	}
	if t.Private != table.ForAll {
		words = append(words, "private")
	}
	return words
}

// TermsOptions returns the main terms of a table as one types them to open such a table: "clock=5+10 rated=on".
func TermsOptions(t *table.Terms) string {
	words := "clock=" + t.Clock.String()
	for _, name := range slices.Sorted(maps.Keys(t.Options)) {
		words += " " + name + "=" + t.Options[name]
	}
	if t.Rated {
		words += " rated=on"
	}
	if t.Private != table.ForAll {
		words += " private=" + string(t.Private)
	}
	return words
}
