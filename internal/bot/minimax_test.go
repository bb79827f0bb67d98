package bot

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// line is a line of play: the game up to the root of a search, and the positions from there
// to the current one.
type line struct {
	v         rules.Variant
	e         *evaluator
	game      *rules.Game
	positions []rules.Position
}

// with returns the line of play with one more position: the one after the given action.
func (l line) with(a rules.Action) line {
	var next rules.Position
	l.v.Apply(&next, &l.positions[len(l.positions)-1], a)
	rules.EndWithoutProgress(l.v, &next)
	l.positions = append(l.positions, next)
	return l
}

// result returns the value of the current position if the search must end there: the game is
// over, the position is repeated, or the root seat is eliminated.
func (l line) result() (int32, bool) {
	ply := len(l.positions) - 1
	p := l.positions[ply]
	if !p.Over() && ply > 0 {
		again := ply == 1 && l.game.RepetitionsOf(&p) > 0
		for i := ply - 1; i >= 0 && ply-i <= int(p.QuietPlies); i-- {
			again = again || rules.Hash(&l.positions[i]) == rules.Hash(&p)
		}
		if !again && l.e.eliminated(&p) && l.e.standing != nil {
			m := l.e.countMaterial(&p)
			return l.e.evaluateMaterial(&p, &m), true
		}
		if again || l.e.eliminated(&p) {
			l.v.End(&p, rules.ByRepetition)
		}
	}
	if !p.Over() {
		return 0, false
	}
	r := l.e.resultValue(&p)
	switch {
	case r > 0:
		r -= int32(ply)
	case r < 0:
		r += int32(ply)
	}
	return r, true
}

// evaluate returns the value of a position for the side that acts at the root of the search.
func (e *evaluator) evaluate(p *rules.Position) int32 {
	m := e.countMaterial(p)
	return e.evaluateAll(p, &m)
}

// minimax returns the value of the current position for the root side. If the root side acts,
// this is the greatest value that an action leads to; otherwise it is the least.
func minimax(l line, depth int) int32 {
	if w, over := l.result(); over {
		return w
	}
	p := &l.positions[len(l.positions)-1]
	if depth == 0 {
		return l.e.evaluate(p)
	}
	if rules.ByLot(l.v, p) {
		return meanOfLot(l, func(next line) int32 { return minimax(next, depth-1) })
	}
	own := l.e.rootSide.Has(l.v.Actor(p))
	best := infinite
	if own {
		best = -infinite
	}
	for _, a := range l.v.Legal(p, nil) {
		w := minimax(l.with(a), depth-1)
		if own {
			best = max(best, w)
		} else {
			best = min(best, w)
		}
	}
	return best
}

// meanOfLot returns the mean of the values of all actions in a position where the action is drawn by
// lot. It is decided only if all actions are decided for the same side.
func meanOfLot(l line, value func(line) int32) int32 {
	var values []int32
	sum := int64(0)
	for _, a := range l.v.Legal(&l.positions[len(l.positions)-1], nil) {
		v := value(l.with(a))
		values, sum = append(values, v), sum+int64(v)
	}
	mean := int32(sum / int64(len(values)))
	if slices.Min(values) >= Decided || slices.Max(values) <= -Decided {
		return mean
	}
	return min(max(mean, 1-Decided), Decided-1)
}

// TestSearchIsMinimax checks that a search without transposition table and quiescence search
// returns the minimax value, both with and without pruning. In a free-for-all, this test uses
// the method Paranoid, in which all opponents play as one side. TestSearchIsBestReply tests
// the method BestReply.
func TestSearchIsMinimax(t *testing.T) {
	depth, positions := 2, 4
	if os.Getenv("QUADRILLE_MATCH") != "" {
		depth, positions = 3, 100
	}
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		dice := rand.New(rand.NewPCG(7, 1))
		bare, pruning := NewSearcher(4), NewSearcher(4)
		bare.searchFeatures = searchFeatures{noTable: true, noPruning: true, noQuiescence: true, noReductions: true}
		pruning.searchFeatures = searchFeatures{noTable: true, noQuiescence: true, noReductions: true}
		looked, pruned := 0, 0
		for i := range positions {
			g := playRandom(v, dice, dice.IntN(250))
			got := bare.Choose(context.Background(), g, Limits{Depth: depth, Method: Paranoid})
			want := minimax(line{v, &bare.eval, g, []rules.Position{g.Position}}, got.Depth)
			if got.Value != int(want) {
				t.Fatalf("position %d: the search returns %d, minimax is %d, at depth %d\n%+v", i, got.Value, want, got.Depth, g.Position)
			}
			if cut := pruning.Choose(context.Background(), g, Limits{Depth: depth, Method: Paranoid}); cut.Value != got.Value {
				t.Fatalf("position %d: with pruning %+v, without %+v", i, cut, got)
			} else {
				looked, pruned = looked+got.Nodes, pruned+cut.Nodes
			}
		}
		if pruned > looked*3/4 {
			t.Errorf("pruning leaves %d nodes of %d", pruned, looked)
		}
	})
}

// TestSameSeedSameChoice checks that the choice depends only on the game, the limits and the
// seed, not on earlier searches.
func TestSameSeedSameChoice(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		g := playRandom(v, rand.New(rand.NewPCG(3, 3)), 40)
		used := NewSearcher(10)
		used.Choose(context.Background(), rules.NewGame(v), Limits{Nodes: 3000})
		for seed := range uint64(20) {
			l := Limits{Nodes: 1500, Seed: seed, Noise: int(seed%2) * 200}
			if a, b := used.Choose(context.Background(), g, l), NewSearcher(10).Choose(context.Background(), g, l); a != b {
				t.Fatalf("%+v, then %+v", a, b)
			}
		}
	})
}

func TestNoAllocationOnceWarm(t *testing.T) {
	for _, f := range variantCases {
		v := f.form
		g := playRandom(v, rand.New(rand.NewPCG(5, 5)), 60)
		s := NewSearcher(10)
		if n := testing.AllocsPerRun(2, func() { s.Choose(context.Background(), g, Limits{Nodes: 3000}) }); n > 0 {
			t.Errorf("%s: %g allocations in a search of 3000 nodes", f.name, n)
		}
	}
}

// TestContextEndsSearch checks that a cancelled search still returns an action.
func TestContextEndsSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v := variantCases[0].form
	c := NewSearcher(8).Choose(ctx, rules.NewGame(v), Limits{})
	if c.Nodes > 256 || c.Action.Type != rules.Move {
		t.Errorf("%+v", c)
	}
}

// TestSearchWinsLastDuel checks that the search gives checkmate when two seats are left,
// because the seat that eliminates the other seat scores more (rule C30 in
// docs/rules/chess4.md).
func TestSearchWinsLastDuel(t *testing.T) {
	const text = "variant chess4\nturn white\nwhite K n7\nwhite Q m8\nwhite R b10\nwhite R c11\ngold K a5\nout black white\nout " +
		"silver gold\n"
	g, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := NewSearcher(12).Choose(context.Background(), g, Limits{Nodes: 1_000})
	if _, err := g.Play(c.Action); err != nil || !g.Position.Over() || c.Value < Decided {
		t.Errorf("%+v, %v: %+v", c, err, g.Position.Outcome)
	}
}
