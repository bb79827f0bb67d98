package analysis_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"quadrille/assets"
	"quadrille/internal/bot"
	"quadrille/internal/service/analysis/expected"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestLessonsWarnOfBadMoves checks that a lesson that asks the player to play a bad move
// calls the move a mistake.
func TestLessonsWarnOfBadMoves(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	// If a prompt asks for an action that loses at least this much expected score, the prompt
	// must call it a mistake. The analysis itself is less strict: its limit is mistakeLoss.
	const bad, nodes = 0.08, 20_000
	warnings := 0
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
				warned := strings.Contains(step.Prompt, "mistake")
				if loss >= bad && !warned {
					t.Errorf("%s asks for %s, which loses %.2f, without a warning: %s", lesson.Title, step.Action, loss, step.Prompt)
				}
				if warned {
					warnings++
				}
			}
			if _, err := g.Play(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	if warnings == 0 {
		t.Error("no lesson warns of a mistake")
	}
}

// TestFirstLessonAsksForNoMistake checks the lesson that most people see first. TestLessonsWarnOfBadMoves checks that its moves are as
// good as its texts say.
func TestFirstLessonAsksForNoMistake(t *testing.T) {
	first := slices.IndexFunc(assets.AnnotatedGames, func(a assets.AnnotatedGame) bool { return a.Lesson })
	for _, step := range assets.AnnotatedGames[first].Steps {
		if strings.Contains(step.Prompt, "mistake") {
			t.Errorf("the lesson asks for a mistake: %s", step.Prompt)
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
