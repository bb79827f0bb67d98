package chess4

import (
	"strings"
	"testing"

	"quadrille/rules"
)

func (b *board) wantActor(want rules.Seat) {
	b.Helper()
	if got := b.Variant.Actor(&b.Position); got != want {
		b.Errorf("%s acts, want %s", b.Variant.Facts().SeatName(got), seatNames[want])
	}
}

func (b *board) wantController(army string, want rules.Seat) {
	b.Helper()
	a, _ := b.Variant.Facts().Army(army)
	if got := b.Position.Controller[a]; got != want {
		b.Errorf("army %s is moved by %s, want %s", army, b.Variant.Facts().SeatName(got), b.Variant.Facts().SeatName(want))
	}
}

const teams = "option teams=on;"

func TestC9_PartnersNeitherTakeNorAttackEachOther(t *testing.T) {
	b := at(t, teams+kings+"white R k7; black R k8; black N h7; silver R l7")
	b.WantStatus("white", "", "", "")
	b.WantRefusal("k7-k8", rules.OwnPiece)
	// the partner's knight on h7 blocks the rook; the adversary's rook on l7 can be captured
	b.WantMoves("k7", "k6 k5 k4 k3 k2 k1 j7 i7 l7")
	// A partner's piece does not give check.
	b = at(t, teams+kings+"black R k8; turn silver")
	b.WantStatus("silver", "", "", "")
	// A move may expose the partner's king to check.
	b = at(t, teams+kings+"white R d7; silver R k7")
	b.play("d7-d6")
	b.WantStatus("silver", "black", "", "")
	// A seat may capture the inactive pieces of its eliminated partner.
	b = at(t, teams+"white K n8; silver K g1; gold K h14; white R k7; black R k8")
	b.play("k7-k8")
}

func TestC9_PiecesOfOneControllerDoNotCaptureEachOther(t *testing.T) {
	b := at(
		t,
		method2+"white K n8; white P k6; white R k9; silver K g1; black K a7; out gold white; control gold white; gold R k7; turn gold",
	)
	b.wantActor(white)
	b.WantRefusal("k7-k6", rules.OwnPiece)
	b.WantRefusal("k7-k9", rules.OwnPiece)
	b.play("k7-k8")
}

func TestC22_ATeamWinsWhenBothSeatsOfTheOtherAreOut(t *testing.T) {
	b := at(t, teams+mateInOne).play("e8-e2 a10-a9 h14-g14")
	b.WantStatus("white", "", "", "silver") // Silver is eliminated, but its partner Gold plays on
	b = at(t, teams+strings.Replace(mateInOne, "gold K h14;", "", 1)).play("e8-e2 a10-a9")
	b.WantStatus("", "", "", "silver gold")
	o := b.Position.Outcome
	if o.Termination != rules.ByCheckmate || o.Winners != 0b0101 || o.Scores != [4]uint8{6, 0, 6, 0} || o.HasPoints {
		t.Errorf("%+v", o)
	}
	if line := rules.TraceStart(b.Game, rules.Effects{}); line.Outcome.Points != nil {
		t.Error("points are kept in team play")
	}
}

func TestC22_G5_G6_ATeamThatResignsOrFlagsHasLost(t *testing.T) {
	for word, why := range map[string]rules.Termination{"silver:resign": rules.ByResignation, "silver:flag": rules.ByFlag} {
		o := at(t, teams+kings).play(word).Position.Outcome
		if o.Termination != why || o.Winners != 0b0101 || o.Scores != [4]uint8{6, 0, 6, 0} {
			t.Errorf("%s: %+v", word, o)
		}
	}
	if o := at(t, teams+kings).play("draw:agreed").Position.Outcome; o.Scores != [4]uint8{3, 3, 3, 3} || o.Winners != 0 {
		t.Errorf("a draw: %+v", o)
	}
	if _, err := New(map[string]string{"teams": "on", "armies": "white,black"}); err == nil {
		t.Error("a team without an army was accepted")
	}
}

func TestC16_APartnerMayBeCredited(t *testing.T) {
	// Gold's move lets White's rooks mate Silver, Gold's own partner.
	b := at(t, teams+openedByGold).play("g1-h3")
	b.wantCredit(silver, rules.MateCredit, gold)
}

const method2 = "option method=2;"

func TestC24_CheckmateGainsTheArmy(t *testing.T) {
	b := at(t, method2+mateInOne+"silver P h5").play("e8-e2 a10-a9 h14-g14")
	b.WantStatus("white", "", "", "silver")
	b.wantController("silver", white)
	b.WantMoves("h5", "") // White controls Silver's army, but moves it only on Silver's turn
	b.play("n7-n8")
	b.WantStatus("silver", "", "", "silver")
	b.wantActor(white)
	b.WantMoves("n8", "")
	b.WantMoves("h5", "h6")
	b.play("h5-h6")
	b.WantStatus("black", "", "", "silver")
	// An army that a player has taken over attacks the opponents of that player.
	b = at(t, method2+kings2+"silver R k2; turn silver").play("k2-k7")
	b.WantStatus("black", "black", "", "silver")
}

// kings2 is a position in which White has gained Silver's army.
const kings2 = "white K n8; black K a7; gold K h14; silver K g1; out silver white; control silver white;"

func TestC24_ATurnThatCannotBeUsedIsPassed(t *testing.T) {
	b := at(t, method2+"white K n8; black K a7; gold K h14; silver P h5; gold P h6; out silver white; control silver white").play("n8-n9")
	b.WantPassed("silver")
	b.WantStatus("black", "", "", "silver")
}

func TestC24_ResignedAndStalematedArmiesStayInactive(t *testing.T) {
	b := at(t, method2+mateInOne+"silver P h5").play("e8-e2 silver:resign")
	b.wantController("silver", rules.NoSeat)
	b = at(t, method2+stalemateInOne).play("f8-f2 a10-a9 h14-g14")
	b.WantStatus("white", "", "", "silver")
	b.wantController("silver", rules.NoSeat)
}

func TestC24_AMatedControllerStillMovesTheArmy(t *testing.T) {
	// White mates Silver, which also moves Gold's army.
	b := at(t, method2+mateInOneNoGold+"gold P h12; out gold silver; control gold silver").play("e8-e2 a10-a9")
	b.WantStatus("gold", "silver", "silver", "gold")
	b.wantActor(silver)
	b.play("h12-h11")
	b.WantStatus("white", "", "", "silver gold")
}

const mateInOneNoGold = "white K n7; white Q e8; white R e12; silver K d1; black K a10;"

func TestC14_C25_AGainedArmyMayHelpItsControllerButNeedNot(t *testing.T) {
	const checked = method2 + kings2 + "silver R k2; silver P h5; black R d8; turn silver"
	b := at(t, checked)
	b.WantStatus("silver", "white", "", "silver")
	b.play("h5-h6") // legal although White's king stays in check: a gained army need not help its controller
	at(t, checked).play("k2-k8")
}

func TestC25_NoNewAttackerOnTheControllersKing(t *testing.T) {
	b := at(t, method2+kings2+"silver R k8; black R d8; turn silver")
	b.WantRefusal("k8-k7", rules.LeavesCheck)
	b.play("k8-j8")
	// Even while White is in check, Silver's army may not expose White's king to a second
	// attacker.
	b = at(t, method2+kings2+"silver R k8; black R d8; gold R n4; turn silver")
	b.WantStatus("silver", "white", "", "silver")
	b.WantRefusal("k8-k7", rules.StillInCheck)
	b.play("k8-l8")
}

func TestC26_AGainedKingIsAnOrdinaryPiece(t *testing.T) {
	b := at(t, method2+kings2+"black R g9; turn silver")
	b.WantStatus("silver", "", "", "silver")
	b.WantMoves("g1", "g2 f1 f2 h1 h2") // g2 is attacked, but the king of a gained army may stay in check
	b.play("g1-f1")
	b = at(t, method2+kings2+"black R d1; turn black").play("d1-g1")
	b.wantController("silver", white)
}

func TestC26_RightsAreCountedByTheArmysTurns(t *testing.T) {
	b := at(t, method2+"white K n8; black K a7; silver K g1; silver P d2; out gold white; control gold white; gold P c5; turn silver")
	if r := b.play("d2-d4").Position.EnPassantRights(); len(r) != 1 {
		t.Fatalf("%d rights", len(r))
	}
	for army, want := range [4]bool{true, false, true, true} {
		if held, _ := b.Position.EnPassantRights()[0].Holds(rules.Army(army)); held != want {
			t.Errorf("army %d holds: %v", army, held)
		}
	}
	b.play("a7-a8")
	b.WantStatus("gold", "", "", "gold")
	b.WantMoves("c5", "c4 d4")
	if held, _ := b.play("c5-c4").Position.EnPassantRights()[0].Holds(0); !held {
		t.Error("White's own army has not had its turn")
	}
}

func TestC13_NoCaptureOfOwnPawn(t *testing.T) {
	b := at(
		t,
		method2+"white K n8; black K a7; silver K g1; out gold white; control gold white; gold P k11; white P l11; white P l4; "+
			"passed k12 k11 white; turn white",
	)
	b.WantRefusal("l11-k12", rules.CannotMove)
}

// doubleMate is a position in which White has mated both Silver and Gold. Both are eliminated
// at White's next turn.
const doubleMate = method2 + "white K n8; white R f3; white Q e2; white R e12; silver K d1; silver P h5;" +
	"gold K k14; gold P f13; white Q j13; white R j10; black K a8; black R a11;"

func TestC27_SecondGainedArmyRequiresAChoice(t *testing.T) {
	b := at(t, doubleMate+"credit silver white mate passed; credit gold white mate; turn gold")
	b.WantPassed("gold")
	b.WantStatus("white", "", "", "silver gold")
	b.wantController("silver", white)
	b.wantController("gold", white) // White controls both armies until it chooses one
	b.WantRefusal("n8-n9", MustChoose)
	b.WantRefusal("army:black", CannotChoose)
	quiet := b.Position.QuietPlies
	if n := rules.Perft(b.Variant, &b.Position, 1); n != 2 {
		t.Errorf("%d choices", n)
	}
	b.play("army:gold")
	if b.Position.QuietPlies != quiet+1 {
		t.Error("the choice is a ply")
	}
	b.wantActor(white)
	b.WantStatus("white", "", "", "silver gold")
	b.wantController("silver", rules.NoSeat)
	b.wantController("gold", white)
	b.WantRefusal("army:gold", CannotChoose)
	b.play("n8-n9 a8-a9")
	b.WantStatus("gold", "", "", "silver gold")
	b.play("f13-f12")
	if text := rules.PositionText(b.Variant, &b.Position); !strings.Contains(text, "control gold white") {
		t.Error(text)
	}
}

func TestC27_C38_TheChoiceInTheGamesOwnNotation(t *testing.T) {
	b := at(t, doubleMate+"credit silver white mate passed; credit gold white mate; turn gold")
	b.WantWritten("army:silver", "@s")
	b.WantUnreadable("@b", CannotChoose)
	b.WantUnreadable("@x", rules.Unreadable)
}

func TestC28_GainedArmyIsNotGainedAgain(t *testing.T) {
	// Silver has gained Gold's army. When White mates Silver, only Silver's own army goes to
	// White.
	b := at(t, method2+mateInOneNoGold+"silver P h5; gold P h12; out gold silver; control gold silver").play("e8-e2 a10-a9 h12-h11")
	b.WantStatus("white", "", "", "silver gold")
	b.wantController("silver", white)
	b.wantController("gold", rules.NoSeat)
	b.play("n7-n8 h5-h6 a9-a10")
	b.WantStatus("white", "", "", "silver gold")
}

func TestC29_CastlingOfAGainedArmy(t *testing.T) {
	const gained = method2 + "white K n8; gold K h14; silver K g1; out black white; control black white; turn black;"
	b := at(t, gained+"black K a8; black R a4; black R a11; black P b6")
	b.WantMoves("a8", "a7 a9 b7 b8 b9 a6 a10")
	b.WantWritten("a8-a6", "O-O-O-b")
	b.play("a8-a6")
	// The king of a gained army may move back to its starting square and then castle, even if
	// it is attacked there.
	b = at(t, gained+"black K b9; black R a4; black R a11; gold R d8; black P b6").play("b9-a8 h14-g14 n8-n9 g1-h1")
	b.play("a8-a10")
	// A king or rook of a gained army can castle only if each of its moves, until it reached
	// its starting square, brought it nearer to that square.
	b = at(t, gained+"black K b9; black R a11; black P b6").play("b9-b8 h14-g14 n8-n9 g1-h1 b8-a8 g14-h14 n9-n8 h1-g1")
	b.play("a8-a10")
	b = at(
		t,
		gained+"black K b9; black R a11; black P b6",
	).play("b9-c8 h14-g14 n8-n9 g1-h1 c8-b8 g14-h14 n9-n8 h1-g1 b8-a8 h14-g14 n8-n9 g1-h1")
	b.WantRefusal("a8-a10", rules.CastlingLost)
	b = at(t, gained+"black K a8; black R a11; black P b6").play("a8-a9 h14-g14 n8-n9 g1-h1 a9-a8 g14-h14 n9-n8 h1-g1")
	b.WantRefusal("a8-a10", rules.CastlingLost)
	b = at(t, gained+"black K a8; black R a11; black R a4; black P b6").play("a11-a10 h14-g14 n8-n9 g1-h1 a10-a11 g14-h14 n9-n8 h1-g1")
	b.WantRefusal("a8-a10", rules.CastlingLost)
	b.play("a8-a6")
	// The rook on b11 did not start in the corner a11. Even after it has moved to a11, the
	// king cannot castle with it.
	b = at(t, gained+"black K a8; black R b11; black P b6").play("b11-a11 h14-g14 n8-n9 g1-h1")
	b.WantRefusal("a8-a10", rules.CastlingLost)
}

// TestC27_CreditWithoutACheckingSeat checks that the credit for a checkmate ends when no seat
// gives this check any more. Silver has checkmated White, and White has checkmated Silver.
// Silver is eliminated, and White gains Silver's army. No seat then gives check to White.
func TestC27_CreditWithoutACheckingSeat(t *testing.T) {
	b := at(t, method2+"turn white; white K n4; silver R n11; silver R m11; silver K d1; white R k1; white R k2; black K a8; black P b8;"+
		"gold P g10; out gold white; control gold white; credit white silver mate; credit silver white mate passed")
	b.WantStatus("white", "", "", "silver gold")
	b.wantCredit(white, rules.NoCredit, 0)
	if got := strings.Join(rules.LegalPlain(b.Variant, &b.Position), " "); got != "army:gold army:silver" {
		t.Error(got)
	}
	b.play("army:silver n4-n5")
}

// TestC29_NoCastlingWithTheRookOfTheOtherCorner checks that a gained king cannot castle with
// a rook that stands in one corner but started in the other corner.
func TestC29_NoCastlingWithTheRookOfTheOtherCorner(t *testing.T) {
	b := at(
		t,
		method2+"white K n7; white R n4; white R n11; white P m7; silver K g1; silver Q j10; silver R k7; black K a8; out white "+
			"silver; control white silver; turn white",
	)
	b.play("n4-i4 g1-h1 a8-a9 n11-l11 h1-g1 a9-a8 l11-l4 g1-h1 a8-a9 l4-n4 h1-g1 a9-a8")
	b.WantRefusal("n7-n5", rules.CastlingLost)
}

func TestP1_FirstTurnMayBeOfAGainedArmy(t *testing.T) {
	b := at(t, method2+"white K n7; white R k7; silver K d1; black K a8; out white silver; control white silver")
	b.WantStatus("white", "", "", "white gold")
	b.wantActor(silver)
}
