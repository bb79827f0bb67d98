// Package variants lists all the games. [Find] returns the definition of the game with a
// given name, and [New] returns a game with its options chosen.
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

// All returns the definitions of all games, in the order in which they are shown to players.
func All() []rules.Definition {
	return []rules.Definition{chess4.Definition(), verney.Definition(), quadrochess.Definition(), forchess.Definition()}
}

// Find returns the definition of the game with the given name.
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

// New returns the game with the given name and options.
func New(name string, options map[string]string) (rules.Variant, error) {
	def, err := Find(name)
	if err != nil {
		return nil, err
	}
	return def.New(options)
}
