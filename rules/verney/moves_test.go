package verney

import (
	"strings"
	"testing"

	"quadrille/rules"
)

func TestV1_TheCross(t *testing.T) {
	b := atStart(t)
	g := b.Variant.Facts().Geometry
	if len(g.Squares) != 160 {
		t.Errorf("%d squares", len(g.Squares))
	}
	for name, on := range map[string]bool{
		"a4": true, "a11": true, "d1": true, "k1": true, "d14": true, "k14": true, "n4": true, "n11": true,
		"a3": false, "a12": false, "c1": false, "l1": false, "c3": false, "l12": false, "o5": false, "e15": false, "e0": false,
	} {
		if _, ok := g.Square(name); ok != on {
			t.Errorf("%s on the board: %v", name, ok)
		}
	}
	for name, want := range map[string]int{"g1": 1, "h14": 1, "d4": 1, "a7": 1, "n8": 1, "h1": 0, "g14": 0} {
		sq, _ := g.Square(name)
		if row, col := g.RowCol(sq); ((row+col)%2 == b.Variant.Facts().Light) != (want == 1) {
			t.Errorf("%s is of the wrong colour", name)
		}
	}
}

func TestV2_StartAndTurnOrder(t *testing.T) {
	b := atStart(t)
	for _, line := range []string{
		"yellow R d1", "yellow Q g1", "yellow K h1", "red Q a7", "red K a8", "red N a5",
		"white Q h14", "white K g14", "black Q n8", "black K n7", "black R n11",
		"yellow P d2", "red P b11", "white P k13", "black P m4",
	} {
		if !strings.Contains(rules.PositionText(b.Variant, &b.Position), "\n"+line+"\n") {
			t.Errorf("the start lacks %s", line)
		}
	}
	for _, word := range []string{"d2-d3", "b4-c4", "d13-d12", "m4-l4"} { // each army has its own forward direction (V7)
		b.WantStatus([]string{"yellow", "red", "white", "black"}[b.Position.Turn], "", "", "")
		b.play(word)
	}
	b.WantStatus("yellow", "", "", "")
	f := b.Variant.Facts()
	if !f.Partners(yellow, white) || !f.Partners(red, black) || f.Partners(yellow, red) {
		t.Errorf("teams %v", f.Team)
	}
}

func TestV2_EachSeatMayStart(t *testing.T) {
	for _, first := range seatNames {
		v, err := New(map[string]string{"first": first})
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		if v.Facts().SeatName(p.Turn) != first {
			t.Errorf("first=%s: %s begins", first, v.Facts().SeatName(p.Turn))
		}
	}
	if _, err := New(map[string]string{"first": "gold"}); err == nil {
		t.Error("first=gold was accepted")
	}
}

func TestV3_NoCastlingNoDoubleStep(t *testing.T) {
	b := atStart(t)
	b.WantRefusal("h2-h4", rules.CannotMove)
	b = at(t, "yellow K h1; yellow R k1; red K a4; white K d14; black K n11")
	b.WantRefusal("h1-j1", rules.CannotMove)
	b.WantMoves("h1", "g1 g2 h2 i2 i1")
	b.WantMoves("k1", "j1 i1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14")
	// A knight leaps over pieces, and a bishop stops where it captures.
	b = at(t, kings+"yellow N d1; yellow B i1; yellow P d2; yellow P e2; yellow P h2; red P k3; red P e3")
	b.WantMoves("d1", "e3 f2")
	b.WantMoves("i1", "j2 k3")
}

func TestV4_PartnersDoNotCaptureOrCheckEachOther(t *testing.T) {
	b := at(t, kings+"yellow Q d5; white R i5; white N b5; red N d9; black R g8")
	b.WantRefusal("d5-i5", rules.OwnPiece)
	b.WantStatus("yellow", "", "", "") // the queen on d5 attacks White's king on d14, but partners give no check
	b.WantMoves("d5", "c5 e5 f5 g5 h5 d1 d2 d3 d4 d6 d7 d8 d9 e6 f7 g8 c6 b7 a8 c4 e4 f3 g2 h1")
	b = at(t, "yellow K g7; white K h8; red K a4; black K n11")
	b.WantStatus("yellow", "", "", "")
	b.WantMoves("g7", "f6 f7 f8 g6 g8 h6 h7")
	b = at(t, "yellow K g7; white K d14; white R g12; red K a4; black K n11; turn red")
	b.WantStatus("red", "", "", "")
}

func TestV5_OwnKingIsNeverLeftAttacked(t *testing.T) {
	b := at(t, "yellow K h1; yellow B h4; red R h9; red K a4; white K d14; black K n11; black N g7")
	b.WantRefusal("h4-i5", rules.LeavesCheck)
	b.WantMoves("h4", "")
	b = at(t, "yellow K h1; yellow B i4; black R h9; red K a4; white K d14; black K n11")
	b.WantStatus("yellow", "yellow", "", "")
	b.WantRefusal("i4-k6", rules.StillInCheck)
	b.WantRefusal("h1-h2", rules.StillInCheck)
	b.WantMoves("i4", "h3 h5")
	b = at(t, kings+"yellow R e4")
	b.WantRefusal("e4-a4", rules.KingNotCapturable)
}

func TestV5_AMoveOntoAKingsSquareIsNoMove(t *testing.T) {
	// Yellow's pawn attacks only Red's king, which it cannot capture. So Yellow is
	// stalemated and passes.
	b := at(
		t,
		"yellow K d1; yellow P e11; yellow P i3; red K d12; red P e12; white P f12; red R e9; red R k2; black P i4; white K i14; "+
			"black K n11",
	)
	b.WantPassed("yellow")
	b.WantStatus("red", "red", "", "")
}

func TestV6_NoMoveExposesThePartnersKing(t *testing.T) {
	const shelter = "yellow K k1; yellow R d9; white K d14; red R d5; red K a4; black K n11;"
	b := at(t, shelter)
	b.WantRefusal("d9-e9", rules.ExposesPartner)
	b.WantMoves("d9", "d5 d6 d7 d8 d10 d11 d12 d13") // on these squares the rook still shields White's king
	// A move may not expose the partner's king even if the partner is already in check. That
	// check need not be answered.
	b = at(t, shelter+"black R j14")
	b.WantStatus("yellow", "white", "", "")
	b.WantRefusal("d9-e9", rules.ExposesPartner)
	b.play("k1-k2").WantStatus("red", "white", "", "")
	// If the partner's king was already attacked along this line before the move, the move
	// does not expose that king.
	b = at(t, "yellow K k1; yellow R d5; white K d14; red R d9; red K a4; black K n11")
	b.play("d5-e5").WantStatus("red", "white", "", "")
	// A move may expose the king of a partner who is in checkmate.
	at(t, shelter+"frozen white").play("d9-e9")
	// A king's move can expose the partner's king too.
	b = at(t, "yellow K d9; white K d14; red B a6; red K a4; black R d8; black K n11")
	b.WantRefusal("d9-d10", rules.StillInCheck)
	b.WantRefusal("d9-c9", rules.ExposesPartner)
	b.WantMoves("d9", "d8")
}

func TestV7_PawnsMoveForwardAndCaptureDiagonally(t *testing.T) {
	const pieces = kings + "yellow P e6; red P h5; white P i10; black P l9;" +
		"red N d7; red N f7; red N e8; yellow N i6; yellow N i4; black N h9; black N j9; white N k10; white N k8;"
	at(t, pieces).WantMoves("e6", "e7 d7 f7")
	at(t, pieces+"turn red").WantMoves("h5", "i5 i6 i4")
	at(t, pieces+"turn white").WantMoves("i10", "i9 h9 j9")
	at(t, pieces+"turn black").WantMoves("l9", "k9 k10 k8")
	at(t, pieces).WantRefusal("e6-e8", rules.CannotMove)
	at(t, pieces).WantRefusal("e6-d6", rules.CannotMove)
}

func TestV8_OnlyAQueenOnAdversariesBackRows(t *testing.T) {
	b := at(t, kings+"yellow P b9; red N a10")
	b.WantMoves("b9", "a10=Q b10")
	b.WantRefusal("b9-a10", rules.NeedsPromotion)
	b.WantRefusal("b9-a10=R", rules.UnknownPromotion)
	b.WantRefusal("b9-b10=Q", rules.NoPromotion)
	b.play("b9-a10=Q").WantStatus("red", "red", "", "") // the new queen checks Red's king along the file
	// A pawn of Yellow's partner, a pawn that has turned back and a pawn of an adversary can
	// likewise promote only to queens.
	at(t, kings+"white P b9; red N a8; turn white").WantMoves("b9", "b8 a8=Q")
	at(t, kings+"yellow P m6; reversed m6; black N n5").WantMoves("m6", "m5 n5=Q")
	at(t, kings+"red P j13; white N k14; turn red").WantMoves("j13", "k13 k14=Q")
}

func TestV9_PawnsReverseOnThePartnersBackRow(t *testing.T) {
	b := at(t, kings+"yellow P g13; red P f13")
	b.play("g13-g14 a4-a5 d14-d13 n11-n10")
	b.WantMoves("g14", "g13 f13") // now the pawn moves and captures backward
	b.play("g14-g13 a5-a4 d13-d14 n10-n11").WantMoves("g13", "g12")
	// A pawn that captures a piece on the partner's back row is not promoted: from then on, it
	// moves backward.
	b = at(t, kings+"white P e2; red R f1; turn white")
	b.play("e2-f1 n11-n10 k1-k2 a4-a5").WantMoves("f1", "f2")
}

func TestV9_ReversedPawnsTurnOnTheirSecondRow(t *testing.T) {
	b := at(t, kings+"yellow P g3; red P h2; reversed g3")
	b.WantMoves("g3", "g2 h2")
	b.play("g3-g2 a4-a5 d14-d13 n11-n10").WantMoves("g2", "g3")
	b = at(t, kings+"yellow P g3; red N h2; reversed g3") // this pawn, which moves backwards, reaches its second row by a capture
	b.play("g3-h2 a4-a5 d14-d13 n11-n10").WantMoves("h2", "h3")
	b = at(t, kings+"red P c7; reversed c7; turn red")
	b.play("c7-b7 d14-d13 n11-n10 k1-k2").WantMoves("b7", "c7")
}

func TestV9_ReversedPawnsTurnOnTheirBackRowAfterALeap(t *testing.T) {
	b := at(t, kings+"yellow P g3; white P g2; reversed g3")
	b.play("g3-g1 a4-a5 d14-d13 n11-n10")
	b.WantMoves("g1", "g3") // the pawn moves forward now, and can leap over the pawn on g2 again
}

func TestV9_PositionTextReversesAPawnOnItsSecondRow(t *testing.T) {
	// Only a position text can reverse a pawn on its second row. Such a pawn moves backward,
	// and moves forward again after it has reached the back row.
	b := at(t, kings+"yellow P g2; reversed g2")
	b.WantMoves("g2", "g1")
	b.play("g2-g1 a4-a5 d14-d13 n11-n10").WantMoves("g1", "g2")
}

func TestV10_APawnAtTheEndOfAnArmCannotMove(t *testing.T) {
	b := at(t, kings+"yellow P c11")
	b.WantMoves("c11", "")
	b.WantRefusal("c11-c10", rules.CannotMove)
	at(t, kings+"yellow P c11; red N d12").WantMoves("c11", "d12") // a pawn at the end of an arm can capture
}

func TestV10_SixSquaresToQueenOnEachSide(t *testing.T) {
	g := game(t).Facts().Geometry
	var reached, queened [256]bool
	var visit func(from rules.Square)
	visit = func(from rules.Square) {
		if reached[from] {
			return
		}
		reached[from] = true
		for _, d := range []rules.Direction{rules.NorthWest, rules.North, rules.NorthEast} {
			to := g.Step(from, d)
			if !g.On(to) || g.Name(to) > "l99" { // leave out files m and n, because the right side of the board mirrors the left side
				continue
			}
			text := "yellow K n11; red K n4; white K n9; black K n6; yellow P " + g.Name(from)
			if d != rules.North {
				text += "; red P " + g.Name(to)
			}
			b, word := at(t, text), g.Name(from)+"-"+g.Name(to)
			switch {
			case b.Can(word):
				visit(to)
			case b.Can(word + "=Q"):
				queened[to] = true
			}
		}
	}
	for _, file := range "defghijk" {
		sq, _ := g.Square(string(file) + "2")
		visit(sq)
	}
	var squares []string
	for _, sq := range g.Squares {
		if queened[sq] && strings.HasPrefix(g.Name(sq), "a") {
			squares = append(squares, g.Name(sq))
		}
	}
	if want := "a11 a10 a9 a8 a7 a6"; strings.Join(squares, " ") != want {
		t.Errorf("queens on %v, want %s", squares, want)
	}
}

func TestV11_NoStepOntoAnOccupiedSquare(t *testing.T) {
	for _, piece := range []string{"yellow N", "white N", "red P", "black P"} {
		b := at(t, kings+"yellow P g6;"+piece+" g7")
		b.WantMoves("g6", "")
		b.WantRefusal("g6-g7", rules.Blocked)
	}
}

func TestV12_PawnLeapsPartnersPawn(t *testing.T) {
	b := at(t, kings+"yellow P g6; white P g7")
	b.WantMoves("g6", "g8")
	b.play("g6-g8 a4-a5")
	b.WantMoves("g7", "g6")
	// A pawn can leap over a partner's pawn if that pawn moves backward (reversed), or if it
	// cannot move because the partner is in checkmate (frozen).
	at(t, kings+"yellow P g6; white P g7; reversed g7").WantMoves("g6", "g8")
	at(t, kings+"yellow P g6; white P g7; frozen white").WantMoves("g6", "g8")
	// The leap is in the leaping pawn's own direction of travel.
	at(t, kings+"yellow P g6; white P g5; reversed g6").WantMoves("g6", "g4")
	at(t, kings+"red P g6; black P h6; turn red").WantMoves("g6", "i6")
	at(t, kings+"white P g6; yellow P g5; turn white").WantMoves("g6", "g4")
	at(t, kings+"black P g6; red P f6; turn black").WantMoves("g6", "e6")
	// A pawn that leaps onto the partner's back row moves backward afterwards.
	b = at(t, kings+"yellow P g12; white P g13")
	b.play("g12-g14 a4-a5 d14-d13 n11-n10").WantMoves("g14", "g12")
}

func TestV12_IllegalLeaps(t *testing.T) {
	b := at(t, kings+"yellow P g6; white P g7; white P g8") // no leap over two pawns
	b.WantMoves("g6", "")
	b.WantRefusal("g6-g8", rules.Blocked)
	b = at(t, kings+"yellow P g6; white P g7; red N g8") // no leap onto an occupied square
	b.WantRefusal("g6-g8", rules.Blocked)
	b = at(t, kings+"yellow P g6; yellow P g7") // no leap over a pawn of the same army
	b.WantRefusal("g6-g8", rules.CannotMove)
	b.WantMoves("g6", "")
	b = at(t, kings+"yellow P b10; white P b11") // no leap off the board
	b.WantMoves("b10", "")
}
