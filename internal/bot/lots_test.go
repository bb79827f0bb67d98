package bot

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// toyPosition returns a game of the toy game from position text.
func toyPosition(t *testing.T, lines ...string) *rules.Game {
	t.Helper()
	g, _, err := rules.ParsePosition(strings.NewReader("variant toy\n"+strings.Join(lines, "\n")+"\n"), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// walkingGame returns a game of the toy game after random plies, in which one or two seats have left and
// walk. A seat that plays is to move.
func walkingGame(t *testing.T, dice *rand.Rand) *rules.Game {
	t.Helper()
	v, err := rulestest.NewToy(nil)
	if err != nil {
		t.Fatal(err)
	}
	for {
		g := rules.NewGame(v)
		for ply := 0; !g.Position.Over() && (ply < 30 || rules.ByLot(v, &g.Position)); ply++ {
			a := rules.DrawLot(v, &g.Position, dice.IntN)
			if leaves := dice.IntN(20) == 0 && g.Position.HasStake().Count() > 2; leaves {
				a = rules.Action{Type: rules.Resign, Seat: g.Position.HasStake().First()}
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
		}
		if !g.Position.Over() && g.Position.MovesOnBoard() != g.Position.HasStake() {
			return g
		}
	}
}

// TestSearchAveragesOverLots compares the search of positions in which seats walk with a plain one: the
// value of a turn that is drawn by lot is the mean of its actions, with and without pruning.
func TestSearchAveragesOverLots(t *testing.T) {
	dice := rand.New(rand.NewPCG(17, 1))
	bare, pruning := NewSearcher(4), NewSearcher(4)
	bare.searchFeatures = searchFeatures{noTable: true, noPruning: true, noQuiescence: true, noReductions: true}
	pruning.searchFeatures = searchFeatures{noTable: true, noQuiescence: true, noReductions: true}
	for i := range 12 {
		g := walkingGame(t, dice)
		got := bare.Choose(context.Background(), g, Limits{Depth: 3, Method: Paranoid})
		want := minimax(line{g.Variant, &bare.eval, g, []rules.Position{g.Position}}, got.Depth)
		if got.Value != int(want) {
			text := rules.PositionText(g.Variant, &g.Position)
			t.Fatalf("position %d: the search returns %d, the plain search %d\n%s", i, got.Value, want, text)
		}
		if cut := pruning.Choose(context.Background(), g, Limits{Depth: 3, Method: Paranoid}); cut.Value != got.Value {
			t.Fatalf("position %d: with pruning %+v, without %+v", i, cut, got)
		}
		if c := NewSearcher(10).Choose(context.Background(), g, Limits{Nodes: 2000}); g.Validate(c.Action) != nil {
			t.Errorf("position %d: the search chose %v", i, c.Action)
		}
	}
}

// TestTreeVisitsAllLotsEqually checks that a tree search does not prefer an action that is drawn by lot.
func TestTreeVisitsAllLotsEqually(t *testing.T) {
	dice, s, lots := rand.New(rand.NewPCG(23, 1)), NewSearcher(4), 0
	for range 6 {
		g := walkingGame(t, dice)
		if s.Choose(context.Background(), g, Limits{Nodes: 3000, Method: Tree}); s.eval.rivals < 2 {
			continue
		}
		for i := range s.tree.nodes {
			n := &s.tree.nodes[i]
			if !n.expanded || !n.lot {
				continue
			}
			lots++
			least, most := n.visits, int32(0)
			for k := n.first; k < n.first+n.count; k++ {
				visits := s.tree.visits(&s.tree.edges[k])
				least, most = min(least, visits), max(most, visits)
			}
			if most-least > 1 {
				t.Fatalf("one of %d actions was searched %d times, another %d times", n.count, most, least)
			}
		}
	}
	if lots < 20 {
		t.Errorf("only %d nodes are drawn by lot", lots)
	}
}

// TestWalkingKingIsNoMaterial checks that a king which walks attacks but has no value, and that the dead
// pieces of its army neither attack nor gain anything.
func TestWalkingKingIsNoMaterial(t *testing.T) {
	g := toyPosition(t, "turn south", "south K a1", "south Q d4", "west K h5", "west Q d8", "north K h8", "walking west")
	var e evaluator
	e.setGame(g)
	p := &g.Position
	m := e.countMaterial(p)
	if values := e.materialValues(p, &m); values[1] != 0 || values[0] <= values[2] {
		t.Errorf("the values of the seats are %v", values)
	}
	action := func(text string) rules.Action {
		a, err := rules.ParsePlain(g.Variant.Facts(), 0, text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if gain := e.gain(p, action("d4-d8")); gain != 0 {
		t.Errorf("a dead queen gains %d", gain)
	}
	enemies := e.enemies(p, 0)
	if d5, _ := g.Variant.Facts().Geometry.Square("d5"); e.reach.Attacked(&p.Board, d5, enemies) {
		t.Error("a dead queen attacks d5")
	}
	if h4, _ := g.Variant.Facts().Geometry.Square("h4"); !e.reach.Attacked(&p.Board, h4, enemies) {
		t.Error("the king that walks does not attack h4")
	}
}

// TestBotPlaysForPoints checks that the search captures the queen that counts nine points and not the
// tired one that counts one, and knows that a game is won by points and not by being the last.
func TestBotPlaysForPoints(t *testing.T) {
	g := toyPosition(t, "turn south", "south K a1", "south Q d4", "west K h1", "west Q d8", "north K h7", "north T g4", "east K a8")
	for _, method := range []Method{Tree, BestReply, Paranoid} {
		c := NewSearcher(10).Choose(context.Background(), g, Limits{Nodes: 2000, Method: method})
		if got := rules.Plain(g.Variant.Facts(), 0, c.Action); got != "d4-d8" {
			t.Errorf("method %d plays %s", method, got)
		}
	}
	var e evaluator
	e.setGame(g)
	ended := func(points ...uint16) int32 {
		p := g.Position
		copy(p.Points[:], points)
		g.Variant.End(&p, rules.ByLastSeat)
		return e.resultValue(&p)
	}
	first, second, last := ended(9, 5, 0, 0), ended(9, 20, 0, 0), ended(0, 20, 1, 1)
	if first < Decided || second >= Decided || second <= last || last <= -Decided {
		t.Errorf("first place %d, second %d, last %d", first, second, last)
	}
}

// TestAnalysisDoesNotJudgeLots checks that an action drawn by lot is nobody's best move.
func TestAnalysisDoesNotJudgeLots(t *testing.T) {
	g := walkingGame(t, rand.New(rand.NewPCG(5, 1)))
	for !rules.ByLot(g.Variant, &g.Position) {
		if _, err := g.Play(g.Variant.Legal(&g.Position, nil)[0]); err != nil {
			t.Fatal(err)
		}
	}
	pool := NewPool(1)
	defer pool.Close()
	drawn := g.Variant.Legal(&g.Position, nil)[:1]
	err := pool.Analyse(t.Context(), g, drawn, AnalysisLimits{Limits: Limits{Nodes: 100}}, func(e MoveEvaluation) {
		if e.Best != (Choice{}) || e.Swing() != 0 {
			t.Errorf("%+v", e)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}
