package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"quadrille/internal/tools/must"
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

func readRecord() *record {
	for _, def := range variants.All() {
		text, err := os.ReadFile(filepath.Join("rules", def.Name, "testdata", def.Name+"-firstgame.txt"))
		if err != nil {
			continue
		}
		v := must.Get(def.New(nil))
		r := &record{offer: def, variant: v}
		r.read(rules.SplitRecord(string(text)))
		return r
	}
	must.Check(errors.New("no recorded game found; run make bench in the root of the repository"))
	return nil
}

func (r *record) read(words []string) {
	g := rules.NewGame(r.variant)
	for _, word := range words {
		if !strings.Contains(word, "-") {
			return
		}
		r.plies, r.movers = append(r.plies, word), append(r.movers, r.variant.Actor(&g.Position))
		must.Check(rules.PlayRecord(g, []string{word}))
	}
}

// after returns the recorded game after the given number of plies.
func (r *record) after(plies int) *rules.Game {
	g := rules.NewGame(r.variant)
	must.Check(rules.PlayRecord(g, r.plies[:plies]))
	return g
}
