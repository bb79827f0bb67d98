package rulestest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
)

// Board is a game whose positions and actions a test states as text.
type Board struct {
	*testing.T
	*rules.Game
	Effects rules.Effects // effects of the last action
}

// At returns a game that starts from a position. In its text, semicolons stand for line breaks.
func At(t *testing.T, open Open, game, text string) *Board {
	t.Helper()
	text = "variant " + game + "\n" + strings.ReplaceAll(text, ";", "\n")
	g, effects, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &Board{t, g, effects}
}

// Do plays actions in plain notation.
func (b *Board) Do(words string) {
	b.Helper()
	for _, word := range strings.Fields(words) {
		a, err := b.parse(word)
		if err != nil {
			b.Fatal(err)
		}
		if b.Effects, err = b.Play(a); err != nil {
			b.Fatalf("%s: %v", word, err)
		}
	}
}

func (b *Board) parse(word string) (rules.Action, error) {
	return rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
}

// WantRefusal requires that an action is refused for the given reason, and changes nothing.
func (b *Board) WantRefusal(word string, want *rules.Reason) {
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

// Can reports whether an action is legal.
func (b *Board) Can(word string) bool {
	return slices.Contains(rules.LegalPlain(b.Variant, &b.Position), word)
}

// WantLegal requires that the legal actions are exactly the given ones.
func (b *Board) WantLegal(want string) {
	b.Helper()
	b.wantSet("legal", rules.LegalPlain(b.Variant, &b.Position), want)
}

// WantMoves requires that the piece on a square can move to exactly the given squares.
func (b *Board) WantMoves(from, want string) {
	b.Helper()
	var got []string
	for _, word := range rules.LegalPlain(b.Variant, &b.Position) {
		if origin, to, _ := strings.Cut(word, "-"); origin == from {
			got = append(got, to)
		}
	}
	b.wantSet("destinations from "+from, got, want)
}

func (b *Board) wantSet(what string, got []string, want string) {
	b.Helper()
	wanted := strings.Fields(want)
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		b.Errorf("%s: %v, want %v", what, got, wanted)
	}
}

// WantStatus requires that the given seat is to move, or none if the game is over, and that the
// given seats are in check, in checkmate and eliminated.
func (b *Board) WantStatus(turn, check, mated, out string) {
	b.Helper()
	line := rules.TraceStart(b.Game, b.Effects)
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

// WantPassed requires that the given seats passed after the last action.
func (b *Board) WantPassed(want string) {
	b.Helper()
	if got := rules.TraceStart(b.Game, b.Effects).Passed; !slices.Equal(got, strings.Fields(want)) {
		b.Errorf("passed %v, want [%s]", got, want)
	}
}

// WantWritten requires the notation of an action, and that reading it gives the same action.
func (b *Board) WantWritten(plain, want string) {
	b.Helper()
	a, err := b.parse(plain)
	if err != nil {
		b.Fatal(err)
	}
	if got := b.Variant.(rules.Notation).Write(&b.Position, a); got != want {
		b.Errorf("%s is written %s, want %s", plain, got, want)
	}
	b.WantRead(want, plain)
}

// WantRead requires that a text in the game's notation is read as an action in plain notation.
func (b *Board) WantRead(text, plain string) {
	b.Helper()
	a, err := b.Variant.(rules.Notation).Read(&b.Position, text)
	if got := rules.Plain(b.Variant.Facts(), b.Variant.Actor(&b.Position), a); err != nil || got != plain {
		b.Errorf("%q was read as %s, want %s: %v", text, got, plain, err)
	}
}

// WantUnreadable requires that reading a text is refused for the given reason.
func (b *Board) WantUnreadable(text string, want *rules.Reason) {
	b.Helper()
	_, err := b.Variant.(rules.Notation).Read(&b.Position, text)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != want {
		b.Errorf("%q: got %v, want %v", text, err, want)
	}
}

// BenchmarkPerft counts leaf positions from the start of a game.
func BenchmarkPerft(b *testing.B, open Open, game string, depth int) {
	v, err := open(game, nil)
	if err != nil {
		b.Fatal(err)
	}
	p := v.Start()
	b.ReportAllocs()
	var n uint64
	for b.Loop() {
		n += rules.Perft(v, &p, depth)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
