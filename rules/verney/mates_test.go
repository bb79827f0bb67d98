package verney

import (
	"testing"

	"quadrille/rules"
)

// Red's rook on a10 mates Yellow by going to d10; the other one holds the file e.
const mateInOne = "yellow K d1; red K a5; white K k14; black K n11; red R e9; red R a10; turn red;"

func TestV13_CheckmateStandsWhateverThePartnerCouldDo(t *testing.T) {
	b := at(t, mateInOne).play("a10-d10")
	b.stands("white", "yellow", "yellow")
	b = at(t, mateInOne+"white R k10") // which could take the rook
	b.play("a10-d10").stands("white", "yellow", "yellow")
	// One that can help itself is in check only.
	b = at(t, mateInOne+"yellow R k6")
	b.play("a10-d10").stands("white", "yellow", "")
}

func TestV14_ReleasesComeFirstThenNewCheckmates(t *testing.T) {
	// White mates Red, whose pieces held Yellow in checkmate: in the first round Yellow
	// is looked at while Red is still live, in the second it is released.
	b := at(t, "yellow K d1; red R d10; red R e9; red K a4; white Q b11; white B e7; white K k14; black K n11; turn white; frozen yellow")
	b.play("b11-b4").stands("black", "red", "red")
	// Red and Yellow stand mated by one another. Yellow is looked at first, and then
	// its pieces hold nobody.
	const mutual = "yellow K d1; yellow Q b4; yellow B e7; red K a4; red Q e2; red B i6; white K k14; black K n11;"
	b = at(t, mutual+"turn white")
	b.stands("white", "yellow red", "") // the text is taken as it stands (P1)
	b.play("k14-j14").stands("black", "yellow", "yellow")
}

func TestV14_CheckmateLastsUntilReleased(t *testing.T) {
	b := at(t, mateInOne).play("a10-d10 k14-j14")
	b.stands("black", "yellow", "yellow")
	// A text that says frozen is believed until the next ply, and no longer.
	b = at(t, kings+"frozen white")
	b.stands("yellow", "", "white")
	b.play("k1-k2").stands("red", "", "")
}

func TestV15_InertPieces(t *testing.T) {
	const inert = "yellow K d1; yellow R f5; yellow P g3; white K k14; black K n11; red R d10; red R e9; frozen yellow; turn red;"
	b := at(t, inert+"red K a5; red B i3; red N h5")
	b.stands("red", "yellow", "yellow") // the rook on f5 gives no check along the rank
	b.refuses("h5-g3", InertPiece)
	b.moves("i3", "j4 k5 l6 m7 n8 h4 g5 f6 e7 d8 c9 b10 a11 j2 k1 h2 g1")
	b.moves("a5", "a4 a6 b4 b5 b6")
	b = at(t, inert+"red K a5; red B d3; red R j3")
	b.moves("j3", "i3 h3 k3 j1 j2 j4 j5 j6 j7 j8 j9 j10 j11 j12 j13 j14") // g3 is in the way
	// A king may stand next to the inert king, and in the range of its pieces.
	b = at(t, inert+"red K e3")
	b.moves("e3", "d2 d3 d4 e2 e4 f2 f3 f4")
	b.refuses("f5-f6", rules.NotYourPiece)
	// The inert king itself is not taken.
	at(t, inert+"red K a5").refuses("d10-d1", InertPiece)
}

func TestV16_ASeatInCheckmateMissesItsTurn(t *testing.T) {
	b := at(t, mateInOne).play("a10-d10 k14-j14 n11-n10")
	b.passes("yellow")
	b.stands("red", "yellow", "yellow")
	// Its partner shelters behind inert pieces.
	b = at(t, "yellow K d1; yellow N h14; white K i13; red K a5; red R d10; red R e9; black R d14; black K n11; frozen yellow; turn white")
	b.moves("i13", "i14 h13 j13 j14 h12 i12 j12")
	b = at(t, "yellow K d1; white K i13; red K a5; red R d10; red R e9; black R d14; black K n11; frozen yellow; turn white")
	b.moves("i13", "h13 j13 h12 i12 j12")
}

func TestV17_AnybodyMayRelease(t *testing.T) {
	b := at(t, mateInOne+"white R k10").play("a10-d10 k10-d10") // the partner takes
	b.stands("black", "", "")
	b.play("n11-m11").stands("yellow", "", "") // it moves again, its pieces live
	b.moves("d1", "d2")
	b = at(t, mateInOne).play("a10-d10 k14-j14 n11-n10 e9-f9") // an adversary lets go
	b.stands("white", "yellow", "")
	b.play("j14-i14 n10-n9").stands("yellow", "yellow", "")
	b.moves("d1", "e1 e2")
}

func TestV18_ReleasedPiecesMayCheckTheMover(t *testing.T) {
	b := at(t, "yellow K d1; yellow R h5; white K k14; red K a5; red R d10; red R e9; black K n11; frozen yellow; turn red")
	b.stands("red", "yellow", "yellow")
	b.play("e9-f9").stands("white", "yellow red", "")
	b.play("k14-j14 n11-n10").refuses("h5-a5", rules.KingNotCapturable)
	b.play("d1-e1").stands("red", "red", "") // it answers at its next turn
	b.refuses("f9-f10", rules.StillInCheck)
	// But a mate brought about by the move does not yet quiet the pieces that it mates.
	b = at(t, mateInOne+"yellow R h5")
	b.refuses("a10-d10", rules.StillInCheck)
}

func TestV19_TheReleasingMoveTakesNobodyOfThatSeat(t *testing.T) {
	b := at(t, "yellow K d1; yellow N f9; white K k14; red K a5; red R d10; red R e9; black K n11; frozen yellow; turn red")
	b.refuses("e9-f9", InertPiece)
	b.moves("e9", "e1 e2 e3 e4 e5 e6 e7 e8 e10 e11 e12 e13 e14 d9 c9 b9 a9")
}

func TestV20_BothAdversariesInCheckmateWin(t *testing.T) {
	// White stands mated in its own corner when Red mates Yellow.
	b := at(t, mateInOne+"black R k5; black R j4; frozen white")
	b.play("a10-d10").stands("", "yellow white", "yellow white")
	b.ends(rules.ByCheckmate, red, black)
	b.passes("") // nothing is passed after it
	if legal := b.Variant.Legal(&b.Position, nil); len(legal) > 0 {
		t.Errorf("legal %v", legal)
	}
	b.refuses("k14-j14", rules.GameOver)
	// A position that is won as it stands is over at once.
	b = at(t, kings+"frozen red black")
	b.ends(rules.ByCheckmate, yellow, white)
}

// Yellow has no move and is not in check once the rook stands on j2.
const stalemateInOne = "yellow K d1; red K a5; black K n11; red R e9; red R j5; turn red;"

func TestV21_StalematePasses(t *testing.T) {
	b := at(t, stalemateInOne+"white K h14").play("j5-j2 h14-i14 n11-n10")
	b.passes("yellow")
	b.stands("red", "", "")
	b.play("j2-j3 i14-h14 n10-n9").moves("d1", "d2") // it ends as it came
}

func TestV21_StalemateWithThePartnerInCheckmateIsADraw(t *testing.T) {
	const mated = "white K k14; black R k7; black R j7;" // both rooks look up their files
	b := at(t, stalemateInOne+mated+"frozen white").play("j5-j2")
	b.passes("white")
	b.stands("black", "white", "white")
	b.play("n11-n10").stands("", "white", "white")
	b.ends(rules.ByStalemate)
	b.passes("") // the stalemated seat's turn is not counted as passed
}

func TestV21_TwoStalematesAreADraw(t *testing.T) {
	b := at(t, stalemateInOne+"white K k14; black R j6; black R d13").play("j5-j2")
	b.ends(rules.ByStalemate) // at White's turn, its partner having no move either
	b.passes("")
}

func TestV21_LeftLiveInCheckWithoutAMove(t *testing.T) {
	const left = "yellow K d1; red R d10; red R e9; red K a5; black K n11;"
	b := at(t, left+"white K k14")
	b.passes("yellow")
	b.stands("red", "yellow", "")
	b.play("a5-a4").stands("white", "yellow", "yellow") // V14 looks again after the next ply
	// By the letter its partner's checkmate makes that a draw, too.
	at(t, left+"white K k14; frozen white").ends(rules.ByStalemate)
}

func TestG3_NoLegalMovesIsADraw(t *testing.T) {
	// Yellow and Red mate one another, White and Black as well; the text calls
	// nobody frozen, and no ply follows to do so.
	b := at(t, "yellow K d1; yellow Q b4; yellow B e7; red K a4; red Q e2; red B i6;"+
		"white K k14; white Q m11; white B j8; black K n11; black Q j13; black B f9")
	b.passes("yellow red white black")
	b.ends(rules.ByNobodyCanMove)
}

func TestV22_DrawByMaterialIsClaimed(t *testing.T) {
	b := at(t, kings+"yellow Q g5; red B j9; yellow P f2; white P f3; black P l9")
	if !b.CanClaim() {
		t.Error("one piece each: no claim")
	}
	b.play("draw:claim").ends(rules.ByMaterial)
	for _, men := range []string{"yellow Q g5; white N h8", "red B j9; black R l4", "red R j9; red N j7; frozen red"} {
		at(t, kings+men).refuses("draw:claim", rules.NoClaim)
	}
	at(t, kings+"yellow P g5; yellow P g6").play("draw:claim").ends(rules.ByMaterial) // pawns don't count
	// An action that wins the game wins it all the same; nothing ends by itself.
	b = at(t, kings+"yellow Q g5").play("g5-g6")
	b.stands("red", "", "")
}

func TestV23_RepetitionQuietPliesAndAgreement(t *testing.T) {
	const men = kings + "yellow N g7; yellow N h7;" // no claim by material
	b := at(t, men)
	const round = "k1-k2 a4-a5 d14-d13 n11-n10 k2-k1 a5-a4 d13-d14 n10-n11 "
	b.play(round).refuses("draw:claim", rules.NoClaim)
	again := at(t, men).play(round + round + "draw:claim")
	again.ends(rules.ByRepetition)
	b.play(round + round + round).ends(rules.ByRepetition) // the fifth time by itself
	at(t, men+"quiet 199").play("k1-k2 draw:claim").ends(rules.ByNoProgress)
	at(t, men+"quiet 299").play("k1-k2").ends(rules.ByNoProgress)
	at(t, men+"quiet 299; yellow P d3").play("d3-d4").stands("red", "", "")
	at(t, men).play("draw:agreed").ends(rules.ByAgreement)
	// Who is in checkmate makes another position, and so does a pawn's mark (G4.2).
	p, q := at(t, men+"frozen white; white P f6"), at(t, men+"white P f6")
	r := at(t, men+"white P f6; reversed f6")
	if k := rules.KeyOf(&q.Position); k == rules.KeyOf(&p.Position) || k == rules.KeyOf(&r.Position) {
		t.Error("the key leaves out states or marks")
	}
}

func TestV23_ATeamResignsOrLosesOnTime(t *testing.T) {
	atStart(t).play("resign").ends(rules.ByResignation, red, black)
	atStart(t).play("black:resign").ends(rules.ByResignation, yellow, white)
	atStart(t).play("white:flag").ends(rules.ByFlag, red, black)
	at(t, kings+"frozen red").play("red:resign").ends(rules.ByResignation, yellow, white) // G5: it has a say
}

func TestV24_V25_V27_TableDefaultsAndPieceValues(t *testing.T) {
	f := game(t).Facts()
	if f.Chat != "off" || !f.TouchMove {
		t.Errorf("talk %q, touch %v", f.Chat, f.TouchMove)
	}
	if want := [rules.King + 1]int{0, 1, 5, 9, 9, 20, 0}; f.Values != want {
		t.Errorf("values %v", f.Values)
	}
}

func TestV26_NoMoveOutOfTurn(t *testing.T) {
	b := atStart(t)
	b.refuses("b8-c8", rules.NotYourPiece)
	b.refuses("g13-g12", rules.NotYourPiece)
	b.refuses("h3-h4", rules.NoPiece)
	b.refuses("h2-x", rules.NotInThisGame)
	b.refuses("army:red", rules.NotInThisGame)
	b.refuses("red:resign-", rules.UnknownSquare)
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
