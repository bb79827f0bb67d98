package quadrochess

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestQ15_Moves(t *testing.T) {
	b := atStart(t)
	b.WantWritten("b1-c3", "Nb1-c3")
	b.WantWritten("e2-e4", "e2-e4")
	for text, plain := range map[string]string{
		"Nc3": "b1-c3", "Nbc3": "b1-c3", "N1c3": "b1-c3", "Nb1c3": "b1-c3", "e4": "e2-e4", "e2e4": "e2-e4", "e4!?": "e2-e4",
	} {
		b.WantRead(text, plain)
	}
	for _, text := range []string{"", "N", "e", "Nq3", "e4=K", "e4=", "Nb1--c3", "Nb11c3", "hello", "=Q"} {
		b.WantUnreadable(text, rules.Unreadable)
	}
	b.WantUnreadable("Nd3", rules.NoMatchingMove)
	b.WantUnreadable("Ra3", rules.Blocked)
	b.WantUnreadable("Nn3", rules.NotYourPiece)
	b.WantUnreadable("e5", rules.NoMatchingMove)
	b.WantUnreadable("a2-a3=Q", rules.NoPromotion)
	b.WantUnreadable("O-O", rules.Blocked)
}

func TestQ15_Captures(t *testing.T) {
	b := at(
		t,
		kings+"white P e4; white P c4; white P e8; black R d5; black N f9; white N b4; white N f4; white P h6; black P i6; passed "+
			"i7 i6 white-a",
	)
	b.WantWritten("e4-d5", "exd5")
	b.WantWritten("c4-d5", "cxd5")
	b.WantWritten("b4-d5", "Nb4xd5")
	b.WantWritten("e8-f9=N", "exf9=N")
	b.WantWritten("e8-e9=B", "e8-e9=B")
	b.WantWritten("h6-i7", "hxi7") // en passant
	b.WantRead("Nfxd5", "f4-d5")
	b.WantRead("e4d5", "e4-d5")
	b.WantUnreadable("Nxd5", rules.Ambiguous)
	b.WantUnreadable("d5", rules.Ambiguous)
	b.WantUnreadable("exf9", rules.NeedsPromotion)
}

func TestQ15_Marks(t *testing.T) {
	b := at(t, kings+"white R e5; white B d5; white P g8")
	b.WantWritten("e5-e9", "Re5-e9+")
	b.WantWritten("d5-e6", "Bd5-e6") // no sign for check: the bishop's move starts no attack on a king
	b.WantWritten("d1-d2", "Kd1-d2") // no sign for check: the king's move opens no line of attack on another king
	b.WantWritten("g8-g9=Q", "g8-g9=Q+")
	b.WantWritten("g8-g9=N", "g8-g9=N")
	b = at(t, kings+"white R d4; white N d5")
	b.WantWritten("d5-c7", "Nd5-c7+") // check by both the knight and the rook behind it
	b.WantWritten("d5-e3", "Nd5-e3+") // only the rook attacks the king
	b = at(t, kings+"white R d4; white N a4")
	b.WantStatus("white-a", "black-a", "", "")
	b.WantWritten("a4-b6", "Na4-b6")  // no +, because the same rook attacked the king before
	b.WantWritten("d4-d5", "Rd4-d5+") // the rook attacks from another square, which counts as a new attack
	b.WantWritten("d4-d9", "Rd4xd9#")
	b.WantWritten("d4-m4", "Rd4-m4+") // a check to the king of the other zone is also written as +
	b.WantWritten("a4-c5", "Na4-c5")
	// An attack on a king of the mover's own team is not written with a +.
	at(t, kings+"black R d5; white P d3").WantWritten("d1-e1", "Kd1-e1")
}

func TestQ15_Castling(t *testing.T) {
	b := at(t, allCastle)
	b.WantWritten("d1-b1", "O-O")
	b.WantWritten("d1-f1", "O-O-O")
	b.WantRead("o-o", "d1-b1")
	b.WantRead("0-0-0", "d1-f1")
	b.WantUnreadable("Kb1", rules.NoMatchingMove)
	b.play("d1-d2 d9-d8 m9-m8")
	b.WantWritten("m1-o1", "O-O")
	b.WantWritten("m1-k1", "O-O-O")
	at(t, kings).WantUnreadable("O-O", rules.CastlingLost)
}

func FuzzOwnNotationIsReadOrRefused(f *testing.F) {
	for _, text := range []string{"Nc3", "Nb1-c3", "e2-e4", "O-O", "exd5+", "e8-e9=Q#", "=Q", "K", "Nb1xc3!?"} {
		f.Add(text)
	}
	v, err := New(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) { rulestest.NotationReadOrRefused(t, v, text) })
}
