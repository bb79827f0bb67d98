package forchess

import (
	"errors"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// wantWritten asserts the notation of an action, and that reading it gives the same action.
func (b *board) wantWritten(plain, want string) {
	b.Helper()
	a, err := rules.ParsePlain(b.Variant.Facts(), b.Position.Turn, plain)
	if err != nil {
		b.Fatal(err)
	}
	if got := b.Variant.(rules.Notation).Write(&b.Position, a); got != want {
		b.Errorf("%s is written %s, want %s", plain, got, want)
	}
	b.wantRead(want, plain)
}

func (b *board) wantRead(text, plain string) {
	b.Helper()
	a, err := b.Variant.(rules.Notation).Read(&b.Position, text)
	if got := rules.Plain(b.Variant.Facts(), b.Position.Turn, a); err != nil || got != plain {
		b.Errorf("%q was read as %s, want %s: %v", text, got, plain, err)
	}
}

func (b *board) wantUnreadable(text string, want *rules.Reason) {
	b.Helper()
	_, err := b.Variant.(rules.Notation).Read(&b.Position, text)
	var refusal *rules.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != want {
		b.Errorf("%q: got %v, want %v", text, err, want)
	}
}

func TestF20_WriteMoves(t *testing.T) {
	b := atStart(t, nil)
	b.wantWritten("c2-e1", "Nc2xe1")
	b.wantWritten("d4-e4", "d4xe4")
	b.wantWritten("b2-c3", "Qb2-c3")
	b = at(
		t,
		"southwest K a2; southwest P e7; southwest P d7; northwest B d8; southwest R a4; southwest R c6; northwest K a8; northeast "+
			"K g4; southeast K h1",
	)
	b.wantStatus("southwest", "northwest", "")
	b.wantWritten("e7-f8=Q", "e7-f8=Q")
	b.wantWritten("d7-e8=N", "d7-e8=N")
	b.wantWritten("d7-d8=R", "d7xd8=R") // no +, because Northwest was in check before
	b.wantWritten("a4-a8", "Ra4xKa8")
	b.wantWritten("c6-h6", "Rc6-h6+")
	b.wantWritten("a4-b4", "Ra4-b4")
	at(t, walledIn).wantWritten("e4-x", "-e4")
	b = at(t, lost+"northwest K a8; northeast K h8; southwest P c6")
	b.wantWritten("a2-a3", "Ra2-a3~")
	b.wantWritten("a2-a8", "Ra2xKa8~")
	b.wantWritten("c6-d7", "c6-d7~")
}

func TestF20_ReadMoves(t *testing.T) {
	b := at(
		t,
		"southwest K a1; southwest P e7; southwest P d4; southwest P e3; northwest B d5; northwest P e4; southwest R a5; southwest "+
			"R c8; northwest K a8; northeast K g4; southeast K h1",
	)
	for text, plain := range map[string]string{
		"Ra5xKa8": "a5-a8", "Raxa8": "a5-a8", "Ra5a8!?": "a5-a8", "a5xa8": "a5-a8", "a5-a8": "a5-a8",
		"xd5": "d4-d5", "d4d5": "d4-d5", "dxd5": "d4-d5", "4d5": "d4-d5",
		"e7-f8=B+~": "e7-f8=B", "ef8B": "e7-f8=B", "Kb1": "a1-b1",
	} {
		b.wantRead(text, plain)
	}
	b.wantUnreadable("xe4", rules.Ambiguous)
	b.wantUnreadable("Ra8", rules.Ambiguous)
	b.wantUnreadable("e7-f8", rules.NeedsPromotion)
	b.wantUnreadable("f8", rules.NeedsPromotion)
	b.wantUnreadable("Kb1=Q", rules.NoPromotion)
	b.wantUnreadable("Ra5xKd5", rules.NoMatchingMove) // there is no king on d5
	b.wantUnreadable("Qd5", rules.NoMatchingMove)
	b.wantUnreadable("Ba5-b5", rules.NoMatchingMove)
	b.wantUnreadable("Rc8-d7", rules.NoMatchingMove)
	b.wantUnreadable("d5-c4", rules.NotYourPiece)
	b.wantUnreadable("b5-b6", rules.NoPiece)
	b.wantUnreadable("Rg5", rules.Blocked)
	b.wantUnreadable("-d4", NoRemoval)
	b.wantUnreadable("-b8", rules.NoPiece)
	for _, text := range []string{"", "R", "Ri5", "d5=K", "-", "-x", "--d4", "hello", "O-O"} {
		b.wantUnreadable(text, rules.Unreadable)
	}
	b = at(t, walledIn)
	b.wantRead("-e4!", "e4-x")
	b.wantUnreadable("-a1", OtherRemoval)
	b.wantUnreadable("e5", MustRemove)
	b.wantUnreadable("ef5", MustRemove)
}

func FuzzOwnNotationIsReadOrRefused(f *testing.F) {
	for _, text := range []string{"Nc2xe1", "d4xe4", "e7-f8=Q", "-b4", "RxKa8+~", "K", "=Q", "Qc3"} {
		f.Add(text)
	}
	v, err := New(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) { rulestest.NotationReadOrRefused(t, v, text) })
}
