package bot

import (
	"context"
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// eachFreeForAll runs a test for each game that is a free-for-all.
func eachFreeForAll(t *testing.T, do func(t *testing.T, v rules.Variant)) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		if v.Facts().Teams() {
			t.SkipNow()
		}
		do(t, v)
	})
}

// The tree search chooses a legal action in any position, does not exceed its limit of nodes,
// and expects a score between 0 and 1. The same seed gives the same choice.
func TestTreeSearchInRandomPositions(t *testing.T) {
	eachFreeForAll(t, func(t *testing.T, v rules.Variant) {
		dice := rand.New(rand.NewPCG(3, 4))
		s, other := NewSearcher(4), NewSearcher(4)
		trees := 0
		for i := range 40 {
			g := playRandom(v, dice, dice.IntN(300))
			l := Limits{Nodes: 300, Seed: uint64(i), Method: Tree, Noise: i % 2 * 500}
			c := s.Choose(context.Background(), g, l)
			if err := g.Validate(c.Action); err != nil {
				t.Fatalf("%+v: %v\n%+v", c, err, g.Position)
			}
			if c.Depth == 0 && c.Nodes > l.Nodes { // if Depth is set, the search used no tree, and may exceed the limit
				t.Errorf("%d nodes, at most %d are allowed", c.Nodes, l.Nodes)
			}
			if c.Depth == 0 {
				trees++
				if c.Value < 0 || c.Value > 100 {
					t.Errorf("the seat expects %d %% of the winner's score", c.Value)
				}
			}
			if again := other.Choose(context.Background(), g, l); again != c {
				t.Errorf("the second search returned %+v, the first one %+v", again, c)
			}
		}
		if trees < 10 {
			t.Errorf("only %d positions were searched with a tree", trees)
		}
	})
}

// The tree search usually captures an undefended queen.
func TestTreeSearchCapturesQueen(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	eachFreeForAll(t, func(t *testing.T, v rules.Variant) {
		dice := rand.New(rand.NewPCG(5, 6))
		s := NewSearcher(4)
		found, captured := 0, 0
		for found < 10 {
			g := playRandom(v, dice, 8+dice.IntN(60))
			queen, ok := freeQueen(v, g)
			if !ok || g.Position.HasStake().Count() < rules.SeatCount {
				continue
			}
			found++
			if c := s.Choose(context.Background(), g, Limits{Nodes: 2000, Method: Tree}); c.Action.To == queen ||
				g.Position.Board[c.Action.To].Kind() >= rules.Queen {
				captured++
			}
		}
		if captured < 8 {
			t.Errorf("%d of %d undefended queens were captured", captured, found)
		}
	})
}

// freeQueen returns the square of a queen that the seat to act can capture, if no opponent can
// recapture on that square.
func freeQueen(v rules.Variant, g *rules.Game) (rules.Square, bool) {
	reach := v.(rules.Evaluable).AttackTables()
	p := &g.Position
	for _, a := range v.Legal(p, nil) {
		if a.Type != rules.Move || p.Board[a.To].Kind() != rules.Queen {
			continue
		}
		var others rules.PieceSet
		for army := range rules.Army(rules.SeatCount) {
			if army != p.Board[a.From].Army() {
				others |= rules.AllOf(army)
			}
		}
		var next rules.Position
		v.Apply(&next, p, a)
		if next.HasStake() == p.HasStake() && !reach.Attacked(&next.Board, a.To, others) {
			return a.To, true
		}
	}
	return rules.NoSquare, false
}

// After its first searches, the tree search allocates no memory.
func TestTreeSearchAllocatesNothing(t *testing.T) {
	for _, f := range variantCases {
		v := f.form
		if v.Facts().Teams() {
			continue
		}
		s := NewSearcher(4)
		g := playRandom(v, rand.New(rand.NewPCG(7, 8)), 20)
		l := Limits{Nodes: 500, Method: Tree}
		s.Choose(context.Background(), g, l)
		if n := testing.AllocsPerRun(3, func() { s.Choose(context.Background(), g, l) }); n > 0 {
			t.Errorf("%s: %v allocations in a search", f.name, n)
		}
	}
}

// An analysis never uses a tree search, because an analysis compares values in pawns, and
// the values of a tree search are expected scores.
func TestAnalysisUsesNoTree(t *testing.T) {
	eachFreeForAll(t, func(t *testing.T, v rules.Variant) {
		p := NewPool(1)
		defer p.Close()
		g := rules.NewGame(v)
		action := v.Legal(&g.Position, nil)[0]
		limits := AnalysisLimits{Limits: Strongest.Limits(v, 1)}
		limits.Nodes = 2000
		err := p.Analyse(context.Background(), g, []rules.Action{action}, limits, func(e MoveEvaluation) {
			if e.Best.Depth == 0 {
				t.Errorf("the analysis searched to no depth: %+v", e)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestTreeSearchesOnlyTheGivenAction checks that a search with the method Tree returns the
// action in the field Only of its limits, even if this action is bad.
func TestTreeSearchesOnlyTheGivenAction(t *testing.T) {
	eachFreeForAll(t, func(t *testing.T, v rules.Variant) {
		g := rules.NewGame(v)
		for _, a := range v.Legal(&g.Position, nil) {
			l := Limits{Nodes: 100, Method: Tree, Only: a}
			if c := NewSearcher(4).Choose(t.Context(), g, l); c.Action != a {
				t.Fatalf("%+v, want %+v", c, a)
			}
		}
	})
}
