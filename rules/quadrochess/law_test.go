package quadrochess

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
	effects rules.Effects // effects of the last action
}

const kings = "white K d1; white K m1; black K d9; black K m9;"

func at(t *testing.T, text string) *board {
	t.Helper()
	text = "variant quadrochess\n" + strings.ReplaceAll(text, ";", "\n")
	g, effects, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &board{t, g, effects}
}

func open(_ string, options map[string]string) (rules.Variant, error) { return New(options) }

func atStart(t *testing.T) *board {
	t.Helper()
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &board{T: t, Game: rules.NewGame(v)}
}

// play plays actions in plain notation.
func (b *board) play(words string) *board {
	b.Helper()
	for _, word := range strings.Fields(words) {
		a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
		if err != nil {
			b.Fatal(err)
		}
		if b.effects, err = b.Play(a); err != nil {
			b.Fatalf("%s: %v", word, err)
		}
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

// wantStatus asserts which seat is to move and which seats are in check. The parameter `turn`
// must be empty if the game is over.
func (b *board) wantStatus(turn, check string) {
	b.Helper()
	line := rules.TraceStart(b.Game, b.effects)
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
	if len(line.Mated)+len(line.Out) > 0 {
		b.Errorf("mated %v, out %v", line.Mated, line.Out)
	}
}

// wantPassed asserts which seats passed after the last action.
func (b *board) wantPassed(want string) {
	b.Helper()
	if got := rules.TraceStart(b.Game, b.effects).Passed; !slices.Equal(got, strings.Fields(want)) {
		b.Errorf("passed %v, want [%s]", got, want)
	}
}

// wantResult asserts the termination and the winners.
func (b *board) wantResult(why rules.Termination, winners string) {
	b.Helper()
	o := rules.TraceStart(b.Game, b.effects).Outcome
	if o == nil || b.Position.Outcome.Termination != why || !slices.Equal(o.Winners, strings.Fields(winners)) {
		b.Fatalf("ended %+v, want %v by [%s]", o, why, winners)
	}
	for i, seat := range o.Scores.Seats {
		want := "1/2"
		if winners != "" {
			want = "0"
		}
		if slices.Contains(o.Winners, seat) {
			want = "1"
		}
		if o.Scores.Values[i] != want {
			b.Errorf("%s has %s, want %s", seat, o.Scores.Values[i], want)
		}
	}
	if len(rules.LegalPlain(b.Variant, &b.Position)) > 0 {
		b.Error("legal actions after the end of the game")
	}
}

// wantPiece asserts the piece on a square: "white P", or "" if the square is empty.
func (b *board) wantPiece(name, want string) {
	b.Helper()
	sq, _ := table.reach.Square(name)
	got := ""
	if piece := b.Position.Board[sq]; piece.IsPiece() {
		got = b.Variant.Facts().PieceName(piece)
	}
	if got != want {
		b.Errorf("%s holds %q, want %q", name, got, want)
	}
}

func TestQ4_DisplayedZonesDecideWhoMoves(t *testing.T) {
	b := atStart(t)
	f, p := b.Variant.Facts(), &b.Position
	if len(f.Zones) != 2 || len(f.Zones[0].Squares) != 72 || len(f.Zones[1].Squares) != 72 {
		t.Fatalf("zones %v", f.Zones)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		for _, sq := range f.Geometry.Squares {
			inside := slices.Contains(f.Zone(seat).Squares, sq)
			piece := p.Board[sq]
			moves := piece.IsPiece() && piece.Army() == f.SeatArmy(seat) && inside
			if (b.Variant.Controller(p, sq) == seat) != moves {
				t.Errorf("%s on %s", f.Seats[seat], f.Geometry.Name(sq))
			}
		}
	}
}
