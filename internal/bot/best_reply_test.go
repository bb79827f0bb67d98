package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"quadrille/rules"
)

// bestReply returns the value of a position in a best-reply search (BRS+; see docs/bots.md).
// The root seat plays its best action. Between two turns of the root seat, the opponent that
// can hurt it most plays its best reply, and the other opponents play the action that move
// ordering puts first.
func bestReply(l line, answered bool, depth int) int32 {
	if w, over := l.result(); over {
		return w
	}
	p := &l.positions[len(l.positions)-1]
	if depth == 0 {
		return l.e.evaluate(p)
	}
	if rules.ByLot(l.v, p) {
		return meanOfLot(l, func(next line) int32 { return bestReply(next, answered, depth-1) })
	}
	if l.v.Actor(p) == l.e.seat {
		best := -infinite
		for _, a := range l.v.Legal(p, nil) {
			best = max(best, bestReply(l.with(a), false, depth-1))
		}
		return best
	}
	first := firstOrdered(l.v, l.e, p)
	worst := bestReply(l.with(first), answered, depth-1)
	for _, a := range l.v.Legal(p, nil) {
		if a != first && !answered {
			worst = min(worst, bestReply(l.with(a), true, depth-1))
		}
	}
	return worst
}

// firstOrdered returns the action that move ordering puts first when the searcher has no
// killer moves or history yet. The order is: captures and promotions that do not lose
// material, the greatest gain first (for equal gains, the moving piece of lowest value
// first); then quiet moves; then losing captures.
func firstOrdered(v rules.Variant, e *evaluator, p *rules.Position) (first rules.Action) {
	enemies, most := e.enemies(p, v.Actor(p)), math.MinInt
	for _, a := range v.Legal(p, nil) {
		appeal := -1_000_000_000 // actions other than moves come last
		if a.Type == rules.Move {
			appeal = 0
			target, own := p.Board[a.To], e.pieceValue[p.Board[a.From].Kind()]
			gain := int32(0)
			if target != 0 {
				gain = e.captureGain(p, target)
			}
			if a.Promote != rules.NoKind {
				gain += e.pieceValue[a.Promote] - e.pieceValue[rules.Pawn]
			}
			switch defended := e.reach.Attacked(&p.Board, a.To, enemies); {
			case gain == 0:
			case own > gain && defended:
				appeal = int(gain) - 1_000_000
			default:
				appeal = 1_000_000 + 16*int(gain) - int(own)
			}
		}
		if appeal > most {
			first, most = a, appeal
		}
	}
	return first
}

// TestSearchIsBestReply checks that in a free-for-all, a search without transposition
// table, pruning and quiescence search returns the same value as the simple search
// bestReply. Some positions are searched so deep that the root seat has a second turn.
func TestSearchIsBestReply(t *testing.T) {
	const depth, deep, nodes = 3, 5, 5_000
	positions := 25
	switch {
	case os.Getenv("QUADRILLE_MATCH") != "":
		positions = 100
	case testing.Short():
		positions = 8
	}
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		if v.Facts().Teams() {
			t.Skip("with teams the search is minimax")
		}
		dice := rand.New(rand.NewPCG(11, 5))
		bare := NewSearcher(4)
		bare.searchFeatures = searchFeatures{noTable: true, noPruning: true, noQuiescence: true, noReductions: true}
		deepest := 0
		for i := range positions {
			g := playRandom(v, dice, dice.IntN(250))
			got := bare.Choose(context.Background(), g, Limits{Depth: deep, Nodes: nodes})
			if got.Depth < depth {
				got = bare.Choose(context.Background(), g, Limits{Depth: depth})
			}
			want := bestReply(line{v, &bare.eval, g, []rules.Position{g.Position}}, false, got.Depth)
			if got.Value != int(want) {
				t.Fatalf(
					"position %d: the search returns %d, best reply is %d, at depth %d\n%+v",
					i,
					got.Value,
					want,
					got.Depth,
					g.Position,
				)
			}
			if got.Depth == deep {
				deepest++
			}
		}
		if deepest == 0 && !testing.Short() {
			t.Errorf("no position was searched to depth %d", deep)
		}
	})
}
