package bot

import (
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
						l := Limits{Nodes: 500, Seed: dice.Uint64()}
						if side.Has(g.Variant.Actor(&g.Position)) {
							l = level.Limits(g.Variant, dice.Uint64())
						}
						if _, err := g.Play(s.Choose(t.Context(), g, l).Action); err != nil {
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

// TestErrorsShrinkWithTheArmies checks that a level makes its full errors while the armies are large, and
// smaller ones the fewer pieces are left, whatever number of kings has been taken.
func TestErrorsShrinkWithTheArmies(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		g := rules.NewGame(v)
		var e evaluator
		e.setGame(g)
		p, last := g.Position, 1000
		m := e.countMaterial(&p)
		if n := e.noiseIn(1000, &p, &m); n != 1000 {
			t.Errorf("the noise at the start is %d", n)
		}
		taken := false
		for _, sq := range v.Facts().Geometry.Squares {
			if kind := p.Board[sq].Kind(); !p.Board[sq].IsPiece() || kind == rules.King && taken {
				continue
			} else if kind == rules.King {
				taken = true
				for k, on := range p.King {
					if on == sq {
						p.King[k] = rules.NoSquare
					}
				}
			}
			p.Board[sq] = 0
			m = e.countMaterial(&p)
			n := e.noiseIn(1000, &p, &m)
			if n > last {
				t.Errorf("the noise grows from %d to %d", last, n)
			}
			last = n
		}
		if last != 0 {
			t.Errorf("the noise is %d when only kings are left", last)
		}
	})
}

// TestLevelsWinWithTheLastPieces checks that the weakest levels do not give away the pieces with which they
// can mate while an opponent still has a piece, so that the opponents' kings are not all bare.
func TestLevelsWinWithTheLastPieces(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	const text = "variant chess4\noption teams=on\nturn white\nwhite K n7\nwhite Q n8\nblack K a8\nblack R b8\nsilver K h1\n" +
		"silver N e5\ngold K g14\ngold N j9\n"
	start, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, won := NewSearcher(14), 0
	const games = 8
	for seed := range uint64(games) {
		g, dice := start.Clone(), rand.New(rand.NewPCG(seed, 3))
		s.eval.setGame(g)
		side := s.eval.rootSide
		for ply := 0; ply < 300 && !g.Position.Over(); ply++ {
			l := Limits{Nodes: 500, Seed: dice.Uint64()}
			if side.Has(g.Variant.Actor(&g.Position)) {
				l = Level(1).Limits(g.Variant, dice.Uint64())
			}
			if _, err := g.Play(s.Choose(t.Context(), g, l).Action); err != nil {
				t.Fatal(err)
			}
		}
		if g.Position.Outcome.Winners == side {
			won++
		}
	}
	if t.Logf("won %d of %d", won, games); won < games/2 {
		t.Errorf("level 1 won %d of %d games with a queen and a rook against two knights", won, games)
	}
}
