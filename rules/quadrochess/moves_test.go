package quadrochess

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/rules"
)

func TestQ1_BoardOf16FilesAnd9Ranks(t *testing.T) {
	g := atStart(t).Variant.Facts().Geometry
	if len(g.Squares) != 144 {
		t.Errorf("%d squares", len(g.Squares))
	}
	for name, want := range map[string][2]int{"a1": {8, 0}, "p1": {8, 15}, "a9": {0, 0}, "p9": {0, 15}, "h5": {4, 7}, "i5": {4, 8}} {
		sq, ok := g.Square(name)
		if row, col := g.RowCol(sq); !ok || row != want[0] || col != want[1] {
			t.Errorf("%s lies at %d, %d, want %v", name, row, col, want)
		}
	}
	for _, name := range []string{"q1", "a0", "a10", "A1"} {
		if _, ok := g.Square(name); ok {
			t.Errorf("%s is not a square", name)
		}
	}
}

func TestQ1_A1IsBlackAndColoursAlternate(t *testing.T) {
	f := atStart(t).Variant.Facts()
	for name, light := range map[string]bool{
		"a1": false, "b1": true, "a2": true, "a9": false, "p1": true, "p9": true, "h5": true,
		"i5": false,
	} {
		row, col := f.Geometry.RowCol(square(name))
		if (row+col+f.Light)%2 == 0 != light {
			t.Errorf("%s: light %v", name, !light)
		}
	}
}

func TestQ2_TheStart(t *testing.T) {
	b := atStart(t)
	for i, kind := range strings.Split("R N B K Q B N R R N B Q K B N R", " ") {
		file := string(rune('a' + i))
		b.wantPiece(file+"1", "white "+kind)
		b.wantPiece(file+"2", "white P")
		b.wantPiece(file+"3", "")
		b.wantPiece(file+"7", "")
		b.wantPiece(file+"8", "black P")
		b.wantPiece(file+"9", "black "+kind)
	}
}

func TestQ3_WhiteABlackABlackBWhiteB(t *testing.T) {
	b := atStart(t)
	for _, step := range [][2]string{
		{"white-a", "a2-a3"},
		{"black-a", "a8-a7"},
		{"black-b", "p8-p7"},
		{"white-b", "p2-p3"},
		{"white-a", "a3-a4"},
	} {
		b.WantStatus(step[0], "", "", "")
		b.play(step[1])
	}
	f := b.Variant.Facts()
	if !f.Partners(whiteA, whiteB) || !f.Partners(blackA, blackB) || f.Partners(whiteA, blackA) || f.Partners(whiteB, blackB) {
		t.Errorf("teams %v", f.Team)
	}
}

func TestQ4_ZoneDecidesWhoMovesAPiece(t *testing.T) {
	b := at(t, kings+"white R h3; white N i3; black Q h7; black B i7")
	// White B's knight on i3 blocks the rook; the rook can capture the queen on h7, which is in the same zone
	b.WantMoves("h3", "a3 b3 c3 d3 e3 f3 g3 h1 h2 h4 h5 h6 h7")
	b.WantRefusal("i3-k4", rules.NotYourPiece)
	b.WantRefusal("h7-h6", rules.NotYourPiece)
	b.WantRefusal("h5-h6", rules.NoPiece)
	b.play("d1-c1 h7-h3 m9-l9") // Black A's queen captures the rook, which is in the same zone as the queen
	b.WantMoves("i3", "g2 g4 h1 h5 j1 j5 k2 k4")
	b.play("i3-h5 c1-b1") // the knight crosses the border, so White A controls it now
	b.WantRefusal("h5-i7", rules.NotYourPiece)
	b.play("d9-c9 l9-k9 m1-l1")
	b.play("h5-i7") // a piece may capture in the other zone
	if by := b.Variant.Controller(&b.Position, square("i7")); by != whiteB {
		t.Errorf("seat %d moves the knight on i7", by)
	}
	if by := b.Variant.Controller(&b.Position, square("i8")); by != rules.NoSeat {
		t.Errorf("seat %d controls an empty square", by)
	}
}

func square(name string) rules.Square {
	sq, _ := table.reach.Square(name)
	return sq
}

func TestQ5_NoPieceMovesTwiceInADoubleMove(t *testing.T) {
	b := at(t, kings+"black Q h7; white R i2; white P a2").play("d1-c1 h7-i7")
	b.WantRefusal("i7-i2", MovedAlready)
	b.WantMoves("i7", "")
	b.play("m9-l9 m1-n1 c1-b1 d9-c9")
	b.WantMoves("i7", "a7 b7 c7 d7 e7 f7 g7 h7 j7 k7 l7 m7 n7 o7 p7 i8 i9 i6 i5 i4 i3 i2 h8 g9 j8 k9 h6 g5 f4 e3 d2 c1 j6 k5 l4 m3 n2 o1")
	// White's double move begins with White B, and White A completes it in the next round.
	b.play("l9-m9 i2-h2")
	b.WantRefusal("h2-h3", MovedAlready)
	b.play("b1-c1 c9-d9 m9-l9 n1-m1 h2-h3")
}

func TestQ5_AfterCastlingBothCountAsMoved(t *testing.T) {
	b := at(t, kings+"white R p1; white R a1; unmoved m1 p1 d1 a1; turn white-b").play("m1-o1")
	b.wantBarred("n1 o1")
	b.play("d1-b1").wantBarred("") // after the second half of the double move, both pieces may move again
}

func TestQ5_APromotedPieceHasMoved(t *testing.T) {
	b := at(t, kings+"black P h2; white N i1; white P a2").play("a2-a3 h2-i1=R")
	b.WantRefusal("i1-i5", MovedAlready)
	b.play("m9-l9 m1-n1 a3-a4 d9-c9 i1-i5")
}

func TestQ5_AForcedPassBarsNothing(t *testing.T) {
	// Black A has no move and passes. Black B then makes the second half of the double move.
	b := at(t, lockedBlackA+"white P g2; black N m7; turn white-a").play("g2-g3")
	b.WantPassed("black-a")
	b.WantStatus("black-b", "", "", "")
	b.play("m7-k6").wantBarred("")
	b.WantStatus("white-b", "", "", "")
	// Black B has no move and passes. This ends the double move, so no piece is barred.
	b = at(t, lockedBlackB+"black K d9; white K d1; white K m1; black R h5; white P a2; turn black-a").play("h5-i5")
	b.WantPassed("black-b")
	b.wantBarred("")
	b.play("m1-l1 a2-a3 d9-c9 i5-i6")
}

// wantBarred asserts the squares of the pieces that may not move again in this double move,
// sorted by file.
func (b *board) wantBarred(want string) {
	b.Helper()
	got := ""
	for _, line := range strings.Split(rules.PositionText(b.Variant, &b.Position), "\n") {
		if squares, ok := strings.CutPrefix(line, "barred "); ok {
			got = squares
		}
	}
	if got != want {
		b.Errorf("barred [%s], want [%s]", got, want)
	}
}

func TestQ5_TheFirstMoveIsSingle(t *testing.T) {
	atStart(t).play("g1-h3").wantBarred("")
}

// In lockedBlackA all pieces of the seat black-a are blocked, and in lockedBlackB those of the
// seat black-b. lockedBlackA also contains the three other kings.
const (
	lockedBlackA = "white K d1; white K m1; black K m9;" +
		"black K a9; black P a8; black R b8; black B b9; black P b7; black P c8; white P a7; white P b6; white P c7;"
	lockedBlackB = "black K p9; black P p8; black R o8; black B o9; black P o7; black P n8; white P p7; white P o6; white P n7;"
)

// locked returns a position in which no piece can move, except pieces that `open` adds.
func locked(open string) string {
	var b strings.Builder
	for file := 'a'; file <= 'p'; file++ {
		kind := "B"
		if file == 'a' || file == 'p' {
			kind = "K"
		}
		fmt.Fprintf(&b, "white %s %c9; black %s %c1;", kind, file, kind, file)
		fmt.Fprintf(&b, "white P %c8; black P %c2;", file, file)
	}
	return b.String() + open
}

func TestQ6_ASeatWithoutAMovePasses(t *testing.T) {
	b := at(t, lockedBlackA+"turn black-a") // the seat passes as soon as the position is read
	b.WantPassed("black-a")
	b.WantStatus("black-b", "", "", "")
	b = at(t, locked("white N e5; turn white-a")).play("e5-f3")
	b.WantPassed("black-a black-b white-b")
	b.WantStatus("white-a", "", "", "")
	if b.Position.QuietPlies != 1 {
		t.Errorf("%d quiet plies, want 1: a pass does not count (G3)", b.Position.QuietPlies)
	}
}

func TestQ6_WhenAllFourPassTheGameIsDrawn(t *testing.T) {
	b := at(t, locked("turn black-b"))
	b.WantPassed("black-b white-b white-a black-a")
	b.wantResult(rules.ByNobodyCanMove, "")
	b = at(t, strings.Replace(locked("turn white-a"), "white P a8", "white P a7", 1)).play("a7-a8")
	b.WantPassed("black-a black-b white-b white-a")
	b.wantResult(rules.ByNobodyCanMove, "")
	// Black A has just moved the rook into the other zone, so Black B may not move it in this
	// turn, and has no other move. By the wording of Q6 all four seats pass: the game is drawn.
	b = at(t, locked("black R h5; turn black-a")).play("h5-i5")
	b.WantPassed("black-b white-b white-a black-a")
	b.wantResult(rules.ByNobodyCanMove, "")
}

func TestQ7_Pawns(t *testing.T) {
	b := at(
		t,
		kings+"white P b2; black P a3; white P c3; black P c4; white P e2; black P e4; white P g3; white P h7; black N i8; black P a2",
	)
	b.WantMoves("b2", "b3 b4 a3")
	b.WantMoves("c3", "")
	b.WantMoves("e2", "e3")
	b.WantMoves("g3", "g4")
	b.WantMoves("h7", "h8 i8")
	b.WantRefusal("e2-e4", rules.Blocked)
	b.WantRefusal("c3-c4", rules.Blocked)
	b.WantRefusal("g3-g5", rules.CannotMove)
	b.WantRefusal("g3-f4", rules.CannotMove)
	b.WantRefusal("b2-c3", rules.OwnPiece)
	b.play("d1-d2")
	b.WantMoves("a3", "b2")
	b.WantMoves("c4", "")
	b.WantMoves("a2", "a1=Q a1=R a1=B a1=N")
	// Black pawns move down and white pawns up, in both zones and from any square.
	b = at(t, kings+"white P j2; black P j8; black P k9; white P k1; turn black-b")
	b.WantMoves("j8", "j7 j6")
	b.WantMoves("k9", "k8")
	b.play("m9-l9")
	b.WantMoves("j2", "j3 j4")
	b.WantMoves("k1", "k2")
}

func TestQ7_Promotion(t *testing.T) {
	b := at(t, kings+"white P h8; black R i9; black P i2; white R j1; white P c7")
	b.WantMoves("h8", "h9=Q h9=R h9=B h9=N i9=Q i9=R i9=B i9=N")
	b.WantRefusal("h8-h9", rules.NeedsPromotion)
	b.WantRefusal("c7-c8=Q", rules.NoPromotion)
	b.WantRefusal("d1-e1=Q", rules.NoPromotion)
	b.play("h8-i9=N d9-c9 i2-j1=B")
	b.wantPiece("i9", "white N")
	b.wantPiece("j1", "black B")
	b.WantStatus("white-b", "", "", "")
}

func TestQ8_AKingNeverLeavesItsZone(t *testing.T) {
	b := at(t, "white K h4; white K m1; black K d9; black K i6; black R i5; black N h5")
	b.WantMoves("h4", "g3 g4 g5 h3 h5")
	b.WantRefusal("h4-i5", KingLeavesZone)
	b.WantRefusal("h4-i4", KingLeavesZone)
	b.WantRefusal("h4-h6", rules.CannotMove)
	b = at(t, "white K d1; white K m1; black K d9; black K i6; turn black-b")
	b.WantMoves("i6", "i5 i7 j5 j6 j7")
}

func TestQ8_ThereIsNoCheck(t *testing.T) {
	b := at(t, kings+"black R d5; white B d3; black Q a2; white P l2; white P p2; black B m3")
	b.WantStatus("white-a", "", "", "")
	b.WantMoves("d1", "c1 c2 d2 e1 e2") // a king may move to an attacked square
	b.play("d3-e4")                     // a move may leave the king attacked
	b.WantStatus("black-a", "white-a", "", "")
	b.play("d5-d3 m3-l2 p2-p3 d1-d2")
	b.WantStatus("black-a", "white-a white-b", "", "")
}

func TestQ8_WhichKingsAreAttacked(t *testing.T) {
	// Adjacent kings attack each other only if they are in the same zone.
	at(t, "white K h5; white K m1; black K g6; black K m9").WantStatus("white-a", "white-a black-a", "", "")
	at(t, "white K h5; white K m1; black K d9; black K i5").WantStatus("white-a", "", "", "")
	at(t, "white K h5; white K i1; black K d9; black K i4").WantStatus("white-a", "", "", "")
	// A piece that is barred from moving still attacks, and so does a piece outside the zone
	// of the king.
	b := at(t, kings+"black Q d5; black R p8; barred d5; turn black-b")
	b.WantStatus("black-b", "white-a", "", "")
	b.play("p8-p1")
	b.WantStatus("white-b", "white-a white-b", "", "")
	// Bishops attack along whole diagonals, pawns only forward.
	at(
		t,
		"white K h5; white K m1; black K d9; black K p9; black B a3; black B m9; white P o8; black P i6",
	).WantStatus("white-a", "white-a black-b", "", "")
}

// allCastle is a position with only the four kings and eight rooks, all on their starting
// squares.
const allCastle = kings + "white R a1; white R h1; white R i1; white R p1; black R a9; black R h9; black R i9; black R p9;" +
	"unmoved a1 d1 h1 i1 m1 p1 a9 d9 h9 i9 m9 p9;"

func TestQ9_CastlingInBothZones(t *testing.T) {
	for seat, ways := range map[string][2][4]string{
		"white-a": {{"d1-b1", "a1", "c1", "white"}, {"d1-f1", "h1", "e1", "white"}},
		"white-b": {{"m1-o1", "p1", "n1", "white"}, {"m1-k1", "i1", "l1", "white"}},
		"black-a": {{"d9-b9", "a9", "c9", "black"}, {"d9-f9", "h9", "e9", "black"}},
		"black-b": {{"m9-o9", "p9", "n9", "black"}, {"m9-k9", "i9", "l9", "black"}},
	} {
		for _, way := range ways {
			b := at(t, allCastle+"turn "+seat).play(way[0])
			b.wantPiece(way[1], "")
			b.wantPiece(way[2], way[3]+" R")
			b.wantPiece(way[0][3:], way[3]+" K")
			b.wantPiece(way[0][:2], "")
		}
	}
}

func TestQ9_AttacksDoNotMatter(t *testing.T) {
	at(t, kings+"white R a1; unmoved a1 d1; black R d5; black R c5; black R b5").play("d1-b1")
}

func TestQ9_SquaresBetweenMustBeEmpty(t *testing.T) {
	for _, name := range []string{"e1", "f1", "g1"} {
		b := at(t, allCastle+"white N "+name)
		b.WantRefusal("d1-f1", rules.Blocked)
		b.play("d1-b1")
	}
	at(t, allCastle+"black N b1").WantRefusal("d1-b1", rules.Blocked)
}

func TestQ9_OnlyTheOriginalRookCastles(t *testing.T) {
	b := at(t, allCastle).play("a1-a2 d9-c9 m9-l9 m1-l1 a2-a1 c9-d9 l9-m9 l1-m1")
	b.WantRefusal("d1-b1", rules.CastlingLost)
	b.play("d1-f1")
	b.WantRefusal("d9-b9", rules.CastlingLost) // the king has moved
	b.WantRefusal("d9-f9", rules.CastlingLost)
	// White A's rook was captured on h1. White B's rook, which has moved to that square,
	// cannot castle in its place.
	b = at(
		t,
		allCastle+"black B g2; turn black-a",
	).play("g2-h1 m9-l9 i1-i2 d1-e2 h1-g2 l9-m9 i2-h2 e2-d1 g2-a8 m9-n9 m1-l1 h2-h1 a8-b7 n9-m9")
	b.play("l1-m1")
	b.WantRefusal("d1-f1", rules.CastlingLost)
	b = at(t, allCastle+"black B g2; turn black-a").play("g2-h1 m9-l9 i1-i2 d1-b1") // White A can still castle with its other rook
	b.wantPiece("b1", "white K")
	// A promoted rook cannot castle.
	b = at(
		t,
		"white K d1; white K m1; black K d9; black K m9; white R h1; black P a2; unmoved d1 h1; turn black-a",
	).play("a2-a1=R m9-n9 m1-n1")
	b.WantRefusal("d1-b1", rules.CastlingLost)
}

func TestQ10_EnPassant(t *testing.T) {
	// Both seats of the other team may capture en passant on their next turn, even if the
	// capturing pawn moves into the other zone.
	const pawns = kings + "white P i2; black P h4; black P j4; white P b2; turn white-b;"
	b := at(t, pawns).play("i2-i4 b2-b3")
	b.WantMoves("h4", "h3 i3")
	b.play("h4-i3")
	b.wantPiece("i4", "")
	b.wantPiece("i3", "black P")
	b.WantMoves("j4", "j3") // the pawn was captured, so the partner's en passant right has ended
	b = at(t, pawns).play("i2-i4 b2-b3 d9-c9")
	b.WantMoves("j4", "j3 i3")
	b.play("j4-i3")
	b.wantPiece("i4", "")
	if e := b.Effects; e.Captured != rules.NewPiece(rules.Pawn, white) || e.CapturedOn != square("i4") {
		t.Errorf("captured %v", e)
	}
	// One turn later the en passant right has expired.
	b = at(t, pawns).play("i2-i4 b2-b3 d9-c9 m9-l9 m1-l1 d1-c1")
	b.WantMoves("h4", "h3")
	b.play("c9-d9")
	b.WantMoves("j4", "j3")
}

func TestQ10_BarredPawnCannotCapture(t *testing.T) {
	// Black A's pawn captures across the border. It may not move again in this double move,
	// so Black B cannot capture en passant with it.
	b := at(t, kings+"white P k2; white P j2; white N i4; black P h5; turn white-b").play("k2-k4 d1-c1 h5-i4")
	b.WantRefusal("i4-j3", MovedAlready)
	b = at(t, kings+"white P j2; white N i4; black P h5; white P a2; turn white-b").play("j2-j4 a2-a3 h5-i4")
	b.WantMoves("i4", "") // Black A has just moved this pawn, so Black B cannot capture en passant with it
	// Black B cannot capture en passant with a pawn in Black A's zone.
	b = at(t, kings+"white P i2; black P h4; white P a2; turn white-b").play("i2-i4 a2-a3 d9-c9")
	b.WantRefusal("h4-i3", rules.NotYourPiece)
}

func TestQ10_TwoRightsAtOnce(t *testing.T) {
	b := at(t, kings+"black P h8; black P j8; white P i6; white P g6; turn black-a").play("h8-h6 j8-j6")
	b.WantMoves("i6", "i7 h7 j7")
	b.play("i6-j7")
	b.wantPiece("j6", "")
	b.WantMoves("g6", "g7 h7") // after i6xj7, the partner can still capture the pawn on h6 en passant
	b.play("g6-h7")
	b.wantPiece("h6", "")
}

func TestQ10_RightEndsWhenTheSquareIsOccupied(t *testing.T) {
	// White's knight is on the square that the pawn crossed. Capturing the knight does not
	// remove the pawn.
	b := at(t, kings+"white P i2; white N g2; black P h4; black P j4; turn white-b").play("i2-i4 g2-i3")
	b.play("h4-i3")
	b.wantPiece("i4", "white P")
	b.WantMoves("j4", "j3")
	// Black A's rook captures the pawn on i4, so Black B can no longer capture it en passant.
	b = at(t, kings+"white P i2; black P j4; black R a4; white P a2; turn white-b").play("i2-i4 a2-a3 a4-i4")
	b.WantMoves("j4", "j3")
}

func TestQ10_AForcedPassSpendsTheRight(t *testing.T) {
	b := at(t, lockedBlackA+"white P j2; white P g2; turn white-b").play("j2-j4 g2-g3")
	b.WantPassed("black-a")
	if text := rules.PositionText(b.Variant, &b.Position); !strings.Contains(text, "passed j3 j4 black-b\n") {
		t.Error(text)
	}
}
