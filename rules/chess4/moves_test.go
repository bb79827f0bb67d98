package chess4

import (
	"testing"

	"quadrille/rules"
)

func TestC1_BoardIsAPlusOf160Squares(t *testing.T) {
	g := atStart(t).Variant.Facts().Geometry
	if len(g.Squares) != 160 {
		t.Errorf("%d squares", len(g.Squares))
	}
	for _, name := range []string{"a3", "c1", "a12", "c14", "l3", "n1", "l12", "n14", "o5", "d0", "d15"} {
		if _, ok := g.Square(name); ok {
			t.Errorf("%s is not a square", name)
		}
	}
	// In a square's name, the letter is the rank, counted from the far side, and the number
	// is the file, counted from the left.
	for name, want := range map[string][2]int{"a4": {0, 3}, "d1": {3, 0}, "k14": {10, 13}, "n11": {13, 10}} {
		sq, ok := g.Square(name)
		if row, col := g.RowCol(sq); !ok || row != want[0] || col != want[1] {
			t.Errorf("%s lies at %d, %d, want %v", name, row, col, want)
		}
	}
}

func TestC2_EveryKingStandsOnTheLeftOfItsQueen(t *testing.T) {
	b := atStart(t)
	g := b.Variant.Facts().Geometry
	for army, row := range map[rules.Army][8]string{
		0: {"n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11"},
		1: {"d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1"},
		2: {"a11", "a10", "a9", "a8", "a7", "a6", "a5", "a4"},
		3: {"k14", "j14", "i14", "h14", "g14", "f14", "e14", "d14"},
	} {
		for i, name := range row {
			sq, _ := g.Square(name)
			if piece := b.Position.Board[sq]; !piece.Is(backRow[i], army) {
				t.Errorf("%s holds %s", name, b.Variant.Facts().PieceName(piece))
			}
		}
	}
	for army, name := range [4]string{"m4", "d2", "b4", "d13"} {
		sq, _ := g.Square(name)
		if !b.Position.Board[sq].Is(rules.Pawn, rules.Army(army)) {
			t.Errorf("%s holds no pawn of army %d", name, army)
		}
	}
}

func TestC3_WhiteSilverBlackGold(t *testing.T) {
	b := atStart(t)
	for _, step := range []struct{ seat, move string }{
		{"white", "m7-m6"}, {"white", "m7-l7"}, {"silver", "g2-g3"}, {"black", "b8-c8"}, {"gold", "h13-h12"}, {"white", "n5-l6"},
	} {
		if step.move == "m7-m6" {
			b.WantRefusal(step.move, rules.CannotMove)
			continue
		}
		b.WantStatus(step.seat, "", "", "")
		b.play(step.move)
	}
}

func TestC4_OnlyTheKnightJumps(t *testing.T) {
	b := at(t, kings+"white R n4; white P m4; white N n5; gold P l5; gold P k6")
	b.WantMoves("n4", "")
	b.WantMoves("n5", "l4 l6 m7")
	b.WantRefusal("n4-l4", rules.Blocked)
	// Pieces of an eliminated seat block the way too.
	b = at(t, "white K n8; silver K g1; black K a7; white R n4; gold P k4")
	b.WantMoves("n4", "m4 l4 k4 n5 n6 n7")
	b.WantRefusal("n4-j4", rules.Blocked)
}

func TestC5_PawnsStepAndCaptureForward(t *testing.T) {
	b := at(t, kings+"white P m4; white P l6; silver P k5; black P k7; gold P m6")
	b.WantMoves("m4", "l4 k4")
	b.WantMoves("l6", "k6 k5 k7")
	b.WantRefusal("l6-j6", rules.CannotMove)
	b.WantRefusal("l6-m6", rules.CannotMove)
	b.play("n8-n9")
	b.WantMoves("k5", "k6 l6")
	b.play("g1-h1")
	b.WantMoves("k7", "l7 l6")
	b.play("a7-a8")
	b.WantMoves("m6", "m5")
	b = at(t, kings+"white P m4; black P k4; white P m6; black P l6")
	b.WantMoves("m4", "l4")
	b.WantMoves("m6", "")
	b.WantRefusal("m4-k4", rules.Blocked)
	b.WantRefusal("m6-k6", rules.Blocked)
}

func TestC6_PromotionOnTheOuterRowsOfTheOtherThree(t *testing.T) {
	for army := range shared.homes {
		n := 0
		for _, sq := range shared.reach.Squares {
			if !shared.homes[army].Promotes[sq] {
				continue
			}
			n++
			if row, col := shared.reach.RowCol(sq); row != 0 && row != 13 && col != 0 && col != 13 {
				t.Errorf("army %d promotes on %s", army, shared.reach.Name(sq))
			}
		}
		if n != 24 {
			t.Errorf("army %d promotes on %d squares", army, n)
		}
		for i := range 8 {
			if shared.homes[army].Promotes[shared.reach.CrossHome(rules.Seat(army), i, 0)] {
				t.Errorf("army %d promotes at home", army)
			}
		}
	}
	b := at(
		t,
		"white K n8; silver K k1; black K a11; gold K k14; white P b5; white P e2; silver P d1; white P d3; white P d12; black P c11",
	)
	b.WantMoves("b5", "a5=Q a5=R a5=B a5=N")
	b.WantMoves("e2", "d2 d1=Q d1=R d1=B d1=N")
	// The square ahead of these pawns is not on the board, so they can only capture. They do
	// not promote on d3 or d12.
	b.WantMoves("d3", "")
	b.WantMoves("d12", "c11")
	b.play("b5-a5=N")
	if sq, _ := shared.reach.Square("a5"); !b.Position.Board[sq].Is(rules.Knight, 0) {
		t.Error("no white knight on a5")
	}
}

const castlers = kings3 + "white K n7; white R n4; white R n11; unmoved n7 n4 n11;"

const kings3 = "silver K g1; black K a7; gold K h14;"

func TestC7_Castling(t *testing.T) {
	b := at(t, castlers)
	b.WantMoves("n7", "n6 n8 m6 m7 m8 n5 n9")
	b.play("n7-n5")
	for name, kind := range map[string]rules.Kind{"n5": rules.King, "n6": rules.Rook, "n11": rules.Rook} {
		if sq, _ := shared.reach.Square(name); !b.Position.Board[sq].Is(kind, 0) {
			t.Errorf("no %s on %s", kind.Name(), name)
		}
	}
	b = at(t, castlers).play("n7-n9")
	for name, kind := range map[string]rules.Kind{"n9": rules.King, "n8": rules.Rook, "n4": rules.Rook} {
		if sq, _ := shared.reach.Square(name); !b.Position.Board[sq].Is(kind, 0) {
			t.Errorf("no %s on %s", kind.Name(), name)
		}
	}
	for text, want := range map[string]*rules.Reason{
		"gold R k7":  CastlingAttacked, // the king's square is attacked
		"gold R k6":  CastlingAttacked, // the square that the king crosses is attacked
		"gold R k5":  CastlingAttacked, // the destination is attacked
		"white N n5": rules.Blocked,
		"white N n6": rules.Blocked,
		"black N n5": rules.Blocked,
	} {
		at(t, castlers+text).WantRefusal("n7-n5", want)
	}
	at(t, castlers+"gold R k4").play("n7-n5")                         // castling is legal although the rook's square is attacked
	at(t, castlers+"gold R k10").play("n7-n9")                        // a square that only the rook crosses may be attacked
	at(t, castlers+"white N n10").WantRefusal("n7-n9", rules.Blocked) // every square between king and rook must be empty
	// A rook or king that has moved and returned cannot castle.
	b = at(t, castlers).play("n4-m4 g1-h1 a7-a8 h14-g14 m4-n4 h1-g1 a8-a7 g14-h14")
	b.WantRefusal("n7-n5", rules.CastlingLost)
	b.WantMoves("n7", "n6 n8 m6 m7 m8 n9")
	b = at(t, castlers).play("n7-m7 g1-h1 a7-a8 h14-g14 m7-n7 h1-g1 a8-a7 g14-h14")
	b.WantRefusal("n7-n5", rules.CastlingLost)
	b.WantRefusal("n7-n9", rules.CastlingLost)
	// A king cannot castle with a rook that has moved to the corner of a captured rook.
	b = at(t, castlers+"gold R k4; white R m5").play("m5-m6 g1-h1 a7-a8 k4-n4 m6-n6 h1-g1 a8-a7 n4-l4 n6-n4 g1-h1 a7-a8 l4-l5")
	b.WantRefusal("n7-n5", rules.CastlingLost)
	b.play("n7-n9")
}

func TestC7_EveryArmyCastlesBothWays(t *testing.T) {
	const all = "white K n7; white R n4; white R n11; silver K g1; silver R d1; silver R k1; black K a8; black R a4; black R a11; " +
		"gold K h14; gold R k14; gold R d14; white P m7; silver P g2; black P b8; gold P h13;" +
		"unmoved n7 n4 n11 g1 d1 k1 a8 a4 a11 h14 k14 d14;"
	for seat, fits := range map[string][2][3]string{
		"white":  {{"n7-n5", "n4", "n6"}, {"n7-n9", "n11", "n8"}},
		"silver": {{"g1-e1", "d1", "f1"}, {"g1-i1", "k1", "h1"}},
		"black":  {{"a8-a10", "a11", "a9"}, {"a8-a6", "a4", "a7"}},
		"gold":   {{"h14-j14", "k14", "i14"}, {"h14-f14", "d14", "g14"}},
	} {
		for _, way := range fits {
			b := at(t, all+"turn "+seat).play(way[0])
			from, _ := shared.reach.Square(way[1])
			to, _ := shared.reach.Square(way[2])
			if b.Position.Board[from] != 0 || b.Position.Board[to].Kind() != rules.Rook {
				t.Errorf("%s %s: the rook did not go from %s to %s", seat, way[0], way[1], way[2])
			}
		}
	}
}

func TestC8_AKingInPlayIsNeverCaptured(t *testing.T) {
	b := at(t, "white K n8; white R k1; silver K g1; black K a7; gold K h14; turn white; black R d1")
	b.WantStatus("white", "silver", "", "")
	b.WantRefusal("k1-g1", rules.KingNotCapturable)
	b.WantMoves("k1", "j1 i1 h1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14")
}

func TestC8_NoMoveLeavesTheOwnKingAttacked(t *testing.T) {
	// Gold's queen pins the rook even while Gold itself is in check.
	b := at(t, "white K n8; white R l8; silver K g1; black K a7; black R d14; gold K h14; gold Q f8")
	b.WantStatus("white", "gold", "", "")
	b.WantRefusal("l8-l7", rules.LeavesCheck)
	b.WantMoves("l8", "m8 k8 j8 i8 h8 g8 f8")
	b.WantRefusal("n8-n8", rules.CannotMove)
	b = at(t, "white K n8; white R l9; silver K g1; black K a7; gold K h14; gold Q f8")
	b.WantStatus("white", "white", "", "")
	b.WantRefusal("l9-l10", rules.StillInCheck)
	b.WantMoves("l9", "l8")
	b.WantMoves("n8", "n7 n9 m7 m9")
	// The king cannot step back along the line on which it is attacked.
	b = at(t, "white K m8; silver K g1; black K a7; gold K h14; gold Q f8")
	b.WantRefusal("m8-n8", rules.StillInCheck)
	// A piece of an eliminated seat pins nothing.
	b = at(t, "white K n8; white R l8; silver K g1; black K a7; gold Q f8")
	if !b.Can("l8-l7") {
		t.Error("pinned by an inactive piece")
	}
}
