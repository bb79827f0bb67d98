package chess4

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
)

// board is a game begun from position text; lines may be separated by
// semicolons.
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
	b.note(effects)
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

func (b *board) note(e rules.Effects) {
	b.passed = nil
	for _, s := range e.Passed() {
		b.passed = append(b.passed, seatNames[s])
	}
}

// play plays actions in plain notation; passed is then what the last one led to.
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
		b.note(e)
	}
	return b
}

// refuses asserts the reason for which an action is refused.
func (b *board) refuses(word string, want *rules.Reason) {
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

// moves asserts the destinations of the piece on a square.
func (b *board) moves(from, want string) {
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
		b.Errorf("%s goes to %v, want %v", from, got, wanted)
	}
}

func (b *board) can(word string) bool {
	return slices.Contains(rules.LegalPlain(b.Variant, &b.Position), word)
}

// stands asserts what the seats have come to: the seat to move, those in check,
// mated and out, each as words.
func (b *board) stands(turn, check, mated, out string) {
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

func (b *board) credit(seat rules.Seat, kind rules.CreditKind, by rules.Seat) {
	b.Helper()
	if c := b.Position.Credit[seat]; c.Kind != kind || c.By != by && kind != rules.NoCredit {
		b.Errorf("credit for %s: %+v, want kind %d by %s", seatNames[seat], c, kind, seatNames[by&3])
	}
}

func (b *board) passes(want string) {
	b.Helper()
	if !slices.Equal(b.passed, strings.Fields(want)) {
		b.Errorf("passed %v, want [%s]", b.passed, want)
	}
}

// The four kings far apart, each with nothing to fear.
const kings = "white K n8; silver K g1; black K a7; gold K h14;"
