package quadrochess

import (
	"errors"
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

func TestQ15_Moves(t *testing.T) {
	b := atStart(t)
	b.wantWritten("b1-c3", "Nb1-c3")
	b.wantWritten("e2-e4", "e2-e4")
	for text, plain := range map[string]string{
		"Nc3": "b1-c3", "Nbc3": "b1-c3", "N1c3": "b1-c3", "Nb1c3": "b1-c3", "e4": "e2-e4", "e2e4": "e2-e4", "e4!?": "e2-e4",
	} {
		b.wantRead(text, plain)
	}
	for _, text := range []string{"", "N", "e", "Nq3", "e4=K", "e4=", "Nb1--c3", "Nb11c3", "hello", "=Q"} {
		b.wantUnreadable(text, rules.Unreadable)
	}
	b.wantUnreadable("Nd3", rules.NoMatchingMove)
	b.wantUnreadable("Ra3", rules.Blocked)
	b.wantUnreadable("Nn3", rules.NotYourPiece)
	b.wantUnreadable("e5", rules.NoMatchingMove)
	b.wantUnreadable("a2-a3=Q", rules.NoPromotion)
	b.wantUnreadable("O-O", rules.Blocked)
}

func TestQ15_Captures(t *testing.T) {
	b := at(
		t,
		kings+"white P e4; white P c4; white P e8; black R d5; black N f9; white N b4; white N f4; white P h6; black P i6; passed "+
			"i7 i6 white-a",
	)
	b.wantWritten("e4-d5", "exd5")
	b.wantWritten("c4-d5", "cxd5")
	b.wantWritten("b4-d5", "Nb4xd5")
	b.wantWritten("e8-f9=N", "exf9=N")
	b.wantWritten("e8-e9=B", "e8-e9=B")
	b.wantWritten("h6-i7", "hxi7") // en passant
	b.wantRead("Nfxd5", "f4-d5")
	b.wantRead("e4d5", "e4-d5")
	b.wantUnreadable("Nxd5", rules.Ambiguous)
	b.wantUnreadable("d5", rules.Ambiguous)
	b.wantUnreadable("exf9", rules.NeedsPromotion)
}

func TestQ15_Marks(t *testing.T) {
	b := at(t, kings+"white R e5; white B d5; white P g8")
	b.wantWritten("e5-e9", "Re5-e9+")
	b.wantWritten("d5-e6", "Bd5-e6") // no sign for check: the bishop's move starts no attack on a king
	b.wantWritten("d1-d2", "Kd1-d2") // no sign for check: the king's move opens no line of attack on another king
	b.wantWritten("g8-g9=Q", "g8-g9=Q+")
	b.wantWritten("g8-g9=N", "g8-g9=N")
	b = at(t, kings+"white R d4; white N d5")
	b.wantWritten("d5-c7", "Nd5-c7+") // check by both the knight and the rook behind it
	b.wantWritten("d5-e3", "Nd5-e3+") // only the rook attacks the king
	b = at(t, kings+"white R d4; white N a4")
	b.wantStatus("white-a", "black-a")
	b.wantWritten("a4-b6", "Na4-b6")  // no +, because the same rook attacked the king before
	b.wantWritten("d4-d5", "Rd4-d5+") // the rook attacks from another square, which counts as a new attack
	b.wantWritten("d4-d9", "Rd4xd9#")
	b.wantWritten("d4-m4", "Rd4-m4+") // a check to the king of the other zone is also written as +
	b.wantWritten("a4-c5", "Na4-c5")
	// An attack on a king of the mover's own team is not written with a +.
	at(t, kings+"black R d5; white P d3").wantWritten("d1-e1", "Kd1-e1")
}

func TestQ15_Castling(t *testing.T) {
	b := at(t, allCastle)
	b.wantWritten("d1-b1", "O-O")
	b.wantWritten("d1-f1", "O-O-O")
	b.wantRead("o-o", "d1-b1")
	b.wantRead("0-0-0", "d1-f1")
	b.wantUnreadable("Kb1", rules.NoMatchingMove)
	b.play("d1-d2 d9-d8 m9-m8")
	b.wantWritten("m1-o1", "O-O")
	b.wantWritten("m1-k1", "O-O-O")
	at(t, kings).wantUnreadable("O-O", rules.CastlingLost)
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
