package quadrochess

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestQ11_CapturingAKingWins(t *testing.T) {
	const open = kings + "black R m5; white R d5;"
	at(t, open).play("d5-d9").wantResult(rules.ByKingTaken, "white-a white-b")
	b := at(t, open+"turn black-b").play("m5-m1") // a king can also be captured in the second half of a double move
	b.wantResult(rules.ByKingTaken, "black-a black-b")
	b.WantStatus("", "white-a black-a", "", "")
	at(t, kings+"black R h5; black Q h1; turn black-a").play("h1-m1").wantResult(rules.ByKingTaken, "black-a black-b")
	b = at(t, kings+"black R h5; turn black-a").play("h5-h1 m9-l9 m1-n1 d1-e1 h1-e1")
	b.wantResult(rules.ByKingTaken, "black-a black-b")
	b.WantRefusal("m9-l9", rules.GameOver)
	// A king may capture the other king in its zone.
	at(t, "white K d5; white K m1; black K d6; black K m9").play("d5-d6").wantResult(rules.ByKingTaken, "white-a white-b")
	// A pawn may promote by capturing a king.
	at(t, kings+"white P l8; turn white-b").play("l8-m9=N").wantResult(rules.ByKingTaken, "white-a white-b")
}

func TestQ12_G4_Repetition(t *testing.T) {
	const again = "b1-c3 b9-c7 o9-n7 o1-n3 c3-b1 c7-b9 n7-o9 n3-o1 "
	// Positions differ if different pieces are barred (not allowed to move, Q5). After this
	// sequence White B's knight is barred, so the starting position does not occur again.
	// The position after White A's first move does occur again.
	b := atStart(t).play(again)
	b.WantRefusal("draw:claim", rules.NoClaim)
	if n := b.Repetitions(); n != 1 {
		t.Errorf("occurrence %d of the position", n)
	}
	b.play("b1-c3")
	if n := b.Repetitions(); n != 2 {
		t.Errorf("occurrence %d of the position after White A's move", n)
	}
	b.play(strings.TrimPrefix(again, "b1-c3 ") + "b1-c3")
	claimed := &board{&rulestest.Board{T: t, Game: b.Clone()}}
	claimed.play("draw:claim").wantResult(rules.ByRepetition, "")
	b.play(strings.TrimPrefix(again, "b1-c3 ")+again+"b1-c3").wantResult(rules.ByRepetition, "")
}

func TestQ12_G4_BarsDistinguishPositions(t *testing.T) {
	b := at(t, kings+"black N c7; black N e7; turn black-a").play("c7-d5 m9-l9 m1-l1 d1-c1 d5-c7")
	one := rules.KeyOf(&b.Position)
	b = at(t, kings+"black N c7; black N e7; turn black-a").play("e7-d5 m9-l9 m1-l1 d1-c1 d5-e7")
	if rules.KeyOf(&b.Position) == one {
		t.Error("positions with different barred pieces are equal")
	}
	b.play("l9-m9")
}

func TestQ12_G4_NoProgress(t *testing.T) {
	b := at(t, kings+"white R a1; quiet 199")
	b.WantRefusal("draw:claim", rules.NoClaim)
	b.play("a1-a2 draw:claim").wantResult(rules.ByNoProgress, "")
	at(t, kings+"white R a1; quiet 299").play("a1-a2").wantResult(rules.ByNoProgress, "")
	// capturing a king wins even if the move also reaches the limit of quiet plies
	at(t, kings+"white R d5; quiet 299").play("d5-d9").wantResult(rules.ByKingTaken, "white-a white-b")
	b = at(t, kings+"white P a2; quiet 299").play("a2-a3")
	if b.Position.QuietPlies != 0 {
		t.Errorf("%d quiet plies after a pawn's move", b.Position.QuietPlies)
	}
	b = at(t, kings+"white R a1; black N a7; quiet 299").play("a1-a7")
	if b.Position.QuietPlies != 0 {
		t.Errorf("%d quiet plies after a capture", b.Position.QuietPlies)
	}
}

func TestQ12_G4_Agreement(t *testing.T) {
	atStart(t).play("a2-a3 draw:agreed").wantResult(rules.ByAgreement, "")
}

func TestQ14_ChatIsOffByDefault(t *testing.T) {
	if talk := atStart(t).Variant.Facts().Chat; talk != "off" {
		t.Errorf("chat %q", talk)
	}
}

func TestG5_G6_ATeamResignsOrLosesByTime(t *testing.T) {
	atStart(t).play("resign").wantResult(rules.ByResignation, "black-a black-b")
	atStart(t).play("black-b:resign").wantResult(rules.ByResignation, "white-a white-b")
	atStart(t).play("a2-a3 flag").wantResult(rules.ByFlag, "white-a white-b")
	atStart(t).play("white-b:flag").wantResult(rules.ByFlag, "black-a black-b")
}

func TestG3_G8_RefusesActionsOfOtherGames(t *testing.T) {
	b := atStart(t)
	b.WantRefusal("a2-x", rules.NotInThisGame)
	b.WantRefusal("army:black-a", rules.NotInThisGame)
	b.WantRefusal("a8-a7", rules.NotYourPiece)
	b.WantRefusal("a1-a3", rules.Blocked)
	b.WantRefusal("a1-a2", rules.OwnPiece)
	b.WantRefusal("b1-b3", rules.CannotMove)
	b.WantRefusal("d1-f1", rules.Blocked)
	b.WantRefusal("q1-a1", rules.UnknownSquare)
}
