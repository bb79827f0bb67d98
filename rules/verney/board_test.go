package verney

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
	text = "variant verney\n" + strings.ReplaceAll(text, ";", "\n")
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
	return &board{T: t, Game: rules.NewGame(game(t))}
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

// wantRefusal asserts that an action is refused with the given reason and changes nothing.
func (b *board) wantRefusal(word string, want *rules.Reason) {
	b.Helper()
	before := b.Position
	_, err := rules.TracePlay(b.Game, 1, word)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != want {
		b.Errorf("%s: got %v, want %v", word, err, want)
	}
	if b.Position != before {
		b.Errorf("%s was refused and changed the position", word)
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

// wantStatus asserts which seat is to move, and which seats are in check and in checkmate.
func (b *board) wantStatus(turn, check, mated string) {
	b.Helper()
	line, got := rules.TraceStart(b.Game, rules.Effects{}), ""
	if line.Turn != nil {
		got = *line.Turn
	}
	if check, mated := strings.Fields(check), strings.Fields(mated); got != turn ||
		!slices.Equal(line.Check, check) || !slices.Equal(line.Mated, mated) {
		b.Errorf("turn %q, check %v, mated %v; want %q, %v, %v", got, line.Check, line.Mated, turn, check, mated)
	}
}

func (b *board) wantPassed(want string) {
	b.Helper()
	if !slices.Equal(b.passed, strings.Fields(want)) {
		b.Errorf("passed %v, want [%s]", b.passed, want)
	}
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
