package assets_test

import (
	"testing"

	"quadrille/assets"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestAnnotatedGamesAreLegal(t *testing.T) {
	lessons := map[string]bool{}
	for _, score := range assets.AnnotatedGames {
		v, err := variants.New(score.Game, score.Options)
		if err != nil {
			t.Fatalf("%s: %v", score.Title, err)
		}
		game, asked := rules.NewGame(v), 0
		for i, step := range score.Steps {
			actor := v.Actor(&game.Position)
			action, err := rules.ParsePlain(v.Facts(), actor, step.Action)
			if err == nil {
				_, err = game.Play(action)
			}
			if err != nil {
				t.Fatalf("%s: step %d, %s: %v", score.Title, i+1, step.Action, err)
			}
			if step.Prompt != "" {
				asked++
				if actor != 0 {
					t.Errorf(
						"%s: step %d, %s, is asked of the learner, who has the first seat and not %d",
						score.Title,
						i+1,
						step.Action,
						actor,
					)
				}
			}
		}
		if score.Lesson != (asked >= 2) {
			t.Errorf("%s asks for %d actions", score.Title, asked)
		}
		if score.Opening == "" || score.Steps[len(score.Steps)-1].Note == "" {
			t.Errorf("%s has no note at its beginning or end", score.Title)
		}
		lessons[score.Game] = lessons[score.Game] || score.Lesson
	}
	for _, def := range variants.All() {
		if !lessons[def.Name] {
			t.Errorf("there is no lesson in %s", def.Name)
		}
	}
}
