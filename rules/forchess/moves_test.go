package forchess

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// board is a game that starts from a position given as text.
type board struct{ *rulestest.Board }

func at(t *testing.T, text string) *board {
	t.Helper()
	return &board{rulestest.At(t, open, "forchess", text)}
}

func atStart(t *testing.T, options map[string]string) *board {
	t.Helper()
	v, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return &board{&rulestest.Board{T: t, Game: rules.NewGame(v)}}
}

// play plays actions in plain notation.
func (b *board) play(words string) *board {
	b.Helper()
	b.Do(words)
	return b
}

// wantResult asserts the termination and the scores, in sixths of a point.
func (b *board) wantResult(why rules.Termination, scores [4]uint8) {
	b.Helper()
	o := b.Position.Outcome
	if o.Termination != why || o.Scores != scores {
		b.Errorf("ended by %q with %v sixths, want %q with %v", o.Termination, o.Scores, why, scores)
	}
	for s, n := range o.Scores {
		if o.Winners.Has(rules.Seat(s)) != (n == 6) {
			b.Errorf("winners %04b, scores %v", o.Winners, o.Scores)
		}
	}
}

const kings = "southwest K a1; northwest K a8; northeast K h8; southeast K h1;"
