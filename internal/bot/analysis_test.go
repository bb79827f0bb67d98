package bot

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestAnalysisMeasuresSwing(t *testing.T) {
	p := NewPool(1)
	defer p.Close()
	for _, f := range variantCases {
		v := f.form
		g := playRandom(v, rand.New(rand.NewPCG(11, 4)), 30)
		start := g.Clone()
		limits := Limits{Nodes: 500}
		var actions []rules.Action
		for ply := 0; ply < 4 && !g.Position.Over(); ply++ {
			a := NewSearcher(TableBits).Choose(t.Context(), g, limits).Action
			if ply%2 == 1 {
				a = worst(v, g)
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
			actions = append(actions, a)
		}
		good, bad := 0, 0
		reported := 0
		err := p.Analyse(t.Context(), start, actions, AnalysisLimits{Limits: limits}, func(r MoveEvaluation) {
			if r.Played != actions[reported] {
				t.Errorf("%s: report %d evaluates %v", f.name, reported, r.Played)
			}
			if reported++; reported%2 == 0 {
				bad += r.Swing()
			} else {
				good += r.Swing()
			}
		})
		if err != nil || reported != len(actions) || start.Position != g.Position {
			t.Errorf("%s: %d of %d reported, %v", f.name, reported, len(actions), err)
		}
		if good != 0 || bad <= 100 {
			t.Errorf("%s: the best moves lost %d in total, the worst %d", f.name, good, bad)
		}
	}
}

// TestAnalysisIsRepeatable checks that an analysis does not use values from earlier searches,
// although the limits of the strongest level allow it.
func TestAnalysisIsRepeatable(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		p := NewPool(1 / float64(runtime.GOMAXPROCS(0))) // one worker, which keeps its searcher
		defer p.Close()
		var first []MoveEvaluation
		for range 2 {
			limits := AnalysisLimits{Limits: Strongest.Limits(v, 1)}
			limits.Nodes = 1000
			var all []MoveEvaluation
			err := p.Analyse(t.Context(), rules.NewGame(v), randomActions(v, 6), limits, func(e MoveEvaluation) { all = append(all, e) })
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = all
			} else if !slices.Equal(first, all) {
				t.Errorf("two analyses of one game differ:\n%v\n%v", first, all)
			}
		}
	})
}

// randomActions returns n random legal actions from the start of the game.
func randomActions(v rules.Variant, n int) (actions []rules.Action) {
	g, dice := rules.NewGame(v), rand.New(rand.NewPCG(5, 6))
	for range n {
		legal := v.Legal(&g.Position, nil)
		actions = append(actions, legal[dice.IntN(len(legal))])
		if _, err := g.Play(actions[len(actions)-1]); err != nil {
			panic(err) // cannot happen: the action is legal
		}
	}
	return actions
}

// worst returns the action with the lowest value after one ply.
func worst(v rules.Variant, g *rules.Game) (worst rules.Action) {
	s, least := NewSearcher(4), 0
	for i, a := range v.Legal(&g.Position, nil) {
		c := s.Choose(context.Background(), g, Limits{Depth: 1, Only: a})
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
	resign := []rules.Action{{Type: rules.Resign}, {Type: rules.Resign}}
	reported := 0
	err := p.Analyse(t.Context(), g, resign, AnalysisLimits{Limits: Limits{Nodes: 10}}, func(r MoveEvaluation) {
		if reported++; r.Best.Nodes != 0 || r.Swing() != 0 {
			t.Errorf("a resignation was evaluated: %+v", r)
		}
	})
	var refusal *rules.Refusal
	if reported != 1 || !errors.As(err, &refusal) {
		t.Errorf("%d reported, then %v", reported, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	legal := g.Variant.Legal(&newGame(t).Position, nil)
	if err := p.Analyse(ctx, newGame(t), legal[:1], AnalysisLimits{Limits: Limits{Nodes: 10}}, func(MoveEvaluation) {}); !errors.Is(
		err,
		context.Canceled,
	) {
		t.Errorf("%v", err)
	}
}

func newGame(t *testing.T) *rules.Game { return rules.NewGame(variantCases[0].form) }

// TestTheBlunderIsTheLargestSwing checks that, in each sequence of moves, the analysis
// finds the largest swing at the tenth move, which leaves a rook or a queen hanging.
func TestTheBlunderIsTheLargestSwing(t *testing.T) {
	p := NewPool(1)
	defer p.Close()
	for _, c := range []struct {
		game, option string
		line         string
	}{
		{"verney", "", "h2-h3 b7-c7 g13-g12 m8-l8 g1-k5 a10-c9 h14-d10 n5-l6 k5-h5 a6-e10"},
		{"chess4", "", "m10-k10 g2-g4 b8-c8 h13-h12 m9-l9 f1-j5 a7-c9 e13-e11 m7-l7 h1-b7"},
		{"chess4", "teams", "m7-l7 g2-g3 b5-c5 h13-h12 n6-j10 j1-i3 b8-c8 f13-f12 n8-k5 h1-c6"},
	} {
		options := map[string]string{}
		if c.option != "" {
			options[c.option] = "on"
		}
		v, err := variants.New(c.game, options)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(v)
		var actions []rules.Action
		for _, plain := range strings.Fields(c.line) {
			a, err := rules.ParsePlain(v.Facts(), v.Actor(&g.Position), plain)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
			actions = append(actions, a)
		}
		var swings []int
		const quick = 7 // number of moves at the beginning that are not analysed
		start := rules.NewGame(v)
		if err := start.Replay(actions[:quick]); err != nil {
			t.Fatal(err)
		}
		err = p.Analyse(t.Context(), start, actions[quick:], AnalysisLimits{Limits: Limits{Nodes: 3000}}, func(r MoveEvaluation) {
			swings = append(swings, r.Swing())
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, swing := range swings {
			if i != 9-quick && swing >= swings[9-quick] || swings[9-quick] < 300 {
				t.Errorf("%s %s: swings %v", c.game, c.option, swings)
				break
			}
		}
	}
}
