package forchess

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestF20_WriteMoves(t *testing.T) {
	b := atStart(t, nil)
	b.WantWritten("c2-e1", "Nc2xe1")
	b.WantWritten("d4-e4", "d4xe4")
	b.WantWritten("b2-c3", "Qb2-c3")
	b = at(
		t,
		"southwest K a2; southwest P e7; southwest P d7; northwest B d8; southwest R a4; southwest R c6; northwest K a8; northeast "+
			"K g4; southeast K h1",
	)
	b.WantStatus("southwest", "northwest", "", "")
	b.WantWritten("e7-f8=Q", "e7-f8=Q")
	b.WantWritten("d7-e8=N", "d7-e8=N")
	b.WantWritten("d7-d8=R", "d7xd8=R") // no +, because Northwest was in check before
	b.WantWritten("a4-a8", "Ra4xKa8")
	b.WantWritten("c6-h6", "Rc6-h6+")
	b.WantWritten("a4-b4", "Ra4-b4")
	at(t, walledIn).WantWritten("e4-x", "-e4")
	b = at(t, lost+"northwest K a8; northeast K h8; southwest P c6")
	b.WantWritten("a2-a3", "Ra2-a3~")
	b.WantWritten("a2-a8", "Ra2xKa8~")
	b.WantWritten("c6-d7", "c6-d7~")
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
		b.WantRead(text, plain)
	}
	b.WantUnreadable("xe4", rules.Ambiguous)
	b.WantUnreadable("Ra8", rules.Ambiguous)
	b.WantUnreadable("e7-f8", rules.NeedsPromotion)
	b.WantUnreadable("f8", rules.NeedsPromotion)
	b.WantUnreadable("Kb1=Q", rules.NoPromotion)
	b.WantUnreadable("Ra5xKd5", rules.NoMatchingMove) // there is no king on d5
	b.WantUnreadable("Qd5", rules.NoMatchingMove)
	b.WantUnreadable("Ba5-b5", rules.NoMatchingMove)
	b.WantUnreadable("Rc8-d7", rules.NoMatchingMove)
	b.WantUnreadable("d5-c4", rules.NotYourPiece)
	b.WantUnreadable("b5-b6", rules.NoPiece)
	b.WantUnreadable("Rg5", rules.Blocked)
	b.WantUnreadable("-d4", NoRemoval)
	b.WantUnreadable("-b8", rules.NoPiece)
	for _, text := range []string{"", "R", "Ri5", "d5=K", "-", "-x", "--d4", "hello", "O-O"} {
		b.WantUnreadable(text, rules.Unreadable)
	}
	b = at(t, walledIn)
	b.WantRead("-e4!", "e4-x")
	b.WantUnreadable("-a1", OtherRemoval)
	b.WantUnreadable("e5", MustRemove)
	b.WantUnreadable("ef5", MustRemove)
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
