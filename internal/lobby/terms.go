package lobby

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Offers is the games that can be played here, in the order in which people see
// them.
func Offers() []rules.Offer { return variants.All() }

// TableOptions is what can be chosen for a table of any game, besides the game's
// own options.
func TableOptions() []rules.Option {
	return []rules.Option{{
		Name:    "clock",
		Default: table.Clock{}.String(),
		Line:    "time for each seat: none, or minutes and seconds a move, like 5+10",
		Check:   func(value string) error { _, err := table.ParseClock(value); return err },
	}}
}

// ParseTerms reads a game, and after it options in any order: "clock=5+10",
// "armies=white,black". What it does not know it refuses with a sentence that
// says what would be right.
func ParseTerms(words []string) (table.Terms, error) {
	if len(words) == 0 {
		return table.Terms{}, fmt.Errorf("name a game: %s", strings.Join(gameNames(), ", "))
	}
	offer, err := variants.Find(words[0])
	if err != nil {
		return table.Terms{}, err
	}
	terms := table.Terms{Game: offer.Name}
	given, err := options(&offer, words[1:])
	if err != nil {
		return table.Terms{}, err
	}
	if clock, ok := given["clock"]; ok {
		if terms.Clock, err = table.ParseClock(clock); err != nil {
			return table.Terms{}, err
		}
		delete(given, "clock")
	}
	if _, err := offer.New(given); err != nil {
		return table.Terms{}, err
	}
	if len(given) > 0 {
		terms.Options = given
	}
	return terms, nil
}

// options splits words like clock=5+10, each name once, and each a name that the
// game or the table knows.
func options(offer *rules.Offer, words []string) (map[string]string, error) {
	var names []string
	for _, o := range slices.Concat(offer.Options, TableOptions()) {
		names = append(names, o.Name)
	}
	given := map[string]string{}
	for _, word := range words {
		name, value, found := strings.Cut(word, "=")
		_, twice := given[name]
		switch {
		case !found:
			return nil, fmt.Errorf("%q is no option; write it like clock=5+10; the options are: %s", word, strings.Join(names, ", "))
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("%s has no option %q; its options are: %s", offer.Name, name, strings.Join(names, ", "))
		case twice:
			return nil, fmt.Errorf("%s is given twice; give each option once", name)
		}
		given[name] = value
	}
	return given, nil
}

func gameNames() []string {
	var names []string
	for _, offer := range variants.All() {
		names = append(names, offer.Name)
	}
	return names
}
