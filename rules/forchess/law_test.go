package forchess

import (
	"strings"
	"testing"

	"quadrille/rules"
)

func TestF1_SeatsAndPartners(t *testing.T) {
	b := atStart(t, nil)
	f := b.Variant.Facts()
	if f.Partners(southwest, northwest) || !f.Partners(southwest, northeast) || !f.Partners(northwest, southeast) {
		t.Error("partners must sit diagonally opposite")
	}
	if f.Home != [4]rules.Direction{rules.SouthWest, rules.NorthWest, rules.NorthEast, rules.SouthEast} {
		t.Errorf("homes %v", f.Home)
	}
	for _, want := range []string{"southwest", "northwest", "northeast", "southeast", "southwest"} {
		b.WantStatus(want, "", "", "")
		b.play(rules.LegalPlain(b.Variant, &b.Position)[0])
	}
	atStart(t, map[string]string{"first": "northeast"}).WantStatus("northeast", "", "", "")
	if _, err := New(map[string]string{"first": "north"}); err == nil {
		t.Error("first=north was accepted")
	}
}

func TestF2_OnlyFourSquaresAreEmpty(t *testing.T) {
	want := strings.Fields("KRNPPBRK RQBPPNQR BN.PP.BN PPPPPPPP PPPPPPPP NB.PP.NB RQNPPBQR KRBPPNRK")
	b := atStart(t, nil)
	g := b.Variant.Facts().Geometry
	for row, rank := range want {
		for col := range 8 {
			piece := b.Position.Board[g.At(row, col)]
			if rank[col] == '.' {
				if piece != 0 {
					t.Errorf("a piece on %s", g.Name(g.At(row, col)))
				}
				continue
			}
			army := rules.Army(southwest)
			switch {
			case row < 4 && col < 4:
				army = rules.Army(northwest)
			case row < 4:
				army = rules.Army(northeast)
			case col >= 4:
				army = rules.Army(southeast)
			}
			if !piece.Is(rules.KindOf(rank[col]), army) {
				t.Errorf("%s: %s", g.Name(g.At(row, col)), b.Variant.Facts().PieceName(piece))
			}
		}
	}
}

func TestF3_PiecesAsInChess(t *testing.T) {
	b := at(t, kings+"southwest Q d4; southwest N b3; northwest P d6; northeast P f4; southwest P g7")
	// the queen can capture neither the teammate's pawn on f4 nor Southwest's own pawn on g7
	b.WantMoves("d4", "d5 d6 d3 d2 d1 c4 b4 a4 e4 c5 b6 a7 e5 f6 c3 b2 e3 f2 g1")
	b.WantMoves("b3", "a5 c5 d2 c1")
	b.WantMoves("a1", "a2 b1 b2") // there is no castling
	b.WantRefusal("d4-f4", rules.OwnPiece)
	b.WantRefusal("d4-g4", rules.Blocked)
	b.WantRefusal("d4-h8", rules.Blocked)
	b.WantRefusal("d4-e6", rules.CannotMove)
	b.WantRefusal("a1-a1", rules.CannotMove)
	b.WantRefusal("e4-e5", rules.NoPiece)
	b.WantRefusal("d6-d5", rules.NotYourPiece)
}

func TestF3_InCutthroatOnlyOwnPiecesAreSafe(t *testing.T) {
	b := at(t, kings+"option cutthroat=on; southwest R d4; northeast P d6; southwest P f4; northeast P a4")
	b.WantMoves("d4", "d1 d2 d3 d5 d6 c4 b4 a4 e4")
	b.WantRefusal("d4-f4", rules.OwnPiece)
}

func TestF3_AllMayCaptureUncontrolledPieces(t *testing.T) {
	const pieces = "southwest K a1; southwest R d4; northwest K a8; northeast K h8; southeast P d6;"
	// Southeast has resigned, so its pieces can be captured, even the king that stays on
	// the board.
	at(t, pieces+"option cutthroat=on; southeast K f4; out southeast -").WantMoves("d4", "d1 d2 d3 d5 d6 a4 b4 c4 e4 f4")
	// In the team game an army without a controller is possible only in a position text.
	at(t, pieces+"northwest P f4; static southeast").WantMoves("d4", "d1 d2 d3 d5 d6 a4 b4 c4 e4 f4")
}

func TestF4_PawnsMoveDiagonallyAndCaptureSideways(t *testing.T) {
	for _, c := range []struct{ turn, steps, takes, both string }{
		{"southwest", "e5", "e4 d5", "e4 d5 e5"},
		{"northwest", "e3", "e4 d3", "e4 d3 e3"},
		{"northeast", "c3", "c4 d3", "c4 d3 c3"},
		{"southeast", "c5", "c4 d5", "c4 d5 c5"},
	} {
		foe := "northwest"
		if c.turn == "northwest" || c.turn == "southeast" {
			foe = "southwest"
		}
		text := kings + c.turn + " P d4; turn " + c.turn + ";"
		at(t, text).WantMoves("d4", c.steps) // a pawn moves sideways only to capture
		for _, on := range []string{"c4", "e4", "d3", "d5"} {
			text += foe + " P " + on + ";"
		}
		at(t, text).WantMoves("d4", c.both)
		// A pawn whose step is blocked can still capture.
		at(t, text+foe+" P "+c.steps).WantMoves("d4", c.takes)
		at(t, text+c.turn+" P "+c.steps).WantMoves("d4", c.takes)
	}
	b := at(t, kings+"southwest P d4; southwest P e5; northeast P e4")
	b.WantMoves("d4", "")
	b.WantRefusal("d4-e5", rules.Blocked)
	b.WantRefusal("d4-e4", rules.OwnPiece)
	b.WantRefusal("d4-d5", rules.CannotMove)
	b.WantRefusal("d4-c3", rules.CannotMove)
	b.WantRefusal("d4-f6", rules.CannotMove)
}

func TestF5_PawnsKeepTheirArmysDirection(t *testing.T) {
	b := at(t, kings+"southwest R a4; northwest P d6; southeast P g4; turn southwest")
	b.play("a4-a8")
	b.WantStatus("northeast", "", "", "northwest")
	b.play("h8-h7 h1-g1")
	b.WantMoves("d6", "e5")
	b.WantMoves("g4", "")
	b.play("d6-e5 h7-h8 g4-f5")
	b.WantMoves("e5", "f4 f5")
}

func TestF6_PromotionOnTheTwoFarEdges(t *testing.T) {
	all := func(squares string) (words string) {
		for _, on := range strings.Fields(squares) {
			words += on + "=Q " + on + "=R " + on + "=B " + on + "=N "
		}
		return words
	}
	const middle = "southwest K d3; northwest K d5; northeast K g5; southeast K g3;"
	for _, c := range []struct{ turn, from, to string }{
		{"southwest", "g7", "h8"},
		{"southwest", "c7", "d8"},
		{"southwest", "g1", "h2"},
		{"southwest", "a7", "b8"},
		{"northwest", "g2", "h1"},
		{"northwest", "a2", "b1"},
		{"northwest", "g8", "h7"},
		{"northeast", "b2", "a1"},
		{"northeast", "h2", "g1"},
		{"northeast", "b8", "a7"},
		{"southeast", "b7", "a8"},
		{"southeast", "h7", "g8"},
		{"southeast", "b1", "a2"},
	} {
		at(t, middle+c.turn+" P "+c.from+"; turn "+c.turn).WantMoves(c.from, all(c.to))
	}
	b := at(t, middle+"southwest P g6; northwest N h6; southwest P c6; northwest B g7")
	b.WantMoves("g6", all("h7 h6")+"g7")
	b.WantMoves("c6", "d7")
	b.WantRefusal("g6-h7", rules.NeedsPromotion)
	b.WantRefusal("c6-d7=Q", rules.NoPromotion)
	b.WantRefusal("g6-h7=K", rules.UnknownPromotion)
	b.play("g6-h6=N")
	h6, _ := b.Variant.Facts().Geometry.Square("h6")
	if !b.Position.Board[h6].Is(rules.Knight, rules.Army(southwest)) {
		t.Error("no knight on h6")
	}
	// A conquered pawn promotes on the edges that are far from its own army.
	b = at(t, "southwest K a1; northeast K h8; southeast K h1; northwest P g3; northwest P c2; control northwest southwest")
	b.WantMoves("g3", all("h2"))
	b.WantMoves("c2", all("d1"))
}

func TestF7_CheckingPieces(t *testing.T) {
	// Southwest has conquered the rook on d8. The rook gives check to Southwest's opponent
	// Southeast, but not to Southwest's teammate Northeast.
	const conquered = "southwest K a1; northeast K a8; southeast K d1; northwest R d8; control northwest southwest;"
	at(t, conquered).WantStatus("southwest", "southeast", "", "northwest")
	// In Cutthroat every other seat is an opponent.
	at(t, conquered+"option cutthroat=on").WantStatus("southwest", "northeast southeast", "", "northwest")
	// Pieces that no seat controls give no check.
	at(t, strings.Replace(conquered, "control northwest southwest", "static northwest", 1)).WantStatus("southwest", "", "", "northwest")
	// The pawn on g1 checks sideways. The pawn on b7 does not check diagonally.
	at(t, kings+"southwest P g1; southwest P b7").WantStatus("southwest", "southeast", "", "")
	// Partners do not check each other.
	at(t, kings+"southwest Q h4; southwest R d8; northeast R b8").WantStatus("southwest", "northwest southeast", "", "")
}

func TestF7_CheckIsDeterminedAfterControlChanges(t *testing.T) {
	// Northwest's rook checks Southwest. When Southwest captures Northwest's king, the rook
	// becomes Southwest's and checks Southeast.
	b := at(t, "southwest K e1; southwest R b8; northwest K a8; northwest R e5; northeast K h8; southeast K h5")
	b.WantStatus("southwest", "southwest northwest", "", "")
	b.play("b8-a8")
	b.WantStatus("northeast", "southeast", "", "northwest")
}

func TestF8_NoMoveLeavesOwnKingInCheck(t *testing.T) {
	b := at(t, kings+"southwest R a4; northwest Q a7; southeast R g2")
	b.WantMoves("a4", "a2 a3 a5 a6 a7")
	b.WantRefusal("a4-b4", rules.LeavesCheck)
	b.WantRefusal("a1-a2", rules.LeavesCheck)
	b.WantMoves("a1", "b1")
	// A piece of an army that the seat has gained can be pinned.
	b = at(t, "southwest K a1; northeast K h8; southeast K h1; southeast R a8; northwest N a4; control northwest southwest")
	b.WantRefusal("a4-b6", rules.LeavesCheck)
	// The king cannot step back along the line of the attacker.
	b = at(t, kings+"southwest N h7; southeast R d1; turn southwest")
	b.WantMoves("a1", "a2 b2")
	b.WantRefusal("a1-b1", rules.StillInCheck)
}

func TestF9_NoMoveExposesTheTeammatesKing(t *testing.T) {
	const shield = "southwest K a1; southwest R d4; northwest K a7; northeast K d8; southeast K h1; southeast R d2;"
	b := at(t, shield)
	b.WantMoves("d4", "d2 d3 d5 d6 d7")
	b.WantRefusal("d4-e4", rules.ExposesPartner)
	// If the teammate's king is already in check, the rook need not shield it.
	at(t, shield+"northwest R f8").WantMoves("d4", "d2 d3 d5 d6 d7 a4 b4 c4 e4 f4 g4 h4")
	// In Cutthroat there is no teammate to shield.
	at(t, shield+"option cutthroat=on").WantMoves("d4", "d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4")
	// The king may not leave the d file, because it shields the teammate's king.
	b = at(t, "southwest K d4; southwest P a2; northwest K a7; northeast K d8; southeast K h1; southeast R d2")
	b.WantStatus("southwest", "southwest", "", "")
	b.WantLegal("a2-b3") // a token move, which leaves the king in check: Southwest has no other move
	b.WantRefusal("d4-c3", rules.ExposesPartner)
}

func TestF9_ACapturedKingShieldsNobody(t *testing.T) {
	// By capturing the king on a4, Southwest gains Northwest's army, so the rook on d2 no
	// longer attacks the teammate's king.
	at(
		t,
		"southwest K a1; southwest R d4; northwest K a4; northwest R d2; northeast K d8; southeast K h1",
	).WantMoves("d4", "d2 d3 d5 d6 d7 a4")
}

func TestF10_CheckMustBeEnded(t *testing.T) {
	b := at(
		t,
		"southwest K a1; southwest R a2; southwest N a3; southeast K h1; southeast Q g2; southeast R g1; northeast K h8; northeast "+
			"Q g8; northwest K a8",
	)
	b.WantLegal("a3-b1") // the knight blocks the check by the rook on g1
	b.WantRefusal("a2-b2", rules.StillInCheck)
	b.WantRefusal("a1-b1", rules.StillInCheck)
	// Capturing the king whose army gives the check ends the check.
	b = at(t, "southwest K a1; southwest N f7; northwest K h8; northwest R a8; northwest R b8; northeast K f3; southeast K f6")
	b.WantLegal("f7-h8")
}

func TestF10_ChecksByTwoSeats(t *testing.T) {
	// Two seats give check. Capturing the king of one does not end the check of the other.
	b := at(
		t,
		"southwest K a1; southwest N f7; northwest K h8; northwest R a8; northwest R b8; northeast K f3; southeast K f6; southeast R d1",
	)
	b.WantStatus("southwest", "southwest northwest", "", "")
	b.WantMoves("f7", "d6 d8 e5 g5 h6 h8") // no move ends both checks, so the knight may move anywhere (a token move, F11)
	b.play("f7-h8")
	b.WantStatus("northeast", "southwest", "", "northwest")
}

// lost is a position in which Southwest is in check and cannot stop it. It can only make token
// moves, which are moves that leave its king in check.
const lost = "southwest K a1; southwest R a2; southeast K h1; southeast Q g2; southeast R g1;"

func TestF11_TokenMoves(t *testing.T) {
	b := at(t, lost)
	b.WantMoves("a1", "")
	b.WantRefusal("a1-b1", rules.StillInCheck)
	b.WantRefusal("a2-x", NoRemoval)
	b.play("a2-a3 h1-h2")
	// no move of Southwest stops the check, so it may leave its king in check (token moves)
	b.WantMoves("a3", "a2 a4 a5 a6 a7 a8 b3 c3 d3 e3 f3 g3 h3")
	b.play("a3-a4 g1-a1")
	b.wantResult(rules.ByKingTaken, [4]uint8{0, 6, 0, 6})
	// A token move (a move that leaves the player's own king in check) may capture the king of an
	// army that does not give check.
	b = at(t, lost+"northwest K a8; northwest N c8; northeast K h8").play("a2-a8")
	b.WantStatus("northeast", "southwest", "", "northwest")
	if c8, _ := b.Variant.Facts().Geometry.Square("c8"); b.Variant.Controller(&b.Position, c8) != southwest {
		t.Error("the controller of the army has not changed")
	}
	// If no move ends a check, the player may make a token move with a conquered piece too (F11).
	b = at(t, lost+"northwest N c8; control northwest southwest; northeast K h8")
	b.WantMoves("c8", "a7 b6 d6 e7")
}

func TestF11_TokenMovesMustNotExposeTheTeammate(t *testing.T) {
	const shield = lost + "southwest N d4; northwest K h7; northwest R d3; northeast K d8;"
	b := at(t, shield)
	b.WantMoves("a2", "a3 a4 a5 a6 a7 a8 b2 c2 d2 e2 f2 g2")
	b.WantMoves("d4", "")
	b.WantRefusal("d4-e6", rules.ExposesPartner)
	at(t, shield+"option cutthroat=on").WantMoves("d4", "b3 b5 c2 c6 e2 e6 f3 f5")
}

// walledIn is a position in which Southwest is not in check and cannot move.
const walledIn = "southwest K a1; southwest P e4; northwest K a8; northwest P f5; northeast K h8; northeast P c5; southeast K h1; " +
	"southeast Q c2;"

func TestF12_RemovalWhenNoPieceCanMove(t *testing.T) {
	b := at(t, walledIn)
	b.WantStatus("southwest", "", "", "")
	b.WantLegal("e4-x")
	b.WantRefusal("e4-f5", MustRemove)
	b.WantRefusal("a1-b1", MustRemove)
	b.WantRefusal("a1-x", OtherRemoval)
	b.WantRefusal("c5-x", rules.NotYourPiece)
	b.WantRefusal("d5-x", rules.NoPiece)
	if e := b.Variant.Apply(&b.Position, &b.Position, rules.Action{
		Type: rules.Remove,
		Path: rules.Path{From: squareOf("e4")},
	}); !e.Captured.Is(
		rules.Pawn,
		rules.Army(southwest),
	) {
		t.Error("the pawn is not reported as captured")
	}
	b.WantStatus("northwest", "", "", "")
	// On each turn on which Southwest cannot move, it removes one of its pieces. It removes
	// its king last, and no seat gains Southwest's army.
	b.play("f5-g4 c5-b4 h1-g1")
	b.WantLegal("a1-x")
	b.play("a1-x")
	b.WantStatus("northwest", "", "", "southwest")
	if b.Position.EliminatedBy[southwest] != rules.NoSeat {
		t.Error("a seat was credited with the elimination")
	}
	at(t, walledIn+"southwest N a7").WantRefusal("e4-x", NoRemoval)
}

func TestF12_InCheckWithoutATokenMove(t *testing.T) {
	at(t, strings.Replace(walledIn, "Q c2", "Q d2; southeast R g1", 1)).WantLegal("e4-x")
}

func TestF12_RemovalMustNotExposeAKing(t *testing.T) {
	// The pawn on e4 shields the teammate's king; the pawn on g4 shields nothing.
	const shield = "southwest K a1; southwest P e4; southwest P g4; northwest K a7; northwest P f5; northwest P h5; northeast K e8; " +
		"southeast K h1; southeast Q c2; southeast R e2;"
	b := at(t, shield)
	b.WantLegal("g4-x")
	b.WantRefusal("e4-x", OtherRemoval)
	at(t, shield+"option cutthroat=on").WantLegal("e4-x g4-x")
	// Even if Southwest's own king is already in check, a removal may not expose the
	// teammate's king.
	at(t, shield+"southeast R d1").WantLegal("g4-x")
	// If the teammate's king is already in check, the pawn on e4 may be removed.
	at(t, shield+"northwest B h8; northwest R d8").WantLegal("e4-x g4-x")
	// If every possible removal exposes a king, these removals are legal.
	at(t, strings.Replace(shield, "southwest P g4; ", "", 1)).WantLegal("e4-x")
	// Southwest controls Northwest's army, so it may also remove pieces of that army.
	b = at(
		t,
		"southwest K a1; southwest P e4; northwest P g5; northeast K h8; northeast P f5; southeast K h1; southeast Q c2; southeast "+
			"P h4; control northwest southwest",
	)
	b.WantLegal("e4-x g5-x")
}

func TestF12_TheKingGoesLast(t *testing.T) {
	// Southwest has only a king, and each of the king's moves exposes the teammate's king.
	// Southwest must therefore remove its king.
	b := at(t, "southwest K d4; northwest K a7; northeast K d8; southeast K h1; southeast R d2")
	b.WantLegal("d4-x")
	b.WantRefusal("d4-e4", MustRemove)
	b.play("d4-x")
	b.WantStatus("northwest", "northeast", "", "southwest")
}

func TestF13_CapturingAKingGainsItsArmy(t *testing.T) {
	// Southeast has conquered Northwest. When Southwest captures Southeast's king, Southwest
	// gains both armies and its team wins.
	b := at(
		t,
		"southwest K a1; southwest R d1; southwest N b3; northwest N b8; control northwest southeast; out northwest southeast; "+
			"northeast K h8; northeast P c7; southeast K h1; southeast B g5",
	)
	b.WantStatus("southwest", "southeast", "", "northwest")
	b.play("d1-h1")
	b.wantResult(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
	// In Cutthroat each player plays alone, so capturing one king does not end the game while
	// another player is in play.
	b = at(
		t,
		"option cutthroat=on; southwest K a1; southwest R d1; southwest N b3; northwest N b8; control northwest southeast; out "+
			"northwest southeast; northeast K h8; northeast P c7; southeast K h1; southeast B g5; southeast P e2",
	)
	b.play("d1-h1")
	b.WantStatus("northeast", "northeast", "", "northwest southeast")
	b.play("h8-g8")
	b.WantStatus("southwest", "", "", "northwest southeast")
	b.WantMoves("b8", "a6 c6 d7")
	b.WantMoves("g5", "c1 d2 e3 f4 h4 h6 f6 e7 d8")
	b.WantMoves("e2", "d3")
	if p := &b.Position; p.Controller != [4]rules.Seat{southwest, southwest, northeast, southwest} ||
		p.EliminatedBy[northwest] != southeast ||
		p.EliminatedBy[southeast] != southwest {
		t.Errorf("controllers %v, out by %v", p.Controller, p.EliminatedBy)
	}
}

func TestF13_TeammateMovesOnlyOwnPieces(t *testing.T) {
	b := at(t, kings+"southwest R a4; northwest N c8").play("a4-a8")
	b.WantStatus("northeast", "", "", "northwest")
	b.WantRefusal("c8-b6", rules.NotYourPiece)
	b.WantMoves("c8", "")
	b.play("h8-h7")
	b.WantRefusal("c8-b6", rules.NotYourPiece)
	b.play("h1-h2")
	b.WantMoves("c8", "a7 b6 d6 e7")
}

func TestF14_CapturingBothKingsWins(t *testing.T) {
	b := at(
		t,
		"southwest K a1; southwest Q b2; southwest R b1; southwest R a4; northwest K a8; northeast K g8; southeast K h1; southeast R h2",
	)
	b.play("a4-a8")
	if b.Position.Over() {
		t.Fatal("over with one king")
	}
	b.WantStatus("northeast", "southeast", "", "northwest")
	b.play("g8-g7 h2-h3 b1-h1").wantResult(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
	b.WantStatus("", "", "", "northwest southeast")
	// The removal of a king also ends the game if no other king of the team is left.
	b = at(t, strings.Replace(lost, "southwest R a2; ", "", 1)).play("a1-x")
	b.wantResult(rules.ByKingTaken, [4]uint8{0, 6, 0, 6})
	b.WantStatus("", "", "", "southwest northwest northeast")
	// While each side has a king, the game continues.
	at(t, "southwest K a1; northwest K a8").WantStatus("southwest", "", "", "northeast southeast")
	at(t, "southwest K a1; northeast K a8").wantResult(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
}

func TestF15_CutthroatTheLastSeatWins(t *testing.T) {
	b := at(t, "option cutthroat=on; southwest K a1; southwest R h4; northeast K h8; southeast K h1")
	b.play("h4-h8")
	if b.Position.Over() {
		t.Fatal("over with two seats in play")
	}
	b = at(t, "option cutthroat=on; southwest K a1; southwest R h4; southeast K h1").play("h4-h1")
	b.wantResult(rules.ByLastSeat, [4]uint8{6, 0, 0, 0})
	b.WantStatus("", "", "", "northwest northeast southeast")
	at(t, "option cutthroat=on; southwest K a1; northeast K a8").WantStatus("southwest", "", "", "northwest southeast")
	if title := b.Variant.Facts().Title; title != "Cutthroat Forchess" {
		t.Errorf("title %s", title)
	}
}

func TestF16_ResignationInCutthroat(t *testing.T) {
	// Southeast controls Northeast's army and gives check to Northwest. When Southeast
	// resigns out of turn, it loses the army and the check ends.
	b := at(
		t,
		"option cutthroat=on; southwest K a1; southwest R h4; northwest K a8; northeast R d8; southeast K h1; southeast B b1; "+
			"control northeast southeast",
	)
	b.WantStatus("southwest", "northwest southeast", "", "northeast")
	b.play("southeast:resign")
	b.WantStatus("southwest", "", "", "northeast southeast")
	b.WantMoves("d8", "")
	b.WantRefusal("d8-d1", rules.NotYourPiece)
	b.WantRefusal("southeast:resign", rules.NotInGame)
	b.WantMoves("a1", "a2 b1 b2")
	b.play("h4-h1") // capturing the king of a seat that resigned gains no army
	if c := b.Position.Controller; c != [4]rules.Seat{southwest, northwest, rules.NoSeat, rules.NoSeat} {
		t.Errorf("controllers %v", c)
	}
	b.WantStatus("northwest", "", "", "northeast southeast")
	b.play("a8-b8")
	b.WantStatus("southwest", "", "", "northeast southeast")
	b.play("resign")
	b.wantResult(rules.ByResignation, [4]uint8{0, 6, 0, 0})
	// Losing on time counts as a resignation.
	b = at(t, kings+"option cutthroat=on").play("flag northeast:flag")
	b.WantStatus("northwest", "", "", "southwest northeast")
	b.play("southeast:flag").wantResult(rules.ByFlag, [4]uint8{0, 6, 0, 0})
}

func TestG5_G6_ATeamResignsAsOne(t *testing.T) {
	atStart(t, nil).play("northeast:resign").wantResult(rules.ByResignation, [4]uint8{0, 6, 0, 6})
	atStart(t, nil).play("northwest:flag").wantResult(rules.ByFlag, [4]uint8{6, 0, 6, 0})
	b := at(t, kings+"southwest R a4").play("a4-a8")
	b.WantRefusal("northwest:resign", rules.NotInGame) // an eliminated seat cannot resign for the team
}

func TestF17_Draws(t *testing.T) {
	const round = "a1-a2 a8-a7 h8-h7 h1-h2 a2-a1 a7-a8 h7-h8 h2-h1 "
	b := at(t, kings).play(round)
	b.WantRefusal("draw:claim", rules.NoClaim)
	b.play(round+"draw:claim").wantResult(rules.ByRepetition, [4]uint8{3, 3, 3, 3})
	b = at(t, kings).play(round + round + round)
	if b.Position.Over() {
		t.Fatal("the fourth occurrence ended the game")
	}
	b.play(round).wantResult(rules.ByRepetition, [4]uint8{3, 3, 3, 3})
	at(t, kings+"quiet 299").play("a1-a2").wantResult(rules.ByNoProgress, [4]uint8{3, 3, 3, 3})
	at(t, kings+"quiet 199").play("a1-a2 draw:claim").wantResult(rules.ByNoProgress, [4]uint8{3, 3, 3, 3})
	// A capture, a removal and a pawn move each reset the count of quiet plies.
	for word, text := range map[string]string{"a1-a2": kings + "northwest P a2;", "e4-x": walledIn, "d4-e5": kings + "southwest P d4;"} {
		if b := at(t, text+"quiet 250").play(word); b.Position.QuietPlies != 0 {
			t.Errorf("%s: quiet %d", word, b.Position.QuietPlies)
		}
	}
	// A winning move wins even if it also reaches the limit of quiet plies.
	at(t, "southwest K a1; southwest R h4; southeast K h1; quiet 299").play("h4-h1").wantResult(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
	// In Cutthroat only the seats in play share a draw. In the team game all four seats share
	// it, even a seat without a king.
	const three = "southwest K a1; northwest K a8; southeast K h1;"
	at(t, three+"option cutthroat=on").play("draw:agreed").wantResult(rules.ByAgreement, [4]uint8{3, 3, 0, 3})
	at(t, three).play("draw:agreed").wantResult(rules.ByAgreement, [4]uint8{3, 3, 3, 3})
}

func TestF18_ARemovalInPlainNotation(t *testing.T) {
	b := at(t, walledIn)
	a, err := rules.ParsePlain(b.Variant.Facts(), southwest, "e4-x")
	if err != nil || a.Type != rules.Remove || rules.Plain(b.Variant.Facts(), southwest, a) != "e4-x" {
		t.Errorf("%+v %v", a, err)
	}
	line, err := rules.TracePlay(b.Game, 1, "e4-x")
	if err != nil || *line.Captured != "southwest P" {
		t.Errorf("%+v %v", line, err)
	}
}

func TestF19_ChatIsOpen(t *testing.T) {
	for _, cutthroat := range []string{"off", "on"} {
		if f := atStart(t, map[string]string{"cutthroat": cutthroat}).Variant.Facts(); f.Chat != "open" || f.TouchMove {
			t.Errorf("chat %q, touch-move %v", f.Chat, f.TouchMove)
		}
	}
}

func TestG8_RefusalsNameTheirReason(t *testing.T) {
	b := atStart(t, nil)
	for word, want := range map[string]*rules.Reason{
		"a1":             rules.Unreadable,
		"a1-":            rules.UnknownSquare,
		"i1-a1":          rules.UnknownSquare,
		"red:resign":     rules.UnknownSeat,
		"army:red":       rules.UnknownSeat,
		"army:southeast": rules.NotInThisGame,
		"c3-c4":          rules.NoPiece,
		"a8-a7":          rules.NotYourPiece,
		"a1-a2":          rules.OwnPiece,
		"a1-c3":          rules.CannotMove,
		"b2-d4":          rules.OwnPiece,
		"b1-b5":          rules.Blocked,
		"a4-x":           NoRemoval,
		"draw:claim":     rules.NoClaim,
	} {
		b.WantRefusal(word, want)
	}
	b = at(t, "southwest K a1; northeast K a8")
	b.WantRefusal("a1-a2", rules.GameOver)
}

func squareOf(name string) rules.Square {
	sq, _ := shared.reach.Square(name)
	return sq
}
