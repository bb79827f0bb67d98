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
		t.Error("partners sit diagonally")
	}
	if f.Home != [4]rules.Direction{rules.SouthWest, rules.NorthWest, rules.NorthEast, rules.SouthEast} {
		t.Errorf("homes %v", f.Home)
	}
	for _, want := range []string{"southwest", "northwest", "northeast", "southeast", "southwest"} {
		b.stands(want, "", "")
		b.play(rules.LegalPlain(b.Variant, &b.Position)[0])
	}
	atStart(t, map[string]string{"first": "northeast"}).stands("northeast", "", "")
	if _, err := New(map[string]string{"first": "north"}); err == nil {
		t.Error("first=north was taken")
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
					t.Errorf("a man on %s", g.Name(g.At(row, col)))
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
				t.Errorf("%s holds %s", g.Name(g.At(row, col)), b.Variant.Facts().PieceName(piece))
			}
		}
	}
}

func TestF3_PiecesAsInChess(t *testing.T) {
	b := at(t, kings+"southwest Q d4; southwest N b3; northwest P d6; northeast P f4; southwest P g7")
	b.moves("d4", "d5 d6 d3 d2 d1 c4 b4 a4 e4 c5 b6 a7 e5 f6 c3 b2 e3 f2 g1") // f4 is the teammate's, g7 its own
	b.moves("b3", "a5 c5 d2 c1")
	b.moves("a1", "a2 b1 b2") // there is no castling
	b.refuses("d4-f4", rules.OwnPiece)
	b.refuses("d4-g4", rules.Blocked)
	b.refuses("d4-h8", rules.Blocked)
	b.refuses("d4-e6", rules.CannotMove)
	b.refuses("a1-a1", rules.CannotMove)
	b.refuses("e4-e5", rules.NoPiece)
	b.refuses("d6-d5", rules.NotYourPiece)
}

func TestF3_InCutthroatOnlyOwnPiecesAreSafe(t *testing.T) {
	b := at(t, kings+"option cutthroat=on; southwest R d4; northeast P d6; southwest P f4; northeast P a4")
	b.moves("d4", "d1 d2 d3 d5 d6 c4 b4 a4 e4")
	b.refuses("d4-f4", rules.OwnPiece)
}

func TestF3_AllMayCaptureUncontrolledPieces(t *testing.T) {
	const men = "southwest K a1; southwest R d4; northwest K a8; northeast K h8; southeast P d6;"
	// Southeast has resigned, and its king stands there still.
	at(t, men+"option cutthroat=on; southeast K f4; out southeast -").moves("d4", "d1 d2 d3 d5 d6 a4 b4 c4 e4 f4")
	// An army that nobody moves in the team game: only a text can have it.
	at(t, men+"northwest P f4; static southeast").moves("d4", "d1 d2 d3 d5 d6 a4 b4 c4 e4 f4")
}

func TestF4_PawnStepsAwayFromHomeAndTakesSideways(t *testing.T) {
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
		at(t, text).moves("d4", c.steps) // nothing to take: no sideways move
		for _, on := range []string{"c4", "e4", "d3", "d5"} {
			text += foe + " P " + on + ";"
		}
		at(t, text).moves("d4", c.both)
		// The step is blocked, by friend or foe; it takes all the same.
		at(t, text+foe+" P "+c.steps).moves("d4", c.takes)
		at(t, text+c.turn+" P "+c.steps).moves("d4", c.takes)
	}
	b := at(t, kings+"southwest P d4; southwest P e5; northeast P e4")
	b.moves("d4", "")
	b.refuses("d4-e5", rules.Blocked)
	b.refuses("d4-e4", rules.OwnPiece)
	b.refuses("d4-d5", rules.CannotMove)
	b.refuses("d4-c3", rules.CannotMove)
	b.refuses("d4-f6", rules.CannotMove)
}

func TestF5_PawnsKeepTheirArmysDirection(t *testing.T) {
	b := at(t, kings+"southwest R a4; northwest P d6; southeast P g4; turn southwest")
	b.play("a4-a8")
	b.stands("northeast", "", "northwest")
	b.play("h8-h7 h1-g1")
	b.moves("d6", "e5")
	b.moves("g4", "")
	b.play("d6-e5 h7-h8 g4-f5")
	b.moves("e5", "f4 f5")
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
		at(t, middle+c.turn+" P "+c.from+"; turn "+c.turn).moves(c.from, all(c.to))
	}
	b := at(t, middle+"southwest P g6; northwest N h6; southwest P c6; northwest B g7")
	b.moves("g6", all("h7 h6")+"g7")
	b.moves("c6", "d7")
	b.refuses("g6-h7", rules.NeedsPromotion)
	b.refuses("c6-d7=Q", rules.NoPromotion)
	b.refuses("g6-h7=K", rules.UnknownPromotion)
	b.play("g6-h6=N")
	h6, _ := b.Variant.Facts().Geometry.Square("h6")
	if !b.Position.Board[h6].Is(rules.Knight, rules.Army(southwest)) {
		t.Error("no knight on h6")
	}
	// A conquered pawn: on its own army's far edges.
	b = at(t, "southwest K a1; northeast K h8; southeast K h1; northwest P g3; northwest P c2; control northwest southwest")
	b.moves("g3", all("h2"))
	b.moves("c2", all("d1"))
}

func TestF7_WhoGivesCheck(t *testing.T) {
	// A conquered rook counts for its controller: against Southeast, not against its
	// own teammate.
	const conquered = "southwest K a1; northeast K a8; southeast K d1; northwest R d8; control northwest southwest;"
	at(t, conquered).stands("southwest", "southeast", "northwest")
	// In Cutthroat every other seat is the other side.
	at(t, conquered+"option cutthroat=on").stands("southwest", "northeast southeast", "northwest")
	// Pieces of nobody give no check.
	at(t, strings.Replace(conquered, "control northwest southwest", "static northwest", 1)).stands("southwest", "", "northwest")
	// A pawn, sideways and not diagonally.
	at(t, kings+"southwest P g1; southwest P b7").stands("southwest", "southeast", "")
	// Partners give each other none.
	at(t, kings+"southwest Q h4; southwest R d8; northeast R b8").stands("southwest", "northwest southeast", "")
}

func TestF7_CheckIsJudgedAfterTheChangeOfHands(t *testing.T) {
	// Northwest's rook checks Southwest; its king falls, and the rook checks
	// Southeast for Southwest.
	b := at(t, "southwest K e1; southwest R b8; northwest K a8; northwest R e5; northeast K h8; southeast K h5")
	b.stands("southwest", "southwest northwest", "")
	b.play("b8-a8")
	b.stands("northeast", "southeast", "northwest")
}

func TestF8_NoMoveLeavesOwnKingInCheck(t *testing.T) {
	b := at(t, kings+"southwest R a4; northwest Q a7; southeast R g2")
	b.moves("a4", "a2 a3 a5 a6 a7")
	b.refuses("a4-b4", rules.LeavesCheck)
	b.refuses("a1-a2", rules.LeavesCheck)
	b.moves("a1", "b1")
	// A conquered piece that stands before the king is bound as well.
	b = at(t, "southwest K a1; northeast K h8; southeast K h1; southeast R a8; northwest N a4; control northwest southwest")
	b.refuses("a4-b6", rules.LeavesCheck)
	// A king may not go where the pieces look that it flees from: they look through it.
	b = at(t, kings+"southwest N h7; southeast R d1; turn southwest")
	b.moves("a1", "a2 b2")
	b.refuses("a1-b1", rules.StillInCheck)
}

func TestF9_NobodyOpensTheTeamMatesKing(t *testing.T) {
	const shield = "southwest K a1; southwest R d4; northwest K a7; northeast K d8; southeast K h1; southeast R d2;"
	b := at(t, shield)
	b.moves("d4", "d2 d3 d5 d6 d7")
	b.refuses("d4-e4", rules.ExposesPartner)
	// It is in check already: no duty to help, and none to shield it.
	at(t, shield+"northwest R f8").moves("d4", "d2 d3 d5 d6 d7 a4 b4 c4 e4 f4 g4 h4")
	// In Cutthroat it is void.
	at(t, shield+"option cutthroat=on").moves("d4", "d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4")
	// The same with the king as the shield.
	b = at(t, "southwest K d4; southwest P a2; northwest K a7; northeast K d8; southeast K h1; southeast R d2")
	b.stands("southwest", "southwest", "")
	b.legal("a2-b3") // a token move
	b.refuses("d4-c3", rules.ExposesPartner)
}

func TestF9_AKingThatFallsMayShieldNobody(t *testing.T) {
	// The rook behind it changes hands with the king that Southwest takes.
	at(t, "southwest K a1; southwest R d4; northwest K a4; northwest R d2; northeast K d8; southeast K h1").moves("d4", "d2 d3 d5 d6 d7 a4")
}

func TestF10_CheckMustBeEnded(t *testing.T) {
	b := at(t, "southwest K a1; southwest R a2; southwest N a3; southeast K h1; southeast Q g2; southeast R g1; northeast K h8; northeast Q g8; northwest K a8")
	b.legal("a3-b1") // though Northeast could take the rook's cover
	b.refuses("a2-b2", rules.StillInCheck)
	b.refuses("a1-b1", rules.StillInCheck)
	// Taking the king whose army gives the check is such a move.
	b = at(t, "southwest K a1; southwest N f7; northwest K h8; northwest R a8; northwest R b8; northeast K f3; southeast K f6")
	b.legal("f7-h8")
}

func TestF10_ChecksByTwoSeats(t *testing.T) {
	// The king of one of them is no way out: the other's check stands.
	b := at(t, "southwest K a1; southwest N f7; northwest K h8; northwest R a8; northwest R b8; northeast K f3; southeast K f6; southeast R d1")
	b.stands("southwest", "southwest northwest", "")
	b.moves("f7", "d6 d8 e5 g5 h6 h8") // token moves
	b.play("f7-h8")
	b.stands("northeast", "southwest", "northwest")
}

// Southwest is in check, and nothing helps.
const lost = "southwest K a1; southwest R a2; southeast K h1; southeast Q g2; southeast R g1;"

func TestF11_TokenMoves(t *testing.T) {
	b := at(t, lost)
	b.moves("a1", "")
	b.refuses("a1-b1", rules.StillInCheck)
	b.refuses("a2-x", NoRemoval)
	b.play("a2-a3 h1-h2")
	b.moves("a3", "a2 a4 a5 a6 a7 a8 b3 c3 d3 e3 f3 g3 h3") // again, as long as its king stands
	b.play("a3-a4 g1-a1")
	b.ends(rules.ByKingTaken, [4]uint8{0, 6, 0, 6})
	// The king of an army that does not give the check may fall to a token move.
	b = at(t, lost+"northwest K a8; northwest N c8; northeast K h8").play("a2-a8")
	b.stands("northeast", "southwest", "northwest")
	if c8, _ := b.Variant.Facts().Geometry.Square("c8"); b.Variant.Controller(&b.Position, c8) != southwest {
		t.Error("the army has not changed hands")
	}
	// Conquered pieces make them too.
	b = at(t, lost+"northwest N c8; control northwest southwest; northeast K h8")
	b.moves("c8", "a7 b6 d6 e7")
}

func TestF11_TokenMovesShieldTheTeamMateToo(t *testing.T) {
	const shield = lost + "southwest N d4; northwest K h7; northwest R d3; northeast K d8;"
	b := at(t, shield)
	b.moves("a2", "a3 a4 a5 a6 a7 a8 b2 c2 d2 e2 f2 g2")
	b.moves("d4", "")
	b.refuses("d4-e6", rules.ExposesPartner)
	at(t, shield+"option cutthroat=on").moves("d4", "b3 b5 c2 c6 e2 e6 f3 f5")
}

// Southwest cannot move and is not in check.
const walledIn = "southwest K a1; southwest P e4; northwest K a8; northwest P f5; northeast K h8; northeast P c5; southeast K h1; southeast Q c2;"

func TestF12_RemovalWhenNoPieceCanMove(t *testing.T) {
	b := at(t, walledIn)
	b.stands("southwest", "", "")
	b.legal("e4-x")
	b.refuses("e4-f5", MustRemove)
	b.refuses("a1-b1", MustRemove)
	b.refuses("a1-x", OtherRemoval)
	b.refuses("c5-x", rules.NotYourPiece)
	b.refuses("d5-x", rules.NoPiece)
	if e := b.Variant.Apply(&b.Position, &b.Position, rules.Action{Type: rules.Remove, Path: rules.Path{From: squareOf("e4")}}); !e.Captured.Is(rules.Pawn, rules.Army(southwest)) {
		t.Error("the pawn is not told as captured")
	}
	b.stands("northwest", "", "")
	// So every turn until it can move; the king last, and nobody gains anything.
	b.play("f5-g4 c5-b4 h1-g1")
	b.legal("a1-x")
	b.play("a1-x")
	b.stands("northwest", "", "southwest")
	if b.Position.EliminatedBy[southwest] != rules.NoSeat {
		t.Error("somebody has the credit")
	}
	at(t, walledIn+"southwest N a7").refuses("e4-x", NoRemoval)
}

func TestF12_InCheckWithoutATokenMove(t *testing.T) {
	at(t, strings.Replace(walledIn, "Q c2", "Q d2; southeast R g1", 1)).legal("e4-x")
}

func TestF12_OneThatOpensNoKing(t *testing.T) {
	// The pawn on e4 stands before the teammate's king; g4 stands before nobody.
	const shield = "southwest K a1; southwest P e4; southwest P g4; northwest K a7; northwest P f5; northwest P h5; northeast K e8; southeast K h1; southeast Q c2; southeast R e2;"
	b := at(t, shield)
	b.legal("g4-x")
	b.refuses("e4-x", OtherRemoval)
	at(t, shield+"option cutthroat=on").legal("e4-x g4-x")
	// Its own king in check already binds it to nothing; the teammate's still does.
	at(t, shield+"southeast R d1").legal("g4-x")
	// The teammate's in check already binds it to nothing either.
	at(t, shield+"northwest B h8; northwest R d8").legal("e4-x g4-x")
	// If every removal opens a king, any will do.
	at(t, strings.Replace(shield, "southwest P g4; ", "", 1)).legal("e4-x")
	// Any piece that it controls: conquered ones too.
	b = at(t, "southwest K a1; southwest P e4; northwest P g5; northeast K h8; northeast P f5; southeast K h1; southeast Q c2; southeast P h4; control northwest southwest")
	b.legal("e4-x g5-x")
}

func TestF12_TheKingGoesLast(t *testing.T) {
	// It may not move for its teammate's sake, and has no other piece.
	b := at(t, "southwest K d4; northwest K a7; northeast K d8; southeast K h1; southeast R d2")
	b.legal("d4-x")
	b.refuses("d4-e4", MustRemove)
	b.play("d4-x")
	b.stands("northwest", "northeast", "southwest")
}

func TestF13_CapturingAKingGainsItsArmy(t *testing.T) {
	// Southeast has conquered Northwest; Southwest takes its king with a piece of
	// its own.
	b := at(t, "southwest K a1; southwest R d1; southwest N b3; northwest N b8; control northwest southeast; out northwest southeast; northeast K h8; northeast P c7; southeast K h1; southeast B g5")
	b.stands("southwest", "southeast", "northwest")
	b.play("d1-h1")
	b.ends(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
	// In Cutthroat the game continues.
	b = at(t, "option cutthroat=on; southwest K a1; southwest R d1; southwest N b3; northwest N b8; control northwest southeast; out northwest southeast; northeast K h8; northeast P c7; southeast K h1; southeast B g5; southeast P e2")
	b.play("d1-h1")
	b.stands("northeast", "northeast", "northwest southeast")
	b.play("h8-g8")
	b.stands("southwest", "", "northwest southeast")
	b.moves("b8", "a6 c6 d7")
	b.moves("g5", "c1 d2 e3 f4 h4 h6 f6 e7 d8")
	b.moves("e2", "d3")
	if p := &b.Position; p.Controller != [4]rules.Seat{southwest, southwest, northeast, southwest} || p.EliminatedBy[northwest] != southeast || p.EliminatedBy[southeast] != southwest {
		t.Errorf("controllers %v, out by %v", p.Controller, p.EliminatedBy)
	}
}

func TestF13_TeammateMovesOnlyOwnPieces(t *testing.T) {
	b := at(t, kings+"southwest R a4; northwest N c8").play("a4-a8")
	b.stands("northeast", "", "northwest")
	b.refuses("c8-b6", rules.NotYourPiece)
	b.moves("c8", "")
	b.play("h8-h7")
	b.refuses("c8-b6", rules.NotYourPiece)
	b.play("h1-h2")
	b.moves("c8", "a7 b6 d6 e7")
}

func TestF14_BothKingsOfTheOtherSide(t *testing.T) {
	b := at(t, "southwest K a1; southwest Q b2; southwest R b1; southwest R a4; northwest K a8; northeast K g8; southeast K h1; southeast R h2")
	b.play("a4-a8")
	if b.Position.Over() {
		t.Fatal("over with one king")
	}
	b.stands("northeast", "southeast", "northwest")
	b.play("g8-g7 h2-h3 b1-h1").ends(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
	b.stands("", "", "northwest southeast")
	// The one that was seen removed counts as well.
	b = at(t, strings.Replace(lost, "southwest R a2; ", "", 1)).play("a1-x")
	b.ends(rules.ByKingTaken, [4]uint8{0, 6, 0, 6})
	b.stands("", "", "southwest northwest northeast")
	// One king of each side: the game continues.
	at(t, "southwest K a1; northwest K a8").stands("southwest", "", "northeast southeast")
	at(t, "southwest K a1; northeast K a8").ends(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
}

func TestF15_CutthroatTheLastSeatWins(t *testing.T) {
	b := at(t, "option cutthroat=on; southwest K a1; southwest R h4; northeast K h8; southeast K h1")
	b.play("h4-h8")
	if b.Position.Over() {
		t.Fatal("over with two seats in play")
	}
	b = at(t, "option cutthroat=on; southwest K a1; southwest R h4; southeast K h1").play("h4-h1")
	b.ends(rules.ByLastSeat, [4]uint8{6, 0, 0, 0})
	b.stands("", "", "northwest northeast southeast")
	at(t, "option cutthroat=on; southwest K a1; northeast K a8").stands("southwest", "", "northwest southeast")
	if title := b.Variant.Facts().Title; title != "Cutthroat Forchess" {
		t.Errorf("it is called %s", title)
	}
}

func TestF16_ResignationInCutthroat(t *testing.T) {
	// Southeast, who has conquered Northeast, gives check to Northwest and resigns
	// out of turn.
	b := at(t, "option cutthroat=on; southwest K a1; southwest R h4; northwest K a8; northeast R d8; southeast K h1; southeast B b1; control northeast southeast")
	b.stands("southwest", "northwest southeast", "northeast")
	b.play("southeast:resign")
	b.stands("southwest", "", "northeast southeast")
	b.moves("d8", "")
	b.refuses("d8-d1", rules.NotYourPiece)
	b.refuses("southeast:resign", rules.NotInGame)
	b.moves("a1", "a2 b1 b2")
	b.play("h4-h1") // its king changes no hands
	if c := b.Position.Controller; c != [4]rules.Seat{southwest, northwest, rules.NoSeat, rules.NoSeat} {
		t.Errorf("controllers %v", c)
	}
	b.stands("northwest", "", "northeast southeast")
	b.play("a8-b8")
	b.stands("southwest", "", "northeast southeast")
	// The one to move resigns: the turn passes on, and the last one has won.
	b.play("resign")
	b.ends(rules.ByResignation, [4]uint8{0, 6, 0, 0})
	// Time is a resignation (G6).
	b = at(t, kings+"option cutthroat=on").play("flag northeast:flag")
	b.stands("northwest", "", "southwest northeast")
	b.play("southeast:flag").ends(rules.ByFlag, [4]uint8{0, 6, 0, 0})
}

func TestG5_G6_ATeamResignsAsOne(t *testing.T) {
	atStart(t, nil).play("northeast:resign").ends(rules.ByResignation, [4]uint8{0, 6, 0, 6})
	atStart(t, nil).play("northwest:flag").ends(rules.ByFlag, [4]uint8{6, 0, 6, 0})
	b := at(t, kings+"southwest R a4").play("a4-a8")
	b.refuses("northwest:resign", rules.NotInGame) // who is out has no say
}

func TestF17_Draws(t *testing.T) {
	const round = "a1-a2 a8-a7 h8-h7 h1-h2 a2-a1 a7-a8 h7-h8 h2-h1 "
	b := at(t, kings).play(round)
	b.refuses("draw:claim", rules.NoClaim)
	b.play(round+"draw:claim").ends(rules.ByRepetition, [4]uint8{3, 3, 3, 3})
	b = at(t, kings).play(round + round + round)
	if b.Position.Over() {
		t.Fatal("over at the fourth time")
	}
	b.play(round).ends(rules.ByRepetition, [4]uint8{3, 3, 3, 3})
	at(t, kings+"quiet 299").play("a1-a2").ends(rules.ByNoProgress, [4]uint8{3, 3, 3, 3})
	at(t, kings+"quiet 199").play("a1-a2 draw:claim").ends(rules.ByNoProgress, [4]uint8{3, 3, 3, 3})
	// A capture, a removal and a pawn's move begin the count anew.
	for word, text := range map[string]string{"a1-a2": kings + "northwest P a2;", "e4-x": walledIn, "d4-e5": kings + "southwest P d4;"} {
		if b := at(t, text+"quiet 250").play(word); b.Position.QuietPlies != 0 {
			t.Errorf("%s: quiet %d", word, b.Position.QuietPlies)
		}
	}
	// An action that wins wins it all the same.
	at(t, "southwest K a1; southwest R h4; southeast K h1; quiet 299").play("h4-h1").ends(rules.ByKingTaken, [4]uint8{6, 0, 6, 0})
	// Between the seats that still play, in Cutthroat; between the teams otherwise.
	const three = "southwest K a1; northwest K a8; southeast K h1;"
	at(t, three+"option cutthroat=on").play("draw:agreed").ends(rules.ByAgreement, [4]uint8{3, 3, 0, 3})
	at(t, three).play("draw:agreed").ends(rules.ByAgreement, [4]uint8{3, 3, 3, 3})
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
			t.Errorf("talk %q, touch %v", f.Chat, f.TouchMove)
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
		b.refuses(word, want)
	}
	b = at(t, "southwest K a1; northeast K a8")
	b.refuses("a1-a2", rules.GameOver)
}

func squareOf(name string) rules.Square {
	sq, _ := shared.reach.Square(name)
	return sq
}
