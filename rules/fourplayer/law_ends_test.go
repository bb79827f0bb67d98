package fourplayer

import (
	"testing"

	"quadrille/rules"
)

const corner = "red K h1; blue K a11; yellow K g14; green K n4; red P j2; yellow P e12; green P m10;"

func TestM27_MateIsAtOnceForAllSeats(t *testing.T) {
	// The rook of Blue guards a square of Yellow's king. Both are mated by one move and judged in the same
	// position. Yellow is to move after Blue, and neither has a turn any more.
	b := at(t, "red K h1; blue K a11; yellow K d14; green K n4; green P m10; red Q h8; red R b6; red R k10; red N f12; blue R k13").
		play("h8-d8").wantStates("plays out out plays").wantPoints(41, 0, 0, 0)
	if b.Position.Turn != green || b.effects.Mated != 0b0110 || b.effects.Won != 41 {
		t.Errorf("turn %d, effects %+v", b.Position.Turn, b.effects)
	}
	// A seat whose turn comes later is mated at once too.
	at(t, "red K h1; blue K a7; yellow K g14; green K n11; blue P b9; red R m4; red R k5").play("k5-n5").
		wantStates("plays plays plays out").wantPoints(20, 0, 0, 0)
}

func TestM28_CreditForTheMoveThatMates(t *testing.T) {
	// The knight uncovers the rook of Green.
	b := at(t, corner+"red N a7; red R b6; green R a5").play("a7-c6").wantStates("plays out plays plays").wantPoints(20, 0, 0, 0)
	if b.effects.Won != 20 || b.Position.EliminatedBy[blue] != red {
		t.Errorf("won %d, out by %d", b.effects.Won, b.Position.EliminatedBy[blue])
	}
}

func TestM28_M32_AKingThatWalksUncoversAMate(t *testing.T) {
	// Green gives the check, and is the nearest before Blue that does; Yellow only guards.
	b := at(t, "red K d8; blue K a11; yellow K g14; green K n4; yellow P e12; green P m10; walking red;"+
		"green B g5; yellow R b6; yellow R k10").
		play("d8-d7").wantStates("walks out plays plays").wantPoints(0, 0, 0, 20)
	if b.effects.Won != 0 || b.Position.EliminatedBy[blue] != green {
		t.Errorf("won %d, out by %d", b.effects.Won, b.Position.EliminatedBy[blue])
	}
}

func TestM29_Stalemate(t *testing.T) {
	const stale = corner + "red R b6; red R k10;"
	b := at(t, stale).play("j2-j3").wantStates("plays out plays plays").wantPoints(0, 20, 0, 0)
	if b.Position.LeftBy[blue] != rules.ByStalemate || b.Position.Turn != yellow ||
		b.effects.Stalemated != 0b0010 || len(b.effects.Passed()) != 0 {
		t.Errorf("left by %v, turn %d, effects %+v", b.Position.LeftBy[blue], b.Position.Turn, b.effects)
	}
	at(t, stale+"walking blue").play("j2-j3").wantStates("plays out plays plays").wantPoints(10, 0, 10, 10)
	at(t, stale+"turn blue").wantStates("plays out plays plays").wantPoints(0, 20, 0, 0)
	at(t, stale+"turn green").play("m10-l10").wantStates("plays plays plays plays") // on its own turn only
	// Of the last two, one is stalemated: the other is the last.
	at(t, stale+"out yellow -; out green -").play("j2-j3").wantPoints(0, 20, 0, 0).wantEnd(rules.ByLastSeat, blue)
}

func TestM30_PointsForCaptures(t *testing.T) {
	for kind, points := range map[string]uint16{"P": 1, "N": 3, "B": 5, "R": 5, "Q": 9, "D": 1} {
		b := at(t, fourKings+"red R f4; green P m10; yellow P e12; blue "+kind+" f6").play("f4-f6").wantPoints(points, 0, 0, 0)
		if b.effects.Won != points {
			t.Errorf("%s: won %d, want %d", kind, b.effects.Won, points)
		}
		at(t, fourKings+"red R f4; green P m10; yellow P e12; walking blue; blue "+kind+" f6").play("f4-f6").wantPoints(0, 0, 0, 0)
		at(t, "red K f5; blue K a7; yellow K g14; green K n8; green P m10; walking red; blue "+kind+" f6; blue P b9").wantStates("walks")
	}
	at(t, "red K f5; blue K a7; yellow K g14; green K n8; green P m10; walking red; blue N f6").play("f5-f6").wantPoints(0, 0, 0, 0)
}

func TestM31_PointsForChecks(t *testing.T) {
	const knight = "red K h1; blue K d7; yellow K h9; red N e6; red P j2;"
	at(t, knight+"green K g6; green P m10").play("e6-f8").wantPoints(20, 0, 0, 0)
	at(t, knight+"green K g6; green P m10; walking green").play("e6-f8").wantPoints(5, 0, 0, 0)
	at(t, knight+"green K n4; green P m10; walking blue").play("e6-f8").wantPoints(0, 0, 0, 0)
	at(t, knight+"green K n4; green P m10; walking red").play("h1-h2").wantPoints(0, 0, 0, 0)
	const queen = "red K d1; blue K d8; yellow K k8; red P j2; green P m10;"
	at(t, queen+"red Q j5; green K g12").play("j5-g8").wantPoints(5, 0, 0, 0)
	at(t, queen+"red D j5; green K n4").play("j5-g8").wantPoints(1, 0, 0, 0)
	at(t, queen+"red R g4; green K n4").play("g4-g8").wantPoints(5, 0, 0, 0)
	// The knight checks Blue and uncovers a rook, a queen, or a rook of Green, which checks Yellow.
	const uncovered = "red K d1; blue K d7; yellow K h12; green K n4; red N h7; red P j2; green P m10;"
	at(t, uncovered+"red R h4").play("h7-f8").wantPoints(5, 0, 0, 0)
	at(t, uncovered+"red Q h4").play("h7-f8").wantPoints(1, 0, 0, 0)
	at(t, uncovered+"green R h4").play("h7-f8").wantPoints(5, 0, 0, 0)
	at(t, uncovered+"green Q h4").play("h7-f8").wantPoints(1, 0, 0, 0)
	// Two checks to one king are one check, and a check that stood before does not count.
	at(t, "red K d1; blue K f9; yellow K k8; green K n4; red N f7; red R f4; red P j2; green P m10").play("f7-h8").wantPoints(0, 0, 0, 0)
	at(t, "red K d1; blue K d8; yellow K h12; green K n5; red R h4; red R k4; red P j2; green P m10").play("k4-k8").wantPoints(0, 0, 0, 0)
	// In a game with teams there are no points.
	at(t, "option teams=on;red K h1; blue K d7; yellow K n4; green K h9; red N e6").play("e6-f8").wantPoints(0, 0, 0, 0)
}

func TestM32_ASeatThatLeavesIsMated(t *testing.T) {
	// Blue's rook could stop the check on a8; it dies when Blue leaves.
	const checked = corner + "blue R d8;"
	b := at(t, checked+"turn blue; red R a5; yellow R b6").play("resign").wantStates("plays out plays plays").wantPoints(20, 0, 0, 0)
	if b.Position.LeftBy[blue] != rules.ByResignation || b.effects.Mated != 0b0010 {
		t.Errorf("left by %v, effects %+v", b.Position.LeftBy[blue], b.effects)
	}
	at(t, checked+"turn blue; yellow R a5; red R b6").play("flag").wantStates("plays out plays plays").wantPoints(0, 0, 20, 0)
	// Two seats give check: the nearest before Blue gets the points, and Green is nearer than Yellow.
	at(t, corner+"yellow R a5; green B f6; red R b6; turn blue").
		wantStates("plays out plays plays").wantPoints(0, 0, 0, 20)
	// Out of turn too.
	at(t, checked+"red R a5; yellow R b6; turn green").play("blue:resign").wantStates("plays out plays plays").wantPoints(20, 0, 0, 0)
}

func TestM33_DeadPiecesAreHarmless(t *testing.T) {
	const dead = fourKings + "out yellow -; yellow R h5; yellow R f6; red R g4; red P d2; green P m10; blue P b9;"
	b := at(t, dead)
	if b.Variant.InCheck(&b.Position) != 0 {
		t.Error("a dead rook gives check")
	}
	b.wantLegal("h1-h2 g4-g14").play("g4-g14").wantPoints(0, 0, 0, 0).play("b9-c9")
	if b.Position.Turn != green {
		t.Errorf("turn %d, want that of green: a seat that is out is skipped", b.Position.Turn)
	}
}

func TestM34_WithoutWalkingTheSeatIsOut(t *testing.T) {
	b := at(t, "option walk=off;"+fourKings+"red P e5; blue R b8; yellow P e12; green P m5; turn blue").play("resign")
	b.wantStates("plays out plays plays").wantPoints(0, 0, 0, 0)
	if b.Position.Turn != yellow || b.Position.LeftBy[blue] != rules.ByResignation {
		t.Errorf("turn %d, left by %v", b.Position.Turn, b.Position.LeftBy[blue])
	}
	b.play("yellow:flag").wantStates("plays out out plays").play("green:resign").wantPoints(20, 0, 0, 0).wantEnd(rules.ByResignation, red)
}

func TestM34_M35_ASeatThatWalksHasItsTurns(t *testing.T) {
	b := at(t, fourKings+"red P e5; blue R b8; yellow P e12; green P m5; points blue 50; turn red").play("blue:flag")
	b.wantStates("plays walks plays plays")
	if b.Position.Turn != red || b.Position.LeftBy[blue] != rules.ByFlag || b.Position.Out() != 0b0010 {
		t.Errorf("turn %d, left by %v, out %04b", b.Position.Turn, b.Position.LeftBy[blue], b.Position.Out())
	}
	b.play("e5-e6").wantRefused("b8-b9", "is dead").wantLegal("a7-a8 a7-b8 a7-a6 a7-b6 a7-b7").play("a7-b8 e12-e11 m5-l5 e6-e7")
	if b.Position.Turn != blue {
		t.Errorf("turn %d, want that of the king that walks", b.Position.Turn)
	}
	b.play("b8-b9 yellow:resign green:resign").wantPoints(60, 50, 0, 0).wantEnd(rules.ByResignation, red)
	at(t, fourKings+"red P e5; points blue 61; points red 0").play("blue:flag yellow:resign green:resign").
		wantPoints(60, 61, 0, 0).wantEnd(rules.ByResignation, blue)
}

func TestM36_ItIsOverWhenOneSeatPlays(t *testing.T) {
	at(t, fourKings+"red P e5; blue P b8; out yellow -; walking green").play("blue:resign").wantPoints(40, 0, 0, 0).
		wantEnd(rules.ByResignation, red)
	// By a mate: the king of Green still walks, that of Blue is out.
	at(t, corner+"red R b6; red R k5; out yellow -; walking green").play("k5-a5").wantPoints(40, 0, 0, 0).wantEnd(rules.ByLastSeat, red)
}

func TestM37_TheClaimerIsFirst(t *testing.T) {
	b := at(t, fourKings+twoRooks+"out blue -;walking green;points red 41").play("red:resign").wantPoints(41, 0, 40, 0)
	b.wantEnd(rules.ByResignation, red)
}

func TestM39_AKingThatWalksCanBeTaken(t *testing.T) {
	b := at(t, fourKings+twoRooks+"walking blue;red R d7").play("d7-a7").wantPoints(20, 0, 0, 0).wantStates("plays out plays plays")
	if b.effects.Won != 20 || b.Position.King[blue] != rules.NoSquare {
		t.Errorf("won %d, king on %d", b.effects.Won, b.Position.King[blue])
	}
	// A king that walks gains nothing.
	at(t, "red K b8; blue K a7; yellow K g14; green K n8; walking red; yellow P e12; green P m10; blue P b10").play("b8-a7").
		wantPoints(0, 0, 0, 0).wantStates("walks out plays plays")
}

func TestM14_M39_ACapturedKingTakesItsArmyAlong(t *testing.T) {
	// The rook is pinned by the army whose king it takes.
	const pinned = "red K h1; red R h7; blue K d7; blue R h12; yellow K g14; green K n8; yellow P e12; green P m10;"
	at(t, pinned).wantLegal("h7-d7").wantRefused("h7-e7", "king").play("h7-d7").wantPoints(20, 0, 0, 0)
	// Another army pins it. With teams the game is won nevertheless.
	const other = "red K h1; red R h7; blue K d7; green R h12; yellow K g14; green K n8; yellow P e12; green P m10;"
	at(t, other).wantRefused("h7-d7", "king")
	at(t, "option teams=on;"+other).play("h7-d7").wantEnd(rules.ByKingTaken, red, yellow)
}

func TestM40_EqualPointsShareTheirPlaces(t *testing.T) {
	for text, want := range map[string][4]uint8{
		"":                           {9, 9, 9, 9},
		"points red 1":               {18, 6, 6, 6},
		"points red 1;points blue 1": {15, 15, 3, 3},
		"points red 1;points blue 1;points green 1":   {12, 12, 0, 12},
		"points red 1;points blue 2;points green 3":   {6, 12, 0, 18},
		"points red 9;points blue 2;points yellow 2":  {18, 9, 9, 0},
		"out blue -;points blue 90;points red 1":      {12, 18, 3, 3},
		"walking blue;points blue 90;points yellow 1": {3, 18, 12, 3},
	} {
		b := at(t, fourKings+twoRooks+text).play("draw:agreed")
		if b.Position.Outcome.Scores != want {
			t.Errorf("%q: %v, want %v", text, b.Position.Outcome.Scores, want)
		}
		places := rules.Places(b.Variant.Facts(), &b.Position)
		for s := range places {
			better := 0
			for _, score := range want {
				if score > want[s] {
					better++
				}
			}
			if places[s] != 1+better {
				t.Errorf("%q: places %v for %v", text, places, want)
			}
		}
	}
}
