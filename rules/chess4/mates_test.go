package chess4

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// mateInOne is a position in which White mates Silver by e8-e2: the queen attacks every
// square of the corner, and the rook on e12 defends the queen.
const mateInOne = "white K n7; white Q e8; white R e12; silver K d1; black K a10; gold K h14;"

func TestC14_CheckIsAnsweredOnTheSeatsTurn(t *testing.T) {
	b := at(t, kings+"white R k3;turn white").play("k3-k1")
	b.WantStatus("silver", "silver", "", "")
	b = at(t, kings+"black R k3;turn black").play("k3-k1")
	b.WantStatus("gold", "silver", "", "") // Silver is in check, although Gold and White move before Silver
	b.play("h14-g14 n8-n9")
	b.WantStatus("silver", "silver", "", "")
	b.WantMoves("g1", "f2 g2 h2")
}

func TestC15_MateIsDeterminedAfterEveryPly(t *testing.T) {
	b := at(t, mateInOne).play("e8-e2")
	b.WantStatus("black", "silver", "silver", "")
	b.wantCredit(silver, rules.MateCredit, white)
	b.WantPassed("silver")
}

func TestC16_CreditBelongsToTheMatingMove(t *testing.T) {
	// White's knight moves away, so that Gold's rook gives check. The credit for the mate
	// goes to White, the seat that moved.
	const discovered = "white K n7; white N d6; silver K d1; black K a10; gold K h14; gold R d12; gold R e12;"
	b := at(t, discovered).play("d6-c8")
	b.WantStatus("black", "silver", "silver", "")
	b.wantCredit(silver, rules.MateCredit, white)
}

func TestC16_RecaptureThatMatesTakesTheCredit(t *testing.T) {
	const again = "white K n7; white Q k2; silver K d1; black K a10; gold K h14; gold Q e8; gold R e12; turn gold;"
	b := at(t, again).play("e8-e2")
	b.wantCredit(silver, rules.MateCredit, gold)
	b.play("k2-e2")
	b.wantCredit(silver, rules.MateCredit, white)
	b.WantPassed("silver")
	// Capturing a piece that does not take part in the mate does not change who is credited
	// with the mate.
	b = at(t, again+"black P l7").play("e8-e2 n7-m7")
	b.wantCredit(silver, rules.MateCredit, gold)
	b = at(t, again+"black P m8").play("e8-e2 n7-m8")
	b.wantCredit(silver, rules.MateCredit, gold)
}

func TestC16_CreditEndsWhenTheMateIsLifted(t *testing.T) {
	b := at(t, mateInOne+"black B a6").play("e8-e2 a6-e2")
	b.WantStatus("gold", "silver", "", "") // Silver is in check from the bishop, but not in checkmate, because d2 is free
	b.wantCredit(silver, rules.NoCredit, 0)
}

// openedByGold is a position in which Gold's knight can move away, so that White's rooks mate
// Silver.
const openedByGold = "white K n7; white R k1; white R k2; silver K d1; black K a10; gold K h14; gold N g1; turn gold;"

func TestC16_CreditPassesToTheNextCheckingSeat(t *testing.T) {
	b := at(t, openedByGold).play("g1-h3")
	b.wantCredit(silver, rules.MateCredit, gold)
	b.play("gold:resign")
	b.wantCredit(silver, rules.MateCredit, white)
	if b.Position.Credit[silver].Passed {
		t.Error("no turn was passed under the new credit")
	}
}

func TestC17_AMatedSeatIsEliminatedAfterItsTurn(t *testing.T) {
	b := at(t, mateInOne).play("e8-e2")
	b.WantStatus("black", "silver", "silver", "")
	b.play("a10-a9")
	b.WantStatus("gold", "silver", "silver", "") // Silver is eliminated only at White's turn, and its pieces are active until then
	b.play("h14-g14")
	b.WantStatus("white", "", "", "silver")
	if b.Position.EliminatedBy[silver] != white {
		t.Errorf("eliminated by %d", b.Position.EliminatedBy[silver])
	}
	// The mate comes just before White's turn. Silver is not eliminated until it has passed
	// a turn.
	b = at(t, openedByGold).play("g1-h3")
	b.WantStatus("white", "silver", "silver", "")
	b.play("n7-n8")
	b.WantPassed("silver")
	b.play("a10-a9")
	b.WantStatus("gold", "", "", "silver")
}

func TestC17_AnySeatMayLiftTheMate(t *testing.T) {
	b := at(t, mateInOne+"gold N f4").play("e8-e2 a10-a9")
	b.WantStatus("gold", "silver", "silver", "")
	b.play("f4-e2")
	b.WantStatus("white", "", "", "")
	b.play("n7-n8 d1-d2")
	b.WantStatus("black", "", "", "")
}

// stalemateInOne is a position in which White stalemates Silver by f8-f2.
const stalemateInOne = "white K n7; white Q f8; silver K d1; black K a10; gold K h14;"

func TestC18_AStalematedSeatPassesAndIsEliminated(t *testing.T) {
	b := at(t, stalemateInOne).play("f8-f2")
	b.WantStatus("black", "", "", "")
	b.WantPassed("silver")
	b.wantCredit(silver, rules.StalemateCredit, white)
	b.play("a10-a9 h14-g14")
	b.WantStatus("white", "", "", "silver")
	// Gold ends Silver's stalemate before White's turn, so Silver is not eliminated.
	b = at(t, stalemateInOne+"gold R f12").play("f8-f2 a10-a9 f12-f2")
	b.wantCredit(silver, rules.NoCredit, 0)
	b.play("n7-n8")
	b.WantStatus("silver", "", "", "")
}

func TestC18_CreditForSelfStalemate(t *testing.T) {
	b := at(t, "white K n7; white Q f2; silver K d1; silver P h5; gold P h7; black K a10; gold K h14; turn silver").play("h5-h6")
	b.wantCredit(silver, rules.NoCredit, 0)
	b.WantStatus("black", "", "", "")
	b.play("a10-a9")
	b.wantCredit(silver, rules.StalemateCredit, black) // Silver stalemated itself, so the credit goes to the seat that makes the next ply
	b.play("h14-g14 n7-n8")
	b.WantPassed("silver")
	b.WantStatus("black", "", "", "silver")
	if b.Position.EliminatedBy[silver] != black {
		t.Errorf("eliminated by %d", b.Position.EliminatedBy[silver])
	}
}

func TestC18_CreditAfterTheStalematingSeatLeft(t *testing.T) {
	// Gold's knight moves away, so White's rook stalemates Silver, and Gold gets the credit.
	// After Gold resigns, nobody has the credit until the next ply.
	b := at(t, "white K n7; white R k2; white R e12; silver K d1; black K a10; gold K h14; gold N g2; turn gold").play("g2-h4")
	b.wantCredit(silver, rules.StalemateCredit, gold)
	b.play("gold:resign")
	b.wantCredit(silver, rules.NoCredit, 0)
	b.play("n7-n8")
	b.wantCredit(silver, rules.StalemateCredit, white)
	// If the stalemating seat resigns, its pieces attack nothing and the stalemate ends.
	b = at(t, stalemateInOne).play("f8-f2 white:resign")
	b.wantCredit(silver, rules.NoCredit, 0)
	b.WantStatus("black", "", "", "white")
	b.play("a10-a9 h14-g14")
	b.WantStatus("silver", "", "", "white")
}

func TestC18_CheckEndsAStalemate(t *testing.T) {
	b := at(t, stalemateInOne+"black R k4; white R e12").play("f8-f2")
	b.wantCredit(silver, rules.StalemateCredit, white)
	b.play("k4-d4") // check along the row; e1, e2 and d2 are attacked, so Black mates
	b.wantCredit(silver, rules.MateCredit, black)
	b.WantStatus("gold", "silver", "silver", "")
}

func TestC19_PiecesOfAnEliminatedSeat(t *testing.T) {
	b := at(t, "white K n7; white R k9; silver K g1; black K a10; gold R g9; gold Q k13; gold K k11; out gold -")
	b.WantStatus("white", "", "", "gold")
	// the rook can capture any piece of an eliminated seat, even the king on k11, but cannot jump over it
	b.WantMoves("k9", "j9 i9 h9 g9 l9 m9 n9 k8 k7 k6 k5 k4 k3 k2 k1 k10 k11")
	b.play("k9-k11 g1-h1 a10-a9 k11-k13")
}

func TestC20_ResignationTakesEffectAtOnce(t *testing.T) {
	b := at(t, mateInOne).play("black:resign")
	b.WantStatus("white", "", "", "black")
	b.play("resign")
	b.WantStatus("silver", "", "", "white black")
	if b.Position.Controller[white] != rules.NoSeat {
		t.Error("white's army has a controller")
	}
	b.WantRefusal("black:resign", rules.NotInGame)
}

func TestC21_TheGameEndsWhenOneSeatIsLeft(t *testing.T) {
	b := at(t, "white K n7; white Q e8; white R e12; silver K d1").play("e8-e2")
	// Silver is in checkmate and has passed. At White's turn, Silver is eliminated, which ends
	// the game.
	b.WantStatus("", "", "", "silver black gold")
	if o := b.Position.Outcome; o.Termination != rules.ByCheckmate || o.Winners != 1 {
		t.Errorf("%+v", o)
	}
	if b.Position.Turn != white || len(b.Variant.Legal(&b.Position, nil)) != 0 {
		t.Error("a move is possible after the end")
	}
	b.WantRefusal("n7-n8", rules.GameOver)
}

func TestC23_FewerArmies(t *testing.T) {
	v, err := New(map[string]string{"armies": "silver,gold"})
	if err != nil {
		t.Fatal(err)
	}
	b := &board{&rulestest.Board{T: t, Game: rules.NewGame(v)}}
	b.WantStatus("silver", "", "", "white black")
	pieces := 0
	for _, piece := range b.Position.Board {
		if piece.IsPiece() {
			pieces++
		}
	}
	if pieces != 32 {
		t.Errorf("%d pieces", pieces)
	}
	b.play("g2-g3")
	b.WantStatus("gold", "", "", "white black")
	for _, bad := range []string{"silver", "", "silver,silver", "silver,red", "silver gold"} {
		if _, err := New(map[string]string{"armies": bad}); err == nil {
			t.Errorf("armies=%s was accepted", bad)
		}
	}
}

func TestC12_C15_AMateThatDependsOnABarEndsWithIt(t *testing.T) {
	// A pawn that can be captured en passant may not capture. White can capture Silver's pawn
	// on g4 en passant, so that pawn may not capture the mating queen on h5. White has to
	// pass, which ends White's en passant right and with it the checkmate.
	b := at(t, "white K d1; white P d2; white P e1; white P e2; silver K k2; silver P g4;"+
		"black K a8; black Q h5; black R j12; black N i2; gold K n7; passed g3 g4 white*; credit silver black mate; turn white")
	b.WantPassed("white")
	b.WantStatus("silver", "silver", "", "")
	b.WantMoves("g4", "h5")
}
