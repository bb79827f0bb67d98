package live_test

import (
	"context"
	"testing"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var student = player.Player{ID: "SHA256:student", Name: "Student"}

// parse returns the actions of an annotated game.
func parse(t *testing.T, score *assets.AnnotatedGame) []rules.Action {
	t.Helper()
	v, err := variants.New(score.Game, score.Options)
	if err != nil {
		t.Fatal(err)
	}
	game, actions := rules.NewGame(v), []rules.Action(nil)
	for _, step := range score.Steps {
		a, err := rules.ParsePlain(v.Facts(), v.Actor(&game.Position), step.Action)
		if err == nil {
			_, err = game.Play(a)
		}
		if err != nil {
			t.Fatal(err)
		}
		actions = append(actions, a)
	}
	return actions
}

func TestStudyStartsAfterAnyMove(t *testing.T) {
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		actions := parse(t, score)
		for _, at := range []int{0, 1, len(actions) / 2, len(actions) - 2} {
			study, err := live.Study(t.Context(), student, score.Game, score.Options, actions[:at])
			if err != nil {
				t.Fatalf("%s, after %d: %v", score.Title, at, err)
			}
			v := study.View()
			if len(v.Moves) != at || v.Phase != table.Playing {
				t.Errorf("%s: %d moves in phase %d, wanted %d", score.Title, len(v.Moves), v.Phase, at)
			}
			act := table.Command{By: student, Kind: table.Play, Seat: rules.NoSeat, Action: v.Legal[0], Answers: at}
			if err := study.Do(t.Context(), act); err != nil {
				t.Errorf("%s, after %d: %v", score.Title, at, err)
			}
			if err := study.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestStudyDrawsLots begins studies after a player has left and before the table has drawn the move of
// their king. Somebody can move.
func TestStudyDrawsLots(t *testing.T) {
	for _, def := range variants.All() {
		resigned := []rules.Action{{Type: rules.Resign}}
		study, err := live.Study(t.Context(), student, def.Name, nil, resigned)
		if err != nil {
			t.Fatal(err)
		}
		v := study.View()
		if v.Phase == table.Playing && (len(v.Legal) == 0 || rules.ByLot(v.Variant, &v.Position)) {
			t.Errorf("%s: nobody can move", def.Name)
		}
		if _, lots := v.Variant.(rules.Lots); lots && (len(v.Moves) < 2 || !v.Moves[1].Lot) {
			t.Errorf("%s: no lot was drawn", def.Name)
		}
		if err := study.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

func TestStudyOfAFinishedGame(t *testing.T) {
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		actions := parse(t, score)
		study, err := live.Study(t.Context(), student, score.Game, score.Options, actions)
		if err != nil {
			t.Fatalf("%s: %v", score.Title, err)
		}
		last := actions[len(actions)-1]
		switch v := study.View(); {
		case last.Type == rules.Resign && (v.Phase != table.Playing || len(v.Moves) != len(actions)-1):
			t.Errorf(
				"%s: a study of a resigned game begins before the resignation, not in phase %d after %d",
				score.Title,
				v.Phase,
				len(v.Moves),
			)
		case last.IsBoardAction() && len(v.Moves) != len(actions):
			t.Errorf("%s: %d moves of %d", score.Title, len(v.Moves), len(actions))
		}
		if err := study.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

func TestStudyToEndIncludesResignation(t *testing.T) {
	ended := 0
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		study, err := live.StudyToEnd(t.Context(), student, score.Game, score.Options, parse(t, score))
		if err != nil {
			t.Fatalf("%s: %v", score.Title, err)
		}
		v := study.View()
		if len(v.Moves) != len(score.Steps) || v.Position.Over() != (v.Phase == table.Finished) {
			t.Errorf("%s: %d actions of %d, in phase %d", score.Title, len(v.Moves), len(score.Steps), v.Phase)
		}
		if v.Phase == table.Finished && score.Steps[len(score.Steps)-1].Action == "resign" {
			ended++
		}
		if err := study.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
	if ended == 0 {
		t.Error("no annotated game ends by resignation: nothing was tested")
	}
}
