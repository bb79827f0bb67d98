package verney

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// board is a game that starts from a position given as text.
type board struct{ *rulestest.Board }

func at(t *testing.T, text string) *board {
	t.Helper()
	return &board{rulestest.At(t, open, "verney", text)}
}

func atStart(t *testing.T) *board {
	t.Helper()
	return &board{&rulestest.Board{T: t, Game: rules.NewGame(game(t))}}
}

// play plays actions in plain notation.
func (b *board) play(words string) *board {
	b.Helper()
	b.Do(words)
	return b
}

// wantResult asserts the termination and the winners.
func (b *board) wantResult(why rules.Termination, winners ...rules.Seat) {
	b.Helper()
	o := rules.Outcome{Termination: why, Scores: [4]uint8{3, 3, 3, 3}}
	if len(winners) > 0 {
		o.Scores = [4]uint8{}
	}
	for _, s := range winners {
		o.Winners, o.Scores[s] = o.Winners.With(s), 6
	}
	if b.Position.Outcome != o {
		b.Errorf("outcome %+v, want %+v", b.Position.Outcome, o)
	}
}

// kings is the beginning of a position text: the four kings, far apart, none in check.
const kings = "yellow K k1; red K a4; white K d14; black K n11;"
