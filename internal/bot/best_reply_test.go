package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// replied is BRS+ as docs/bots.md has it: we take what is most for us; between two
// turns of ours one of the others, whichever it is, may answer with what is least
// for us, and the rest do what seems natural.
func replied(l line, answered bool, depth int) int32 {
	if w, over := l.ended(); over {
		return w
	}
	p := &l.positions[len(l.positions)-1]
	if depth == 0 {
		return l.e.evaluate(p)
	}
	if l.v.Actor(p) == l.e.seat {
		best := -infinite
		for _, a := range l.v.Legal(p, nil) {
			best = max(best, replied(l.on(a), false, depth-1))
		}
		return best
	}
	seems := natural(l.v, l.e, p)
	worst := replied(l.on(seems), answered, depth-1)
	for _, a := range l.v.Legal(p, nil) {
		if a != seems && !answered {
			worst = min(worst, replied(l.on(a), true, depth-1))
		}
	}
	return worst
}

// natural is the action that would be looked at first by who has learnt nothing yet:
// a man taken or made that is worth the one who does it, or is not defended, the
// dearer first and by the cheaper; else a quiet move; else the least foolish taking.
// Of equals it is the first.
func natural(v rules.Variant, e *evaluator, p *rules.Position) (seems rules.Action) {
	enemies, most := e.enemies(p, v.Actor(p)), math.MinInt
	for _, a := range v.Legal(p, nil) {
		appeal := -1_000_000_000 // not to move at all
		if a.Type == rules.Move {
			appeal = 0
			target, own := p.Board[a.To], e.pieceValue[p.Board[a.From].Kind()]
			gain := int32(0)
			if target != 0 && e.owner(p, target.Army()) != rules.NoSeat {
				gain = e.captureValue[target.Kind()]
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
			seems, most = a, appeal
		}
	}
	return seems
}

// Where everybody plays for himself, the search with table, pruning and quiescence
// off is that: on a hundred random positions of each variantCase to depth 3, and to depth 4
// or 5, where our turn has come again, on those that a few thousand nodes suffice for.
func TestSearchIsBestReply(t *testing.T) {
	const depth, deep, nodes = 3, 5, 5_000
	positions := 100
	if testing.Short() {
		positions = 8
	}
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		if v.Facts().Teams() {
			t.Skip("partners play: that is minimax")
		}
		dice := rand.New(rand.NewPCG(11, 1))
		bare := NewSearcher(4)
		bare.searchFeatures = searchFeatures{noTable: true, noPruning: true, noQuiescence: true, noReductions: true}
		toTheBottom := 0
		for i := range positions {
			g := wander(v, dice, dice.IntN(250))
			got := bare.Choose(context.Background(), g, Limits{Depth: deep, Nodes: nodes})
			if got.Depth < depth {
				got = bare.Choose(context.Background(), g, Limits{Depth: depth})
			}
			want := replied(line{v, &bare.eval, g, []rules.Position{g.Position}}, false, got.Depth)
			if got.Value != int(want) {
				t.Fatalf("position %d: the search says %d, best reply %d, to depth %d\n%+v", i, got.Value, want, got.Depth, g.Position)
			}
			if got.Depth == deep {
				toTheBottom++
			}
		}
		if toTheBottom == 0 && !testing.Short() {
			t.Errorf("no position was looked at to depth %d", deep)
		}
	})
}
