package fourplayer

import (
	"testing"

	"quadrille/rules"
)

const sidePawns = "red P j2; blue P b10; yellow P e12; green P m10;"

func TestM17_M18_TheRightIsForTheFirstTurnOfEachArmy(t *testing.T) {
	const step = fourKings + sidePawns + "red P d4; blue P b5; yellow P d6; green P m5; turn blue"
	b := at(t, step).play("b5-d5").wantRights(1)
	b.wantLegal("d6-c5").play("e12-e11 m10-l10").wantLegal("d4-c5")
	b.play("j2-j3 b10-c10").wantRights(0)
	b.wantRefused("d6-c5", "cannot move").play("e11-e10 m5-l5").wantRefused("d4-c5", "cannot move")
	// Several pawns at once can be captured.
	b = at(t, fourKings+sidePawns+"blue P b5; green P m6; red P d4; red P k5; turn blue").play("b5-d5 e12-e11 m6-k6").wantRights(2)
	b.wantLegal("d4-c5 k5-l6").play("k5-l6").wantPoints(1, 0, 0, 0).wantRights(0)
	// A partner has no right.
	b = at(t, "option teams=on;"+step).play("b5-d5")
	if held, _ := b.Position.EnPassantRights()[0].Holds(rules.Army(green)); held {
		t.Error("a partner may capture en passant")
	}
	at(t, fourKings+sidePawns+"blue P b5; turn blue").play("b5-c5").wantRights(0) // one square
}

func TestM19_WhatStandsOnTheSquarePassed(t *testing.T) {
	const step = fourKings + sidePawns + "red P d4; blue P b5; green N d7; yellow N a4; turn blue;"
	// A dead piece there is taken too; only the living one counts.
	b := at(t, step).play("b5-d5 e12-e11 d7-c5 green:resign d4-c5").wantPoints(1, 0, 0, 0)
	if !b.effects.Captured.Is(rules.Knight, rules.Army(green)) || !b.effects.Also.Is(rules.Pawn, rules.Army(blue)) {
		t.Errorf("captured %v and %v", b.effects.Captured, b.effects.Also)
	}
	// A piece of the partner there makes the capture impossible.
	at(t, "option teams=on;"+step).play("b5-d5 a4-c5 m10-l10").wantRefused("d4-c5", "it belongs to Yellow")
	at(t, "option teams=on;"+step).play("b5-d5 e12-e11 d7-c5").wantLegal("d4-c5")
}

func TestM20_HowTheRightEnds(t *testing.T) {
	const step = fourKings + sidePawns + "red P d4; blue P b5; yellow N e7; green R d10; turn blue;"
	at(t, step).play("b5-d5 e7-d5").wantRights(0)                         // the pawn is taken
	at(t, step).play("b5-d5 e12-e11 red:resign").wantRights(1)            // Green may still take it
	at(t, step).play("b5-d5 e12-e11 red:resign green:flag").wantRights(0) // all holders have left
	at(t, step+"out yellow -; out green -").play("b5-d5 red:flag").wantRights(0)
	// A pawn that has died since is taken for nothing.
	b := at(t, step).play("b5-d5 blue:resign e12-e11 m10-l10").wantLegal("d4-c5").play("d4-c5").wantPoints(0, 0, 0, 0)
	if !b.effects.Captured.Is(rules.Pawn, rules.Army(blue)) || b.Position.QuietPlies != 0 {
		t.Errorf("captured %v, %d quiet plies", b.effects.Captured, b.Position.QuietPlies)
	}
}

func TestM17_ACaptureMayExposeTheOwnKing(t *testing.T) {
	// The two pawns are all that stands between the rook and the king.
	b := at(t, "red K k5; blue K a7; yellow K g14; green K n8; blue R a5; red P d4; red P d5; blue P b6;"+
		"yellow P e12; green P m10; turn blue")
	b.play("b6-d6 e12-e11 m10-l10").wantRefused("d5-c6", "king")
}
