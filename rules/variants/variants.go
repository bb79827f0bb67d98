// Package variants is the list of the games.
package variants

import (
	"fmt"
	"strings"

	"quadrille/rules"
	"quadrille/rules/chess4"
	"quadrille/rules/forchess"
	"quadrille/rules/quadrochess"
	"quadrille/rules/verney"
)

// All is every game on offer, in the order in which people see them.
func All() []rules.Definition {
	return []rules.Definition{chess4.Definition(), verney.Definition(), quadrochess.Definition(), forchess.Definition()}
}

// Find is the game of that name.
func Find(name string) (rules.Definition, error) {
	var names []string
	for _, def := range All() {
		if def.Name == name {
			return def, nil
		}
		names = append(names, def.Name)
	}
	return rules.Definition{}, fmt.Errorf("there is no game %q; the games are: %s", name, strings.Join(names, ", "))
}

// New is the game of that name with those options chosen.
func New(name string, options map[string]string) (rules.Variant, error) {
	def, err := Find(name)
	if err != nil {
		return nil, err
	}
	return def.New(options)
}
