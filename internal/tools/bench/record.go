package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// middle is the number of plies after which a game counts as half played.
const middle = 60

// record is the recorded game that all measurements play. It is the game of the first variant
// that has a recorded game.
type record struct {
	offer   rules.Definition
	variant rules.Variant
	plies   []string     // actions in plain notation, without the resignations at the end
	movers  []rules.Seat // for each ply, the seat that plays it
}

func readRecord() (*record, error) {
	for _, def := range variants.All() {
		text, err := os.ReadFile(filepath.Join("rules", def.Name, "testdata", def.Name+"-firstgame.txt"))
		if err != nil {
			continue
		}
		v, err := def.New(nil)
		if err != nil {
			return nil, err
		}
		r := &record{offer: def, variant: v}
		return r, r.read(rules.SplitRecord(string(text)))
	}
	return nil, errors.New("no recorded game found; run make bench in the root of the repository")
}

func (r *record) read(words []string) error {
	g := rules.NewGame(r.variant)
	for _, word := range words {
		if !strings.Contains(word, "-") {
			return nil
		}
		r.plies, r.movers = append(r.plies, word), append(r.movers, r.variant.Actor(&g.Position))
		if err := rules.PlayRecord(g, []string{word}); err != nil {
			return err
		}
	}
	return nil
}

// after returns the recorded game after the given number of plies.
func (r *record) after(plies int) (*rules.Game, error) {
	g := rules.NewGame(r.variant)
	if plies > len(r.plies) {
		return nil, fmt.Errorf("the recorded game has %d plies, not %d", len(r.plies), plies)
	}
	return g, rules.PlayRecord(g, r.plies[:plies])
}
