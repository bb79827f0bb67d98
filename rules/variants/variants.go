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
func All() []rules.Offer {
	return []rules.Offer{chess4.Offer(), verney.Offer(), quadrochess.Offer(), forchess.Offer()}
}

// Find is the game of that name.
func Find(name string) (rules.Offer, error) {
	var names []string
	for _, offer := range All() {
		if offer.Name == name {
			return offer, nil
		}
		names = append(names, offer.Name)
	}
	return rules.Offer{}, fmt.Errorf("there is no game %q; the games are: %s", name, strings.Join(names, ", "))
}

// New is the game of that name with those options chosen.
func New(name string, options map[string]string) (rules.Variant, error) {
	offer, err := Find(name)
	if err != nil {
		return nil, err
	}
	return offer.New(options)
}
