package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// Who throws a man away is told so; who plays what the analyst would is not.
func TestAnalysisTellsWhatWasGivenAway(t *testing.T) {
	p := NewPool(1)
	defer p.Close()
	for _, f := range forms {
		v := f.variant(t)
		g := wander(v, rand.New(rand.NewPCG(11, 4)), 30)
		start := g.Clone()
		limits := Limits{Nodes: 1500}
		var actions []rules.Action
		for ply := 0; ply < 8 && !g.Position.Over(); ply++ {
			a := NewSearcher(poolBits).Choose(t.Context(), g, limits).Action
			if ply%2 == 1 {
				a = worst(v, g)
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
			actions = append(actions, a)
		}
		good, bad := 0, 0
		told := 0
		err := p.Analyse(t.Context(), start, actions, limits, func(r Remark) {
			if r.Played != actions[told] {
				t.Errorf("%s: remark %d is about %v", f.name, told, r.Played)
			}
			if told++; told%2 == 0 {
				bad += r.Swing()
			} else {
				good += r.Swing()
			}
		})
		if err != nil || told != len(actions) || start.Position != g.Position {
			t.Errorf("%s: %d of %d told, %v", f.name, told, len(actions), err)
		}
		if good != 0 || bad <= 100 {
			t.Errorf("%s: the good ones gave away %d, the bad ones %d", f.name, good, bad)
		}
	}
}

// worst is what leaves least after one ply.
func worst(v rules.Variant, g *rules.Game) (worst rules.Action) {
	s, least := NewSearcher(4), 0
	for i, a := range v.Legal(&g.Position, nil) {
		c := s.Choose(context.Background(), g, Limits{Depth: 2, Only: a})
		if i == 0 || c.Value < least {
			worst, least = a, c.Value
		}
	}
	return worst
}

func TestAnalysisOfResignationsAndErrors(t *testing.T) {
	p := NewPool(1)
	defer p.Close()
	g := newGame(t)
	resign := []rules.Action{{Verb: rules.Resign}, {Verb: rules.Resign}}
	told := 0
	err := p.Analyse(t.Context(), g, resign, Limits{Nodes: 10}, func(r Remark) {
		if told++; r.Best.Nodes != 0 || r.Swing() != 0 {
			t.Errorf("a resignation was weighed: %+v", r)
		}
	})
	var refusal *rules.Refusal
	if told != 1 || !errors.As(err, &refusal) {
		t.Errorf("%d told, then %v", told, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	legal := g.Variant.Legal(&newGame(t).Position, nil)
	if err := p.Analyse(ctx, newGame(t), legal[:1], Limits{Nodes: 10}, func(Remark) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func newGame(t *testing.T) *rules.Game { return rules.NewGame(forms[0].variant(t)) }
