package verney

import (
	"testing"

	"quadrille/rules"
)

// mateInOne is a position in which Red mates Yellow by a10-d10; the rook on e9 guards file e.
const mateInOne = "yellow K d1; red K a5; white K k14; black K n11; red R e9; red R a10; turn red;"

func TestV13_CheckmateIgnoresHelpByThePartner(t *testing.T) {
	b := at(t, mateInOne).play("a10-d10")
	b.WantStatus("white", "yellow", "yellow", "")
	b = at(t, mateInOne+"white R k10") // White, Yellow's partner, could capture the rook on d10, but Yellow is in checkmate anyway
	b.play("a10-d10").WantStatus("white", "yellow", "yellow", "")
	// A seat that can answer the check is not in checkmate.
	b = at(t, mateInOne+"yellow R k6")
	b.play("a10-d10").WantStatus("white", "yellow", "", "")
}

func TestV14_MatesAreLiftedBeforeNewOnes(t *testing.T) {
	// Red's pieces keep Yellow in checkmate. White mates Red, which makes these pieces
	// inert. Yellow is examined again and is no longer in checkmate.
	b := at(t, "yellow K d1; red R d10; red R e9; red K a4; white Q b11; white B e7; white K k14; black K n11; turn white; frozen yellow")
	b.play("b11-b4").WantStatus("black", "red", "red", "")
	// Red and Yellow attack each other's king. Yellow is examined first and is in checkmate.
	// This makes its pieces inert, so Red is not in checkmate.
	const mutual = "yellow K d1; yellow Q b4; yellow B e7; red K a4; red Q e2; red B i6; white K k14; black K n11;"
	b = at(t, mutual+"turn white")
	b.WantStatus("white", "yellow red", "", "") // the position text marks no checkmates; they are found after the next ply
	b.play("k14-j14").WantStatus("black", "yellow", "yellow", "")
}

func TestV14_CheckmateLastsUntilReleased(t *testing.T) {
	b := at(t, mateInOne).play("a10-d10 k14-j14")
	b.WantStatus("black", "yellow", "yellow", "")
	// The position text says that White is in checkmate. White is not in check, so the next
	// ply ends its checkmate.
	b = at(t, kings+"frozen white")
	b.WantStatus("yellow", "", "white", "")
	b.play("k1-k2").WantStatus("red", "", "", "")
}

func TestV15_InertPieces(t *testing.T) {
	const inert = "yellow K d1; yellow R f5; yellow P g3; white K k14; black K n11; red R d10; red R e9; frozen yellow; turn red;"
	b := at(t, inert+"red K a5; red B i3; red N h5")
	b.WantStatus("red", "yellow", "yellow", "") // the inert rook on f5 does not check the red king on a5
	b.WantRefusal("h5-g3", InertPiece)
	b.WantMoves("i3", "j4 k5 l6 m7 n8 h4 g5 f6 e7 d8 c9 b10 a11 j2 k1 h2 g1")
	b.WantMoves("a5", "a4 a6 b4 b5 b6")
	b = at(t, inert+"red K a5; red B d3; red R j3")
	// the pawn on g3 is inert, because its seat is in checkmate; it still blocks the rook
	b.WantMoves("j3", "i3 h3 k3 j1 j2 j4 j5 j6 j7 j8 j9 j10 j11 j12 j13 j14")
	// A king may move next to the king of a seat in checkmate, and onto squares that the
	// pieces of that seat would otherwise attack.
	b = at(t, inert+"red K e3")
	b.WantMoves("e3", "d2 d3 d4 e2 e4 f2 f3 f4")
	b.WantRefusal("f5-f6", rules.NotYourPiece)
	// An inert king cannot be captured.
	at(t, inert+"red K a5").WantRefusal("d10-d1", InertPiece)
}

func TestV16_ASeatInCheckmatePasses(t *testing.T) {
	b := at(t, mateInOne).play("a10-d10 k14-j14 n11-n10")
	b.WantPassed("yellow")
	b.WantStatus("red", "yellow", "yellow", "")
	// Inert pieces, which are the pieces of a seat in checkmate, block attacks on the king of
	// its partner.
	b = at(
		t,
		"yellow K d1; yellow N h14; white K i13; red K a5; red R d10; red R e9; black R d14; black K n11; frozen yellow; turn white",
	)
	b.WantMoves("i13", "i14 h13 j13 j14 h12 i12 j12")
	b = at(t, "yellow K d1; white K i13; red K a5; red R d10; red R e9; black R d14; black K n11; frozen yellow; turn white")
	b.WantMoves("i13", "h13 j13 h12 i12 j12")
}

func TestV17_AnySeatMayLiftTheMate(t *testing.T) {
	b := at(t, mateInOne+"white R k10").play("a10-d10 k10-d10") // the partner captures the mating rook
	b.WantStatus("black", "", "", "")
	b.play("n11-m11").WantStatus("yellow", "", "", "")
	b.WantMoves("d1", "d2")
	b = at(t, mateInOne).play("a10-d10 k14-j14 n11-n10 e9-f9") // an adversary's move ends the checkmate
	b.WantStatus("white", "yellow", "", "")
	b.play("j14-i14 n10-n9").WantStatus("yellow", "yellow", "", "")
	b.WantMoves("d1", "e1 e2")
}

func TestV18_ReleasedPiecesMayCheckTheMover(t *testing.T) {
	b := at(t, "yellow K d1; yellow R h5; white K k14; red K a5; red R d10; red R e9; black K n11; frozen yellow; turn red")
	b.WantStatus("red", "yellow", "yellow", "")
	b.play("e9-f9").WantStatus("white", "yellow red", "", "")
	b.play("k14-j14 n11-n10").WantRefusal("h5-a5", rules.KingNotCapturable)
	b.play("d1-e1").WantStatus("red", "red", "", "") // Red answers the check at its next turn
	b.WantRefusal("f9-f10", rules.StillInCheck)
	// Yellow's rook gives check to Red. The move a10-d10 would put Yellow in checkmate and make
	// the rook inert, but that does not count as an answer to the check.
	b = at(t, mateInOne+"yellow R h5")
	b.WantRefusal("a10-d10", rules.StillInCheck)
}

func TestV19_TheReleasingMoveCapturesNoInertPiece(t *testing.T) {
	b := at(t, "yellow K d1; yellow N f9; white K k14; red K a5; red R d10; red R e9; black K n11; frozen yellow; turn red")
	b.WantRefusal("e9-f9", InertPiece)
	b.WantMoves("e9", "e1 e2 e3 e4 e5 e6 e7 e8 e10 e11 e12 e13 e14 d9 c9 b9 a9")
}

func TestV20_BothAdversariesInCheckmateWin(t *testing.T) {
	// White is already in checkmate when Red mates Yellow.
	b := at(t, mateInOne+"black R k5; black R j4; frozen white")
	b.play("a10-d10").WantStatus("", "yellow white", "yellow white", "")
	b.wantResult(rules.ByCheckmate, red, black)
	b.WantPassed("") // no seat passes after the end of the game
	if legal := b.Variant.Legal(&b.Position, nil); len(legal) > 0 {
		t.Errorf("legal %v", legal)
	}
	b.WantRefusal("k14-j14", rules.GameOver)
	// A game that begins in a position in which a team has won is over immediately.
	b = at(t, kings+"frozen red black")
	b.wantResult(rules.ByCheckmate, yellow, white)
}

// stalemateInOne is a position in which Red stalemates Yellow by j5-j2.
const stalemateInOne = "yellow K d1; red K a5; black K n11; red R e9; red R j5; turn red;"

func TestV21_StalematePasses(t *testing.T) {
	b := at(t, stalemateInOne+"white K h14").play("j5-j2 h14-i14 n11-n10")
	b.WantPassed("yellow")
	b.WantStatus("red", "", "", "")
	b.play("j2-j3 i14-h14 n10-n9").WantMoves("d1", "d2") // Yellow can move again: the stalemate has ended
}

func TestV21_StalemateWithThePartnerInCheckmateIsADraw(t *testing.T) {
	const mated = "white K k14; black R k7; black R j7;" // Black's rooks mate White along two files
	b := at(t, stalemateInOne+mated+"frozen white").play("j5-j2")
	b.WantPassed("white")
	b.WantStatus("black", "white", "white", "")
	b.play("n11-n10").WantStatus("", "white", "white", "")
	b.wantResult(rules.ByStalemate)
	b.WantPassed("") // the game ends before the stalemated seat passes
}

func TestV21_TwoStalematesAreADraw(t *testing.T) {
	b := at(t, stalemateInOne+"white K k14; black R j6; black R d13").play("j5-j2")
	b.wantResult(rules.ByStalemate) // the game ends at White's turn, because neither partner has a move
	b.WantPassed("")
}

func TestV21_UndetectedCheckmatePasses(t *testing.T) {
	const left = "yellow K d1; red R d10; red R e9; red K a5; black K n11;"
	b := at(t, left+"white K k14")
	b.WantPassed("yellow")
	b.WantStatus("red", "yellow", "", "")
	b.play("a5-a4").
		WantStatus("white", "yellow", "yellow", "")
		// only now is Yellow in checkmate, because checkmates are detected after a ply
	// In the same position the game is drawn if White is already in checkmate.
	at(t, left+"white K k14; frozen white").wantResult(rules.ByStalemate)
}

func TestG3_NoLegalMovesIsADraw(t *testing.T) {
	// Yellow and Red mate each other, and so do White and Black. The rules look for checkmates
	// only after a ply, but no seat can make a ply, so the game is drawn.
	b := at(t, "yellow K d1; yellow Q b4; yellow B e7; red K a4; red Q e2; red B i6;"+
		"white K k14; white Q m11; white B j8; black K n11; black Q j13; black B f9")
	b.WantPassed("yellow red white black")
	b.wantResult(rules.ByNobodyCanMove)
}

func TestV22_DrawByMaterialIsClaimed(t *testing.T) {
	b := at(t, kings+"yellow Q g5; red B j9; yellow P f2; white P f3; black P l9")
	if !b.CanClaim() {
		t.Error("a draw cannot be claimed with one piece in each team")
	}
	b.play("draw:claim").wantResult(rules.ByMaterial)
	for _, pieces := range []string{"yellow Q g5; white N h8", "red B j9; black R l4", "red R j9; red N j7; frozen red"} {
		at(t, kings+pieces).WantRefusal("draw:claim", rules.NoClaim)
	}
	// Yellow has two pawns, but a draw by material can be claimed with any number of pawns
	at(t, kings+"yellow P g5; yellow P g6").play("draw:claim").wantResult(rules.ByMaterial)
	// A draw by material must be claimed.
	b = at(t, kings+"yellow Q g5").play("g5-g6")
	b.WantStatus("red", "", "", "")
}

func TestV23_RepetitionQuietPliesAndAgreement(t *testing.T) {
	const pieces = kings + "yellow N g7; yellow N h7;" // two knights, so that no draw can be claimed for lack of material
	b := at(t, pieces)
	const round = "k1-k2 a4-a5 d14-d13 n11-n10 k2-k1 a5-a4 d13-d14 n10-n11 "
	b.play(round).WantRefusal("draw:claim", rules.NoClaim)
	again := at(t, pieces).play(round + round + "draw:claim")
	again.wantResult(rules.ByRepetition)
	b.play(round + round + round).wantResult(rules.ByRepetition) // the game is drawn automatically at the fifth occurrence
	at(t, pieces+"quiet 199").play("k1-k2 draw:claim").wantResult(rules.ByNoProgress)
	at(t, pieces+"quiet 299").play("k1-k2").wantResult(rules.ByNoProgress)
	at(t, pieces+"quiet 299; yellow P d3").play("d3-d4").WantStatus("red", "", "", "")
	at(t, pieces).play("draw:agreed").wantResult(rules.ByAgreement)
	// Positions differ for the repetition rule if different seats are in checkmate, or if
	// different pawns travel backward.
	p, q := at(t, pieces+"frozen white; white P f6"), at(t, pieces+"white P f6")
	r := at(t, pieces+"white P f6; reversed f6")
	if k := rules.KeyOf(&q.Position); k == rules.KeyOf(&p.Position) || k == rules.KeyOf(&r.Position) {
		t.Error("the key omits checkmates or marks")
	}
}

func TestV23_ATeamResignsOrLosesOnTime(t *testing.T) {
	atStart(t).play("resign").wantResult(rules.ByResignation, red, black)
	atStart(t).play("black:resign").wantResult(rules.ByResignation, yellow, white)
	atStart(t).play("white:flag").wantResult(rules.ByFlag, red, black)
	at(t, kings+"frozen red").play("red:resign").wantResult(rules.ByResignation, yellow, white) // a seat in checkmate may resign
}

func TestV24_V25_V27_TableDefaultsAndPieceValues(t *testing.T) {
	f := game(t).Facts()
	if f.Chat != "off" || !f.TouchMove {
		t.Errorf("chat %q, touch-move %v", f.Chat, f.TouchMove)
	}
	if want := [rules.King + 1]int{0, 1, 5, 9, 9, 20, 0}; f.Values != want {
		t.Errorf("values %v", f.Values)
	}
}

func TestV26_NoMoveOutOfTurn(t *testing.T) {
	b := atStart(t)
	b.WantRefusal("b8-c8", rules.NotYourPiece)
	b.WantRefusal("g13-g12", rules.NotYourPiece)
	b.WantRefusal("h3-h4", rules.NoPiece)
	b.WantRefusal("h2-x", rules.NotInThisGame)
	b.WantRefusal("army:red", rules.NotInThisGame)
	b.WantRefusal("red:resign-", rules.UnknownSquare)
	if b.Variant.Actor(&b.Position) != yellow {
		t.Error("the actor is the seat to move")
	}
	sq, _ := b.Variant.Facts().Geometry.Square("n8")
	if b.Variant.Controller(&b.Position, sq) != black || b.Variant.Controller(&b.Position, rules.NoSquare) != rules.NoSeat {
		t.Error("each seat moves its own pieces")
	}
}

func TestLegalAndCountLeavesDoNotAllocate(t *testing.T) {
	v, into := game(t), make([]rules.Action, 0, 256)
	p := v.Start()
	var after rules.Position
	if n := testing.AllocsPerRun(100, func() {
		into = v.Legal(&p, into[:0])
		v.Apply(&after, &p, into[0])
		v.(rules.LeafCounter).CountLeaves(&after)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
