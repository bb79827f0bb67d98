package e2e

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/rules"
)

// randomGame returns a random legal game of at most the given number of plies, determined by
// the seed. It prefers rare actions, so that there are promotions, removals and choices of
// an army.
func randomGame(t *testing.T, name string, options map[string]string, seed uint64, plies int) (actions []rules.Action) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 4))
	g := newGame(t, name, options)
	for len(actions) < plies && !g.Position.Over() {
		a := randomAction(random, g)
		if _, err := g.Play(a); err != nil {
			t.Fatalf("%d. %v: %v", len(actions)+1, a, err)
		}
		actions = append(actions, a)
	}
	return actions
}

func randomAction(random *rand.Rand, g *rules.Game) rules.Action {
	p := &g.Position
	legal := g.Variant.Legal(p, nil)
	lively := func(a rules.Action) bool { return p.Board[a.From].Kind() == rules.Pawn || p.Board[a.To].IsPiece() }
	if some := filter(legal, special); len(some) > 0 {
		legal = some
	} else if some := filter(legal, lively); len(some) > 0 && random.IntN(2) == 0 {
		legal = some
	}
	return legal[random.IntN(len(legal))]
}

func filter(legal []rules.Action, wanted func(rules.Action) bool) []rules.Action {
	return slices.DeleteFunc(slices.Clone(legal), func(a rules.Action) bool { return !wanted(a) })
}

// special reports whether an action promotes a pawn or has a type other than rules.Move.
func special(a rules.Action) bool { return a.Type != rules.Move || a.Promote != rules.NoKind }
