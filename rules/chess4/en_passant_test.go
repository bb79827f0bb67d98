package chess4

import (
	"testing"

	"quadrille/rules"
)

func TestC10_CaptureOnTheSquareThatThePawnPassed(t *testing.T) {
	b := at(t, kings+"white P l11; gold P k13; turn gold").play("k13-k11")
	b.WantMoves("l11", "k12") // k12 is the square that Gold's pawn crossed
	b.play("l11-k12")
	k11, _ := shared.reach.Square("k11")
	if b.Position.Board[k11] != 0 {
		t.Error("the pawn on k11 was not taken")
	}
	b = at(t, kings+"white P d5; black P b4; turn black").play("b4-d4 h14-h13")
	b.WantMoves("d5", "c5 c4")
}

func TestC10_EveryOpponentGainsTheRight(t *testing.T) {
	b := at(t, kings+"white P m7; black P k6; silver P k5").play("m7-k7")
	if n := len(b.Position.EnPassantRights()); n != 1 {
		t.Fatalf("%d rights", n)
	}
	r := b.Position.EnPassantRights()[0]
	for army := range rules.Army(rules.SeatCount) {
		if held, kept := r.Holds(army); held != (army != 0) || kept {
			t.Errorf("army %d: held %v, kept %v", army, held, kept)
		}
	}
	// Black still has the right to capture on l7 after Silver's turn.
	b.play("g1-h1")
	b.WantMoves("k6", "l6 l7")
	// An eliminated seat gains no en passant right.
	b = at(t, "white K n8; silver K g1; gold K h14; white P m7").play("m7-k7")
	if held, _ := b.Position.EnPassantRights()[0].Holds(2); held {
		t.Error("black is out and holds a right")
	}
}

func TestC11_TheRightLastsForTheFirstTurn(t *testing.T) {
	b := at(t, kings+"white P l11; gold P k13; turn gold").play("k13-k11 n8-n9 g1-h1 a7-a8 h14-g14")
	b.WantMoves("l11", "")
	b.WantRefusal("l11-k12", rules.CannotMove)
	if n := len(b.Position.EnPassantRights()); n != 0 {
		t.Errorf("%d rights left", n)
	}
	// The en passant right lasts until White's turn, however many seats move before it.
	b = at(t, kings+"white P l4; silver P k2; turn silver").play("k2-k4 a7-a8 h14-g14")
	b.WantMoves("l4", "k3")
}

func TestC11_AForcedPassIsTheFirstTurn(t *testing.T) {
	// White is stalemated and holds an en passant right that it cannot use this turn.
	b := at(
		t,
		"white K n4; white P l6; white P k6; gold P j6; silver K g1; silver P k2; black K a7; gold K h14; gold Q l5; credit white "+
			"black stalemate; turn silver",
	)
	b.play("k2-k4")
	for _, r := range b.Position.EnPassantRights() {
		if held, _ := r.Holds(0); !held {
			t.Error("white holds no right")
		}
	}
	b.play("a7-a8 h14-g14")
	b.WantPassed("white")
	for _, r := range b.Position.EnPassantRights() {
		if held, _ := r.Holds(0); held {
			t.Error("white passed and still holds the right")
		}
	}
}

// three is the text of a position. After three pawns have made double steps, White can
// capture each of them en passant.
const three = "white K n8; silver K g1; black K a9; gold K h14;" +
	"white P l4; white P l11; white P d6; silver P k2; gold P k13; black P b7; turn silver"

func TestC12_AnArmyThatUsesOneRightKeepsTheOthers(t *testing.T) {
	b := at(t, three).play("k2-k4 b7-d7 k13-k11")
	for _, word := range []string{"l4-k3", "l11-k12", "d6-c7"} {
		if !b.Can(word) {
			t.Errorf("%s is not possible", word)
		}
	}
	b.play("l4-k3 g1-h1 a9-a10 h14-g14")
	if b.Can("k3-j4") || !b.Can("l11-k12") || !b.Can("d6-c7") {
		t.Error("the other two are kept for the next turn")
	}
	b.play("l11-k12 h1-g1 a10-a9 g14-h14")
	if !b.Can("d6-c7") {
		t.Error("the third is kept as long as one is used each turn")
	}
	b.play("d6-c7")
	// If White captures nothing en passant on a turn, all its en passant rights expire.
	b = at(t, three).play("k2-k4 b7-d7 k13-k11 l4-k3 g1-h1 a9-a10 h14-g14 n8-n9 h1-g1 a10-a9 g14-h14")
	if b.Can("l11-k12") || b.Can("d6-c7") || len(b.Position.EnPassantRights()) != 0 {
		t.Error("rights outlived a turn on which none was used")
	}
}

func TestC12_PawnUnderAKeptRightCannotCapture(t *testing.T) {
	b := at(t, three+"; white N l10").play("k2-k4 b7-d7")
	// White captures en passant on k3 and so keeps its right to capture the pawn on k11.
	// While White has that right, the pawn on k11 may not capture.
	b.play("k13-k11 l4-k3 g1-h1 a9-a10")
	b.WantMoves("k11", "k10")
	b.WantRefusal("k11-l10", PawnCannotCapture)
	// Gold's pawn moves on to k10; White can still capture it en passant on k12.
	b.play("k11-k10")
	if r := b.Position.EnPassantRights()[len(b.Position.EnPassantRights())-1]; shared.reach.Name(r.Target) == "k12" &&
		shared.reach.Name(r.Pawn) != "k10" {
		t.Errorf("the right did not follow the pawn: %s", shared.reach.Name(r.Pawn))
	}
	b.play("l11-k12")
	if sq, _ := shared.reach.Square("k10"); b.Position.Board[sq] != 0 {
		t.Error("the pawn on k10 was not taken")
	}
}

func TestC12_AttacksIgnoreTheBar(t *testing.T) {
	b := at(t, three+"; white B m9").play("k2-k4 b7-d7 k13-k11 l4-k3 g1-h1 a9-a10 h14-g14")
	// The pawn on k11 may not capture, but it still attacks j10 and l10.
	g := b.Variant.(*Game)
	l10, _ := shared.reach.Square("l10")
	if !g.reach.Attacked(&b.Position.Board, l10, rules.AllOf(3)) {
		t.Error("l10 is not attacked")
	}
	b = at(t, "white K l10; silver K g1; black K a9; gold K h14; gold P k11; passed k12 k11 black*; turn white")
	b.WantStatus("white", "white", "", "")
}

func TestC13_RightsEndWithThePawn(t *testing.T) {
	// If another piece captures the pawn, the rights to capture it en passant end.
	b := at(t, kings+"white P l11; gold P k13; black R a11; turn gold").play("k13-k11")
	b.play("n8-n9 g1-h1 a11-k11")
	if n := len(b.Position.EnPassantRights()); n != 0 {
		t.Errorf("%d rights against a pawn that was taken", n)
	}
	// After its promotion, the pawn cannot be captured en passant.
	b = at(t, kings+"white P b5; passed l5 b5 black*; turn white").play("b5-a5=Q")
	if n := len(b.Position.EnPassantRights()); n != 0 {
		t.Errorf("%d rights against a queen", n)
	}
}

func TestC13_HolderIsEliminated(t *testing.T) {
	b := at(t, kings+"white P l11; gold P k13; turn gold").play("k13-k11 white:resign")
	for _, r := range b.Position.EnPassantRights() {
		if held, _ := r.Holds(0); held {
			t.Error("white is out and holds a right")
		}
	}
	// The pawn of a seat that resigned can still be captured en passant.
	b = at(t, kings+"white P l11; gold P k13; turn gold").play("k13-k11 gold:resign l11-k12")
	if sq, _ := shared.reach.Square("k11"); b.Position.Board[sq] != 0 {
		t.Error("the inactive pawn was not taken")
	}
}

func TestC13_TargetSquareOccupied(t *testing.T) {
	b := at(t, kings+"white P l4; silver P k2; black N m4; turn silver")
	b.play("k2-k4 m4-k3 h14-g14 l4-k3")
	if sq, _ := shared.reach.Square("k4"); b.Position.Board[sq] == 0 {
		t.Error("the ordinary capture took the pawn too")
	}
}
