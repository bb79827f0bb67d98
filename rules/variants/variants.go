// Package variants lists all the games. [Find] returns the definition of the game with a
// given name, and [New] returns a game with its options chosen.
package variants

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/rules"
	"quadrille/rules/chess4"
	"quadrille/rules/forchess"
	"quadrille/rules/fourplayer"
	"quadrille/rules/quadrochess"
	"quadrille/rules/verney"
)

// all holds the definitions of all games, in the order in which they are shown to players.
var all = []rules.Definition{
	chess4.Definition(), verney.Definition(), quadrochess.Definition(), forchess.Definition(), fourplayer.Definition(),
}

// All returns the definitions of all games, in the order in which they are shown to players.
func All() []rules.Definition { return slices.Clone(all) }

// Names returns the names of all games, in the order of [All].
func Names() (names []string) {
	for _, d := range All() {
		names = append(names, d.Name)
	}
	return names
}

// Find returns the definition of the game with the given name.
func Find(name string) (rules.Definition, error) {
	for _, def := range all {
		if def.Name == name {
			return def, nil
		}
	}
	return rules.Definition{}, fmt.Errorf("there is no game %q; the games are: %s", name, strings.Join(Names(), ", "))
}

// New returns the game with the given name and options.
func New(name string, options map[string]string) (rules.Variant, error) {
	def, err := Find(name)
	if err != nil {
		return nil, err
	}
	return def.New(options)
}
