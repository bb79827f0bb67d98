package forchess

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
)

// board is a game that starts from a position given as text. In the text, semicolons stand
// for line breaks.
type board struct {
	*testing.T
	*rules.Game
}

func at(t *testing.T, text string) *board {
	t.Helper()
	text = "variant forchess\n" + strings.ReplaceAll(text, ";", "\n")
	g, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &board{T: t, Game: g}
}

func atStart(t *testing.T, options map[string]string) *board {
	t.Helper()
	v, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return &board{T: t, Game: rules.NewGame(v)}
}

// play plays actions in plain notation.
func (b *board) play(words string) *board {
	b.Helper()
	if err := rules.PlayRecord(b.Game, strings.Fields(words)); err != nil {
		b.Fatal(err)
	}
	return b
}

// wantRefusal asserts that an action is refused with the given reason.
func (b *board) wantRefusal(word string, want *rules.Reason) {
	b.Helper()
	before := b.Position
	_, err := rules.TracePlay(b.Game, 1, word)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != want || refusal.Error() == "refused" {
		b.Errorf("%s: got %v, want %v", word, err, want)
	}
	if b.Position != before {
		b.Errorf("%s was refused and changed the position", word)
	}
}

// wantLegal asserts that the legal actions are exactly the given ones.
func (b *board) wantLegal(want string) {
	b.Helper()
	got := rules.LegalPlain(b.Variant, &b.Position)
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		b.Errorf("legal %v, want %v", got, wanted)
	}
}

// wantMoves asserts that the piece on a square can move to exactly the given squares.
func (b *board) wantMoves(from, want string) {
	b.Helper()
	var got []string
	for _, word := range rules.LegalPlain(b.Variant, &b.Position) {
		if origin, to, _ := strings.Cut(word, "-"); origin == from {
			got = append(got, to)
		}
	}
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		b.Errorf("destinations from %s: %v, want %v", from, got, wanted)
	}
}

// wantStatus asserts which seat is to move, and which seats are in check and which are
// eliminated. The argument `turn` is empty if the game is over.
func (b *board) wantStatus(turn, check, out string) {
	b.Helper()
	line := rules.TraceStart(b.Game, rules.Effects{})
	got := ""
	if line.Turn != nil {
		got = *line.Turn
	}
	if got != turn {
		b.Errorf("turn %q, want %q", got, turn)
	}
	if !slices.Equal(line.Check, strings.Fields(check)) {
		b.Errorf("check %v, want [%s]", line.Check, check)
	}
	if !slices.Equal(line.Out, strings.Fields(out)) {
		b.Errorf("out %v, want [%s]", line.Out, out)
	}
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
