package chess4

import (
	"errors"
	"os"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func (b *board) wantRead(text, plain string) {
	b.Helper()
	a, err := b.Variant.(rules.Notation).Read(&b.Position, text)
	if got := rules.Plain(b.Variant.Facts(), b.Variant.Actor(&b.Position), a); err != nil || got != plain {
		b.Errorf("%q was read as %s, want %s: %v", text, got, plain, err)
	}
}

func (b *board) wantWritten(plain, want string) {
	b.Helper()
	a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), plain)
	if err != nil {
		b.Fatal(err)
	}
	if got := b.Variant.(rules.Notation).Write(&b.Position, a); got != want {
		b.Errorf("%s is written %s, want %s", plain, got, want)
	}
	b.wantRead(want, plain)
}

func (b *board) wantUnreadable(text string, want *rules.Reason) {
	b.Helper()
	_, err := b.Variant.(rules.Notation).Read(&b.Position, text)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != want {
		b.Errorf("%q: got %v, want %v", text, err, want)
	}
}

func TestC35_MovesInTheGamesOwnNotation(t *testing.T) {
	b := at(t, kings+"white P l6; white P l8; black P k7; white N j3; white N j5; white R m4; white R f4; white B e11; white P b5")
	b.wantWritten("l6-k6", "k6")
	b.wantWritten("l6-k7", "6xk7")
	b.wantWritten("l8-k7", "8xk7")
	b.wantUnreadable("k7", rules.Ambiguous)
	b.wantUnreadable("xk7", rules.Ambiguous)
	b.wantRead("l6xk7", "l6-k7")
	b.wantRead("l6k7", "l6-k7")
	b.wantWritten("j3-h4", "N3h4")
	b.wantWritten("m4-j4", "Rmj4")
	b.wantRead("Rmxj4", "m4-j4")
	b.wantUnreadable("Rj4", rules.Ambiguous)
	b.wantWritten("b5-a5=N", "a5=N")
	b.wantUnreadable("a5", rules.NeedsPromotion)
	b.wantUnreadable("k6=Q", rules.NoPromotion)
	b.wantUnreadable("Qh4", rules.NoMatchingMove)
	b.wantUnreadable("k9", rules.NoMatchingMove)
	for _, text := range []string{"", "N", "Nz9", "k7=K", "k7=", "hello"} {
		b.wantUnreadable(text, rules.Unreadable)
	}
}

func TestC36_Castling(t *testing.T) {
	b := at(t, castlers)
	b.wantWritten("n7-n5", "O-O")
	b.wantWritten("n7-n9", "O-O-O")
	for _, text := range []string{"o-o", "O-O-w", "o-o-w", "O-O!"} {
		b.wantRead(text, "n7-n5")
	}
	b.wantRead("O-O-O-w", "n7-n9")
	b.wantUnreadable("O-O-s", rules.Unreadable)
	at(t, kings).wantUnreadable("O-O", rules.CastlingLost)
	at(t, castlers+"white N n6").wantUnreadable("O-O", rules.Blocked)
}

func TestC37_CheckMarks(t *testing.T) {
	b := at(t, mateInOne)
	b.wantWritten("e8-e2", "Qe2##s")
	at(t, kings+"white R k3").wantWritten("k3-k1", "Rk1#s")
	b.play("e8-e2 a10-a9")
	b.wantWritten("h14-g14", "Kg14")
	// The letters after the check sign # name only the seats that were not in check before
	// the move.
	b = at(t, kings+"white R k1; white R k4; turn white")
	b.wantStatus("white", "silver", "", "")
	b.wantWritten("k4-k7", "Rk7#b")
	b.wantWritten("k1-j1", "Rj1")
}

// TestC35_RecordedGameMatchesItsSource checks that the moves of the recorded game are written
// as in its source, including the signs for check and checkmate. There are three differences
// from the source: errors are corrected (C40); a move in round 9 also names its origin,
// because two knights could make it; and the sign ### is left out, because it belongs to a
// turn and not to a move.
func TestC35_RecordedGameMatchesItsSource(t *testing.T) {
	text, err := os.ReadFile("testdata/firstgame-marked.txt")
	if err != nil {
		t.Fatal(err)
	}
	record, err := os.ReadFile("testdata/chess4-firstgame.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(text))
	b := atStart(t)
	for i, plain := range rules.SplitRecord(string(record)) {
		if plain != "resign" {
			b.wantWritten(plain, want[i])
		}
		b.play(plain)
	}
}

func FuzzOwnNotationIsReadOrRefused(f *testing.F) {
	for _, text := range []string{"Nk3", "k7", "O-O", "xk5#w", "Nji12##bw!?", "%%", "=Q", "K", "a5=Q"} {
		f.Add(text)
	}
	v, err := New(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) { rulestest.NotationReadOrRefused(t, v, text) })
}
