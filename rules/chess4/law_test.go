package chess4

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
	passed []string
}

func at(t *testing.T, text string) *board {
	t.Helper()
	text = "variant chess4\n" + strings.ReplaceAll(text, ";", "\n")
	g, effects, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	b := &board{T: t, Game: g}
	b.setPassed(effects)
	return b
}

func atStart(t *testing.T) *board {
	t.Helper()
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &board{T: t, Game: rules.NewGame(v)}
}

func (b *board) setPassed(e rules.Effects) {
	b.passed = nil
	for _, s := range e.Passed() {
		b.passed = append(b.passed, seatNames[s])
	}
}

// play plays actions in plain notation, and stores the forced passes after the last action.
func (b *board) play(words string) *board {
	b.Helper()
	for _, word := range strings.Fields(words) {
		a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
		if err != nil {
			b.Fatal(err)
		}
		e, err := b.Play(a)
		if err != nil {
			b.Fatalf("%s: %v", word, err)
		}
		b.setPassed(e)
	}
	return b
}

// wantRefusal asserts that an action is refused with the given reason.
func (b *board) wantRefusal(word string, want *rules.Reason) {
	b.Helper()
	a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
	if err == nil {
		before := b.Position
		if _, err = b.Play(a); b.Position != before {
			b.Errorf("%s was refused and changed the position", word)
		}
	}
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != want {
		b.Errorf("%s: got %v, want %v", word, err, want)
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

func (b *board) can(word string) bool {
	return slices.Contains(rules.LegalPlain(b.Variant, &b.Position), word)
}

// wantStatus asserts which seat is to move, and which seats are in check, in checkmate and
// eliminated. The parameter `turn` is empty if the game is over.
func (b *board) wantStatus(turn, check, mated, out string) {
	b.Helper()
	line := rules.TraceStart(b.Game, rules.Effects{})
	got := ""
	if line.Turn != nil {
		got = *line.Turn
	}
	if got != turn {
		b.Errorf("turn %q, want %q", got, turn)
	}
	for _, c := range []struct {
		name, want string
		got        []string
	}{{"check", check, line.Check}, {"mated", mated, line.Mated}, {"out", out, line.Out}} {
		if !slices.Equal(c.got, strings.Fields(c.want)) {
			b.Errorf("%s %v, want [%s]", c.name, c.got, c.want)
		}
	}
}

func (b *board) wantCredit(seat rules.Seat, kind rules.CreditKind, by rules.Seat) {
	b.Helper()
	if c := b.Position.Credit[seat]; c.Kind != kind || c.By != by && kind != rules.NoCredit {
		b.Errorf("credit for %s: %+v, want kind %d by %s", seatNames[seat], c, kind, seatNames[by&3])
	}
}

func (b *board) wantPassed(want string) {
	b.Helper()
	if !slices.Equal(b.passed, strings.Fields(want)) {
		b.Errorf("passed %v, want [%s]", b.passed, want)
	}
}

// kings are the four kings far apart, none in check.
const kings = "white K n8; silver K g1; black K a7; gold K h14;"
