package chess4

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestC30_ScoresByOrderOfElimination(t *testing.T) {
	for _, c := range []struct {
		left [4]uint8 // the place of each seat in the order of elimination, counting from 1; 0 for a seat that is not eliminated
		want string
	}{
		{[4]uint8{1, 0, 3, 2}, "0 3 2 1"},
		{[4]uint8{0, 2, 1, 1}, "3 2 1/2 1/2"},
		{[4]uint8{2, 1, 0, 2}, "1+1/2 0 3 1+1/2"},
		{[4]uint8{0, 0, 1, 2}, "2+1/2 2+1/2 0 1"},
		{[4]uint8{0, 1, 0, 1}, "2+1/2 1/2 2+1/2 1/2"},
		{[4]uint8{1, 1, 1, 0}, "1 1 1 3"},
		{[4]uint8{0, 0, 1, 0}, "1 1 0 1"}, // these scores follow the rule book's table, though they add up to only 3
		{[4]uint8{0, 0, 0, 0}, "1+1/2 1+1/2 1+1/2 1+1/2"},
	} {
		var got []string
		for _, n := range eliminationScores(&rules.Position{EliminationOrder: c.left}) {
			got = append(got, rules.FormatSixths(n))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("left at %v: %s, want %s", c.left, text, c.want)
		}
	}
}

func (b *board) wantPoints(want [4]uint16) {
	b.Helper()
	if b.Position.Points != want {
		b.Errorf("points %v sixths, want %v", b.Position.Points, want)
	}
}

func TestC31_PointsDuringTheGame(t *testing.T) {
	b := at(t, mateInOne).play("e8-e2 a10-a9 h14-g14")
	b.wantPoints([4]uint16{6, 0, 0, 0})
	b.play("black:resign") // each of the two remaining seats gets half of the point for a resignation
	b.wantPoints([4]uint16{9, 0, 0, 3})
	b = at(t, stalemateInOne).play("f8-f2")
	b.wantPoints([4]uint16{})
	b.play("a10-a9 h14-g14") // when the stalemated seat is eliminated, each of the two remaining seats gets half a point
	b.wantPoints([4]uint16{3, 3, 0, 0})
	b = atStart(t).play("gold:resign") // the three remaining seats share the point for the resignation
	b.wantPoints([4]uint16{2, 2, 2, 0})
	b.play("resign")
	b.wantPoints([4]uint16{2, 5, 5, 0})
}

func TestG2_G3_NoMoveOutOfTurnAndNoVoluntaryPass(t *testing.T) {
	b := atStart(t)
	b.WantRefusal("g2-g3", rules.NotYourPiece)
	b.WantRefusal("k7-k6", rules.NoPiece)
	b.WantRefusal("army:black", rules.NotInThisGame)
	b.WantRefusal("m7-x", rules.NotInThisGame)
}

// boxed is a position of two kings. Each king is blocked by its own pawns at the end of an
// arm of the board.
const boxed = "white K d1; white P d2; white P e1; white P e2; black K k14; black P k13; black P j14; black P j13;"

func TestG3_NoLegalMovesIsADraw(t *testing.T) {
	b := at(t, boxed)
	b.WantStatus("", "", "", "silver gold")
	b.WantPassed("white black")
	if o := b.Position.Outcome; o.Termination != rules.ByNobodyCanMove || o.Scores != [4]uint8{15, 3, 15, 3} {
		t.Errorf("%+v", o)
	}
}

func TestG4_ClaimByRepetition(t *testing.T) {
	b := at(t, kings)
	const round = "n8-n9 g1-h1 a7-a8 h14-g14 n9-n8 h1-g1 a8-a7 g14-h14 "
	b.play(round)
	b.WantRefusal("draw:claim", rules.NoClaim)
	b.play(round) // the starting position counts, so this is its third occurrence
	b.play("draw:claim")
	if o := b.Position.Outcome; o.Termination != rules.ByRepetition || o.Winners != 0 || o.Scores != [4]uint8{9, 9, 9, 9} {
		t.Errorf("%+v", o)
	}
	// The fifth occurrence of a position ends the game.
	b = at(t, kings).play(round + round + round)
	if b.Position.Over() {
		t.Fatal("the fourth occurrence ended the game")
	}
	b.play(round)
	if o := b.Position.Outcome; o.Termination != rules.ByRepetition {
		t.Errorf("%+v", o)
	}
}

func TestG4_RepetitionComparesRights(t *testing.T) {
	// When the pieces return to their squares, White can no longer castle. The position is
	// therefore not a repetition of the starting position.
	const castle = "white K n7; white R n4; unmoved n7 n4;" + kings3
	const there = "n7-n8 g1-h1 a7-a8 h14-g14 n8-n7 h1-g1 a8-a7 g14-h14 "
	b := at(t, castle).play(there + there)
	if n := b.Repetitions(); n != 2 {
		t.Errorf("%d occurrences, want 2: the first position had a castling right", n)
	}
	// Two positions that differ only in an en passant right do not count as a repetition, even
	// if no pawn can use the right.
	p := at(t, kings+"gold P k13; turn gold").play("k13-k11").Position
	q := p
	q.FilterEnPassant(func(*rules.EnPassant) bool { return false })
	if rules.KeyOf(&p) == rules.KeyOf(&q) {
		t.Error("the en passant right makes no difference")
	}
	// Positions that differ only in quiet plies, points and credits count as equal.
	q = p
	q.QuietPlies, q.Points[0], q.Credit[1] = 9, 6, rules.Credit{Kind: rules.MateCredit, By: white}
	if rules.KeyOf(&p) != rules.KeyOf(&q) {
		t.Error("counters make a difference")
	}
}

func TestG4_QuietPlies(t *testing.T) {
	b := at(t, kings+"quiet 199")
	b.WantRefusal("draw:claim", rules.NoClaim)
	b.play("n8-n9 draw:claim")
	if b.Position.Outcome.Termination != rules.ByNoProgress {
		t.Errorf("%+v", b.Position.Outcome)
	}
	b = at(t, kings+"quiet 299").play("n8-n9")
	if b.Position.Outcome.Termination != rules.ByNoProgress {
		t.Errorf("300 plies: %+v", b.Position.Outcome)
	}
	// A mating move wins even if it also reaches the limit of quiet plies.
	b = at(t, "white K n7; white Q e8; white R e12; silver K d1; quiet 299").play("e8-e2")
	if o := b.Position.Outcome; o.Termination != rules.ByCheckmate {
		t.Errorf("%+v", o)
	}
	// A pawn move resets the count of quiet plies; a forced pass does not add to it.
	b = at(t, kings+"white P m4; quiet 250").play("m4-l4")
	if b.Position.QuietPlies != 0 {
		t.Errorf("quiet %d", b.Position.QuietPlies)
	}
	b = at(t, mateInOne+"quiet 7").play("e8-e2")
	if b.WantPassed("silver"); b.Position.QuietPlies != 8 {
		t.Errorf("quiet %d", b.Position.QuietPlies)
	}
	b = at(t, kings+"quiet 298")
	if n := rules.Perft(b.Variant, &b.Position, 3); n != 0 {
		t.Errorf("%d sequences of three, though the second ply ends the game", n)
	}
}

func TestT1_PerftRespectsRepetition(t *testing.T) {
	v, err := New(map[string]string{"armies": "white,black"})
	if err != nil {
		t.Fatal(err)
	}
	b := &board{&rulestest.Board{T: t, Game: rules.NewGame(v)}}
	for range 3 {
		b.play("n5-l4 a5-c4 l4-n5 c4-a5")
	}
	b.play("n5-l4 a5-c4 l4-n5") // stop before c4-a5, which would end the game by a fifth repetition
	if n, free := b.Perft(2), rules.Perft(v, &b.Position, 2); n != 420 || free != 440 {
		t.Errorf("%d with repetition, %d without", n, free)
	}
}

func TestG4_AgreedDrawIsSharedBySeatsInPlay(t *testing.T) {
	b := atStart(t).play("gold:resign draw:agreed")
	if o := b.Position.Outcome; o.Termination != rules.ByAgreement || o.Scores != [4]uint8{6, 6, 6, 0} {
		t.Errorf("%+v", o)
	}
	b.wantPoints([4]uint16{2, 2, 2, 0})
}

func TestG5_G6_AFlagIsAResignation(t *testing.T) {
	b := atStart(t).play("flag")
	b.WantStatus("silver", "", "", "white")
	b.wantPoints([4]uint16{0, 2, 2, 2})
	b.play("gold:flag silver:flag")
	if o := b.Position.Outcome; o.Termination != rules.ByFlag || o.Winners != rules.Seats(0).With(black) ||
		o.Scores != [4]uint8{0, 12, 18, 6} {
		t.Errorf("%+v", o)
	}
}

func TestG7_ThereIsNoDefaultPromotion(t *testing.T) {
	b := at(t, kings+"white P b5")
	b.WantRefusal("b5-a5", rules.NeedsPromotion)
	b.WantRefusal("n8-n9=Q", rules.NoPromotion)
	b.WantRefusal("b5-a5=K", rules.UnknownPromotion)
	b.WantRefusal("b5-a5=", rules.UnknownPromotion)
	b.play("b5-a5=R")
}

func TestG8_RefusalsNameTheirReason(t *testing.T) {
	b := atStart(t)
	for word, want := range map[string]*rules.Reason{
		"m7":            rules.Unreadable,
		"":              rules.Unreadable,
		"m7-":           rules.UnknownSquare,
		"a1-b4":         rules.UnknownSquare,
		"M7-K7":         rules.UnknownSquare,
		"red:resign":    rules.UnknownSeat,
		"m7-l8":         rules.CannotMove,
		"n4-l4":         rules.Blocked,
		"n4-m4":         rules.OwnPiece,
		"n7-n5":         rules.Blocked,
		"draw:claim":    rules.NoClaim,
		"silver:castle": rules.Unreadable,
	} {
		b.WantRefusal(word, want)
	}
}
