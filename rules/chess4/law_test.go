package chess4

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// board is a game that starts from a position given as text.
type board struct{ *rulestest.Board }

func at(t *testing.T, text string) *board {
	t.Helper()
	return &board{rulestest.At(t, open, "chess4", text)}
}

func atStart(t *testing.T) *board {
	t.Helper()
	v, err := New(nil)
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

func (b *board) wantCredit(seat rules.Seat, kind rules.CreditKind, by rules.Seat) {
	b.Helper()
	if c := b.Position.Credit[seat]; c.Kind != kind || c.By != by && kind != rules.NoCredit {
		b.Errorf("credit for %s: %+v, want kind %d by %s", seatNames[seat], c, kind, seatNames[by&3])
	}
}

// kings are the four kings far apart, none in check.
const kings = "white K n8; silver K g1; black K a7; gold K h14;"
