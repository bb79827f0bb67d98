package bot

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// Positions in which the opponents of the seat to act have only kings.
var bareKings = map[string]string{
	"verney":      "variant verney\nturn yellow\nyellow K n8\nyellow Q n7\nyellow R n11\nwhite K a7\nwhite R a4\nred K g1\nblack K h14\n",
	"quadrochess": "variant quadrochess\nturn white-a\nwhite K d1\nwhite Q e1\nwhite K n1\nwhite R o1\nblack K d8\nblack K n8\n",
	"forchess": "variant forchess\nturn southwest\nsouthwest K a1\nsouthwest Q b1\nnortheast K h8\nnortheast R g8\nnorthwest K " +
		"b7\nsoutheast K g2\n",
	"chess4": "variant chess4\nturn white\nwhite K n7\nwhite Q n8\nwhite R n4\ngold K f8\nout black white\nout silver gold\n",
	"chess4 teams": "variant chess4\noption teams=on\nturn white\nwhite K n7\nwhite Q n8\nwhite R n4\nblack K a8\nblack Q " +
		"a7\nsilver K h1\ngold K g14\n",
	"cutthroat": "variant forchess\noption cutthroat=on\nturn southwest\nsouthwest K a1\nsouthwest Q b1\nsouthwest R " +
		"a2\nnorthwest K d5\nout northeast southwest\nout southeast southwest\n",
}

// TestLevelsMateBareKings checks that the weakest levels checkmate bare kings, even if a
// search chooses the moves of the bare kings.
func TestLevelsMateBareKings(t *testing.T) {
	for name, text := range bareKings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
			if err != nil {
				t.Fatal(err)
			}
			s := NewSearcher(14)
			for level := Level(1); level <= 2; level++ {
				for seed := range uint64(3) {
					g, dice := start.Clone(), rand.New(rand.NewPCG(seed, 2))
					s.eval.setGame(g)
					side, ply := s.eval.rootSide, 0
					for ; ply < 300 && !g.Position.Over(); ply++ {
						a := s.Choose(context.Background(), g, Limits{Nodes: 500, Seed: dice.Uint64()}).Action
						if side.Has(g.Variant.Actor(&g.Position)) {
							a = s.Choose(context.Background(), g, level.Limits(g.Variant, dice.Uint64())).Action
						}
						if _, err := g.Play(a); err != nil {
							t.Fatal(err)
						}
					}
					t.Logf("level %d: %d plies %v", level, ply, g.Position.Outcome)
					if w := g.Position.Outcome.Winners; w == 0 || w&^side != 0 {
						t.Errorf("level %d, seed %d: not won after %d plies: %v", level, seed, ply, g.Position.Outcome)
					}
				}
			}
		})
	}
}
