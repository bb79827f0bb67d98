package chess4

import (
	"os"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestC35_MovesInTheGamesOwnNotation(t *testing.T) {
	b := at(t, kings+"white P l6; white P l8; black P k7; white N j3; white N j5; white R m4; white R f4; white B e11; white P b5")
	b.WantWritten("l6-k6", "k6")
	b.WantWritten("l6-k7", "6xk7")
	b.WantWritten("l8-k7", "8xk7")
	b.WantUnreadable("k7", rules.Ambiguous)
	b.WantUnreadable("xk7", rules.Ambiguous)
	b.WantRead("l6xk7", "l6-k7")
	b.WantRead("l6k7", "l6-k7")
	b.WantWritten("j3-h4", "N3h4")
	b.WantWritten("m4-j4", "Rmj4")
	b.WantRead("Rmxj4", "m4-j4")
	b.WantUnreadable("Rj4", rules.Ambiguous)
	b.WantWritten("b5-a5=N", "a5=N")
	b.WantUnreadable("a5", rules.NeedsPromotion)
	b.WantUnreadable("k6=Q", rules.NoPromotion)
	b.WantUnreadable("Qh4", rules.NoMatchingMove)
	b.WantUnreadable("k9", rules.NoMatchingMove)
	for _, text := range []string{"", "N", "Nz9", "k7=K", "k7=", "hello"} {
		b.WantUnreadable(text, rules.Unreadable)
	}
}

func TestC36_Castling(t *testing.T) {
	b := at(t, castlers)
	b.WantWritten("n7-n5", "O-O")
	b.WantWritten("n7-n9", "O-O-O")
	for _, text := range []string{"o-o", "O-O-w", "o-o-w", "O-O!"} {
		b.WantRead(text, "n7-n5")
	}
	b.WantRead("O-O-O-w", "n7-n9")
	b.WantUnreadable("O-O-s", rules.Unreadable)
	at(t, kings).WantUnreadable("O-O", rules.CastlingLost)
	at(t, castlers+"white N n6").WantUnreadable("O-O", rules.Blocked)
}

func TestC37_CheckMarks(t *testing.T) {
	b := at(t, mateInOne)
	b.WantWritten("e8-e2", "Qe2##s")
	at(t, kings+"white R k3").WantWritten("k3-k1", "Rk1#s")
	b.play("e8-e2 a10-a9")
	b.WantWritten("h14-g14", "Kg14")
	// The letters after the check sign # name only the seats that were not in check before
	// the move.
	b = at(t, kings+"white R k1; white R k4; turn white")
	b.WantStatus("white", "silver", "", "")
	b.WantWritten("k4-k7", "Rk7#b")
	b.WantWritten("k1-j1", "Rj1")
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
			b.WantWritten(plain, want[i])
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
