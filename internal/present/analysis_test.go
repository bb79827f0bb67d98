package present_test

import (
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/service/view"
)

func TestAnalysisProgress(t *testing.T) {
	blunder := []view.Assessment{{Judgement: view.Blunder}}
	for want, a := range map[string]view.Analysis{
		"The analysis is number 2 in the queue":        {Moves: 40, Place: 2},
		"1 of 40 moves are analysed: 1 mistake so far": {Moves: 40, Assessments: blunder},
		"The analysis is complete: 1 mistake":          {Moves: 1, Assessments: blunder},
	} {
		if got := present.AnalysisProgress(&a); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestJudgementsOfMoves(t *testing.T) {
	for _, c := range []struct {
		view.Assessment
		line, words string
	}{
		{
			view.Assessment{Played: "a1-a2", Plain: "a1-a2", Before: 150, After: 150, ScoreAfter: 0.62},
			"a1-a2 +1.50 62%", "This was the best move; after it, White is 1.5 pawns ahead",
		},
		{
			view.Assessment{
				Played: "a1-a2", Plain: "a1-a3", Before: 150, After: -70_000, ScoreBefore: 0.62, ScoreAfter: 0.05, Judgement: view.Blunder,
			},
			"a1-a2?? lost; best a1-a3 +1.50; blunder, expected score from 62% to 5%",
			"White is losing; better was rook a1 to a3, 1.5 pawns ahead; blunder, expected score from 62% to 5%",
		},
		{
			view.Assessment{Played: "a1-a2", Plain: "a1-a3", Before: 3, After: -3, ScoreBefore: 0.5, ScoreAfter: 0.5},
			"a1-a2 -0.03; best a1-a3 +0.03; expected score from 50% to 50%", "This was the best move; after it, White is even",
		},
	} {
		if got := present.Assessed(c.Played, c.Plain, &c.Assessment); got != c.line {
			t.Errorf("got %q, want %q", got, c.line)
		}
		if got := present.AssessedInWords("White", "rook a1 to a3", &c.Assessment); got != c.words {
			t.Errorf("got %q, want %q", got, c.words)
		}
	}
}
