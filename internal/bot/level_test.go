package bot

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
	"quadrille/rules/variants"
)

func TestLevelsGetStronger(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		for l := Level(1); l < Strongest; l++ {
			here, above := l.Limits(v, 7), (l+1).Limits(v, 7)
			if here.Nodes > above.Nodes || here.Noise < above.Noise || here == above || here.Noise == 0 || here.Seed != 7 {
				t.Errorf("level %d has %+v, the next level %+v", l, here, above)
			}
		}
		if best := Strongest.Limits(v, 7); best.Noise != 0 || best != (Strongest+1).Limits(v, 7) {
			t.Errorf("the strongest level has %+v", best)
		}
		if Level(0).Limits(v, 7) != Level(1).Limits(v, 7) {
			t.Error("level 0 does not have the limits of level 1")
		}
	})
}

// TestNoStepOfTheLadderIsTooLarge plays matches between neighbouring levels that search few
// nodes, in games with teams. In Verney's game level 4 once won 39 of 40 games against level 3.
func TestNoStepOfTheLadderIsTooLarge(t *testing.T) {
	matchOpenings(t)
	const openings, most, maxNodes = 8, 0.9, 500
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		for l := Level(1); v.Facts().Teams() && (l+1).Limits(v, 0).Nodes <= maxNodes; l++ {
			c := contest{searching((l+1).Limits(v, 0), nil), searching(l.Limits(v, 0), nil)}
			all := float64(openings * len(seatings(v)))
			lost, games := 0.0, 0
			for i := 0; i < openings && lost < (1-most)*all; i++ { // it cannot win more than that any more
				for _, seats := range seatings(v) {
					share, _ := c.game(v, seats, uint64(i))
					lost, games = lost+1-share, games+1
				}
			}
			if t.Logf("level %d loses %.1f of %d games against level %d", l+1, lost, games, l); lost < (1-most)*all {
				t.Errorf("level %d loses only %.1f of %d games against level %d, want at least %.1f", l+1, lost, games, l, (1-most)*all)
			}
		}
	})
}

// TestEachFormHasItsLevels fails where a form of a game has no row of levels, so that it would play
// with levels that nobody has measured.
func TestEachFormHasItsLevels(t *testing.T) {
	for _, v := range variants.Forms() {
		f, form := v.Facts(), " free-for-all"
		if f.Teams() {
			form = " teams"
		}
		if _, own := v.(Leveled); !own && levels[f.Name+form] == [Strongest][2]int{} {
			t.Errorf("%s has no levels", rules.Form(f))
		}
	}
}

// leveledToy is the toy game with levels of its own.
type leveledToy struct{ *rulestest.Toy }

func (leveledToy) Levels() (rows [Strongest][2]int) {
	rows[0] = [2]int{7, 70}
	return rows
}

// TestGameWithoutRowPlaysWithLimits checks that a bot never searches without a limit, and that a
// game can bring its own levels.
func TestGameWithoutRowPlaysWithLimits(t *testing.T) {
	v, err := rulestest.NewToy(nil)
	if err != nil {
		t.Fatal(err)
	}
	for l := Level(1); l <= Strongest; l++ {
		if got := l.Limits(v, 1); got.Nodes == 0 {
			t.Errorf("level %d has no limit: %+v", l, got)
		}
	}
	if got := Level(1).Limits(leveledToy{v.(*rulestest.Toy)}, 1); got.Nodes != 7 || got.Noise != 70 {
		t.Errorf("the levels of the game are not used: %+v", got)
	}
	g := rules.NewGame(v)
	for ply := range 12 {
		c := NewSearcher(10).Choose(t.Context(), g, Level(2).Limits(v, uint64(ply)))
		if _, err := g.Play(c.Action); err != nil {
			t.Fatal(err)
		}
	}
}
