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

// TableOptions is what can be chosen for a table at which that game is played,
// besides the game's own options. What has no fixed default has the game's.
func TableOptions(offer *rules.Offer) []rules.Option {
	touch := off
	if v, err := offer.New(nil); err == nil && v.Facts().Touch {
		touch = on
	}
	return []rules.Option{{
		Name:    "clock",
		Default: table.Clock{}.String(),
		Line:    "time for each seat: none, or minutes and seconds a move, like 5+10",
		Check:   func(value string) error { _, err := table.ParseClock(value); return err },
	}, {
		Name:    "touch",
		Default: touch,
		Choices: []string{on, off},
		Line:    "on: who lifts a man that can move must move it, and everybody sees it lifted",
	}, {
		Name:    "rated",
		Default: off,
		Choices: []string{on, off},
		Line:    "on: for people with a key and a name; guests may watch",
	}}
}

// The words of an option that is on or off.
const on, off = "on", "off"

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
	given, err := options(&offer, words[1:])
	if err != nil {
		return table.Terms{}, err
	}
	return NewTerms(&offer, given)
}

// NewTerms is the terms with the options that are given by name, the game's and
// the table's; the others have their defaults.
func NewTerms(offer *rules.Offer, given map[string]string) (terms table.Terms, err error) {
	own, tables := map[string]string{}, map[string]string{}
	for _, o := range TableOptions(offer) {
		tables[o.Name] = o.Default
	}
	for name, value := range given {
		if _, ok := tables[name]; ok {
			tables[name] = value
		} else {
			own[name] = value
		}
	}
	terms.Game = offer.Name
	if terms.Clock, err = table.ParseClock(tables["clock"]); err != nil {
		return table.Terms{}, err
	}
	if terms.Touch, err = parseSwitch("touch", tables["touch"]); err != nil {
		return table.Terms{}, err
	}
	if terms.Rated, err = parseSwitch("rated", tables["rated"]); err != nil {
		return table.Terms{}, err
	}
	if _, err := offer.New(own); err != nil {
		return table.Terms{}, err
	}
	if len(own) > 0 {
		terms.Options = own
	}
	return terms, nil
}

func parseSwitch(name, value string) (bool, error) {
	if value != on && value != off {
		return false, fmt.Errorf("%s=%s: the choices are %s, %s", name, value, on, off)
	}
	return value == on, nil
}

// options splits words like clock=5+10, each name once, and each a name that the
// game or the table knows.
func options(offer *rules.Offer, words []string) (map[string]string, error) {
	var names []string
	for _, o := range slices.Concat(offer.Options, TableOptions(offer)) {
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
