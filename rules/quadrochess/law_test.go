package quadrochess

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// board is a game that starts from a position given as text.
type board struct{ *rulestest.Board }

func at(t *testing.T, text string) *board {
	t.Helper()
	return &board{rulestest.At(t, open, "quadrochess", text)}
}

const kings = "white K d1; white K m1; black K d9; black K m9;"

func open(_ string, options map[string]string) (rules.Variant, error) { return New(options) }

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

// wantResult asserts the termination and the winners.
func (b *board) wantResult(why rules.Termination, winners string) {
	b.Helper()
	o := rules.TraceStart(b.Game, b.Effects).Outcome
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
