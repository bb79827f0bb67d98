package analysis_test

import (
	"context"
	"testing"

	"quadrille/assets"
	"quadrille/internal/bot"
	"quadrille/internal/service/analysis/expected"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestLessonsAskForNoMistake checks that no lesson asks the player to play a bad move.
func TestLessonsAskForNoMistake(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	// A move is bad if it loses at least this much expected score. The analysis itself is less strict: its limit is
	// mistakeLoss.
	const bad, nodes = 0.08, 20_000
	for _, lesson := range assets.AnnotatedGames {
		if !lesson.Lesson {
			continue
		}
		v, err := variants.New(lesson.Game, lesson.Options)
		if err != nil {
			t.Fatal(err)
		}
		g, s := rules.NewGame(v), bot.NewSearcher(16)
		for _, step := range lesson.Steps {
			p := &g.Position
			a, err := rules.ParsePlain(v.Facts(), v.Actor(p), step.Action)
			if err != nil {
				t.Fatal(err)
			}
			if step.Prompt != "" {
				loss := lossOf(s, g, a, nodes)
				if loss >= bad {
					loss = lossOf(s, g, a, 10*nodes) // search longer, because a short search may be wrong
				}
				if loss >= bad {
					t.Errorf("%s asks for %s, which loses %.2f: %s", lesson.Title, step.Action, loss, step.Prompt)
				}
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// lossOf returns by how much an action lowers the expected score, compared with the best
// action.
func lossOf(s *bot.Searcher, g *rules.Game, a rules.Action, nodes int) float64 {
	best := s.Choose(context.Background(), g, bot.Limits{Nodes: nodes})
	asked := s.Choose(context.Background(), g, bot.Limits{Nodes: nodes, Depth: best.Depth, Only: a})
	return expected.Score(g.Variant, &g.Position, best.Value) - expected.Score(g.Variant, &g.Position, asked.Value)
}
