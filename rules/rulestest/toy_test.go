package rulestest_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// playToy plays actions of the toy game in plain notation.
func playToy(t *testing.T, words ...string) *rules.Game {
	t.Helper()
	v, err := rulestest.NewToy(nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	if err := rules.PlayRecord(g, words); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestWalkingSeat checks which questions a walking seat answers like a playing one, and which
// like one that is eliminated.
func TestWalkingSeat(t *testing.T) {
	g := playToy(t, "c1-c2", "resign")
	p := &g.Position
	west := rules.Seats(0).With(1)
	for name, set := range map[string]rules.Seats{
		"MayAct": p.MayAct(), "HasStake": p.HasStake(), "Expected": p.Expected(), "not Out": 0b1111 &^ p.Out(),
	} {
		if set != 0b1111&^west {
			t.Errorf("%s returned %04b", name, set)
		}
	}
	if p.MovesOnBoard() != 0b1111 || !p.State[1].Attacks() || g.Variant.Actor(p) != 1 {
		t.Errorf("the walking seat has no turn: %+v", p.State)
	}
	err := g.Validate(rules.Action{Type: rules.Resign, Seat: 1})
	if want := g.Variant.Facts().Seats[1] + " has been out of the game since its player left"; err == nil || err.Error() != want {
		t.Errorf("a walking seat resigned again: %v, want %s", err, want)
	}
	for _, a := range g.Variant.Legal(p, nil) {
		if p.Board[a.From].Kind() != rules.King {
			t.Errorf("the dead %s moves", rules.DescribePiece(g.Variant.Facts(), p.Board[a.From], a.From))
		}
	}
	if n := rules.Material(g.Variant, p)[1]; n != 0 {
		t.Errorf("dead pieces and the king that walks count as material: %d", n)
	}
	before := *p
	before.State[1] = rules.Playing
	if rules.KeyOf(p) == rules.KeyOf(&before) {
		t.Error("a walking seat does not distinguish positions")
	}
}

// TestLotSelectsFromPlainOrder checks that each legal action can be drawn, in the order of plain
// notation, so that the same number draws the same action in every program.
func TestLotSelectsFromPlainOrder(t *testing.T) {
	g := playToy(t, "c1-c2", "resign")
	v, p := g.Variant, &g.Position
	if !rules.ByLot(v, p) {
		t.Fatal("the turn of a walking seat is not decided by lot")
	}
	words := rules.LegalPlain(v, p)
	for i := range words {
		a := rules.DrawLot(v, p, func(n int) int {
			if n != len(words) {
				t.Errorf("the lot has %d numbers for %d actions", n, len(words))
			}
			return i
		})
		if got := rules.Plain(v.Facts(), rules.NoSeat, a); got != words[i] {
			t.Errorf("number %d draws %s, want %s", i, got, words[i])
		}
	}
	if !slices.IsSorted(words) || len(words) < 2 {
		t.Errorf("the actions are %q", words)
	}
}

// TestWalkingSeatPlays plays random games in which seats leave and their kings walk.
func TestWalkingSeatPlays(t *testing.T) {
	v, _ := rulestest.NewToy(nil)
	rulestest.Run(t, rulestest.Suite{
		Variant: v, Open: rulestest.OpenToy, Games: 20, Plies: 120, ActionTypes: []rules.ActionType{rules.Move},
	})
}

// TestPointsAreCountedInUnitsOfTheGame checks that whole points exceed what fits a byte, and
// appear in each line of a trace, in position text and in the result.
func TestPointsAreCountedInUnitsOfTheGame(t *testing.T) {
	v, _ := rulestest.NewToy(nil)
	text := "variant toy\nturn south\nsouth K a1\nsouth Q d4\nwest K d5\nnorth K h8\nnorth Q h7\npoints south 300\npoints north 65535\n"
	g, effects, err := rules.ParsePosition(strings.NewReader(text), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if line := rules.TraceStart(g, effects); line.Points["south"] != 300 || line.Points["north"] != 65535 || line.Points["east"] != 0 {
		t.Errorf("the trace has the points %v", line.Points)
	}
	line, err := rules.TracePlay(g, 1, "d4-d5")
	if err != nil || line.Points["south"] != 320 || g.Position.State[1] != rules.Eliminated {
		t.Fatalf("%v: %v", line.Points, err)
	}
	if text := rules.PositionText(v, &g.Position); !strings.Contains(text, "points south 320\n") {
		t.Errorf("the text has no points:\n%s", text)
	}
	if line, err = rules.TracePlay(g, 2, "north:resign"); err != nil || line.Outcome.Points.Values[0] != "320" {
		t.Errorf("the result has the points %+v: %v", line.Outcome, err)
	}
	sixths := &rules.Facts{PointUnit: 6}
	for n, want := range map[uint16]string{0: "0", 2: "1/3", 3: "1/2", 6: "1", 10: "1+2/3", 600: "100"} {
		if got := rules.FormatPoints(sixths, n); got != want {
			t.Errorf("%d sixths are %q, want %q", n, got, want)
		}
	}
}

// TestDrawsOfTheGame checks that a game has its own limits for draws, and that its places count
// even if it ends by repetition.
func TestDrawsOfTheGame(t *testing.T) {
	words := []string{"c1-c2", "a6-b6", "f8-f7", "h3-g3", "c2-c1", "b6-a6", "f7-f8", "g3-h3"}
	g := playToy(t, words...)
	if g.CanClaim() || g.Repetitions() != 2 {
		t.Errorf("a draw can be claimed, or the position did not occur twice but %d times", g.Repetitions())
	}
	err := g.Validate(rules.Action{Type: rules.DrawClaimed})
	if want := "this game has no claims of a draw"; err == nil || err.Error() != want {
		t.Errorf("a draw was claimed in a game without claims: %v, want %s", err, want)
	}
	if err := rules.PlayRecord(g, words); err != nil || g.Position.Outcome.Termination != rules.ByRepetition {
		t.Errorf("the third occurrence does not end the game: %v", err)
	}
	quiet := "variant toy\nturn south\nsouth K a1\nwest K a8\nquiet 19\n"
	g, _, err = rules.ParsePosition(strings.NewReader(quiet), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := g.Perft(2); n != 0 {
		t.Errorf("perft counts %d sequences beyond the last quiet ply", n)
	}
	if err := rules.PlayRecord(g, []string{"a1-b1"}); err != nil || g.Position.Outcome.Termination != rules.ByNoProgress {
		t.Errorf("20 quiet plies do not end the game: %v", err)
	}
	if _, _, err = rules.ParsePosition(strings.NewReader(strings.Replace(quiet, "19", "21", 1)), rulestest.OpenToy, "", nil); err == nil {
		t.Error("a position with more quiet plies than the game allows was accepted")
	}
}

// TestEffectsOfTheToyGame checks that effects tell of two captured pieces, of points and of
// the kings that are newly in check.
func TestEffectsOfTheToyGame(t *testing.T) {
	text := "variant toy\nturn south\nsouth K a1\nsouth Q d4\nwest K d5\nwest Q a8\nnorth K h8\neast K d7\n"
	g, _, err := rules.ParsePosition(strings.NewReader(text), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	square := func(name string) rules.Square { sq, _ := g.Variant.Facts().Geometry.Square(name); return sq }
	e, err := g.Play(rules.NewMove(square("d4"), square("d5")))
	if err != nil {
		t.Fatal(err)
	}
	if !e.Captured.Is(rules.King, 1) || !e.Also.Is(rules.Queen, 1) || e.AlsoOn != square("a8") || e.Won != 29 || e.Checked != 0b1000 {
		t.Errorf("the effects are %+v", e)
	}
	if e.EliminatedAt(0) != 0b0010 {
		t.Errorf("eliminated: %04b", e.EliminatedAt(0))
	}
}

// TestMarkOfTheToyGame checks that a game gives a mark its own letter, words and value.
func TestMarkOfTheToyGame(t *testing.T) {
	text := "variant toy\nturn north\nsouth K a1\nsouth T d5\nnorth K h8\nnorth N c7\neast K d8\n"
	g, _, err := rules.ParsePosition(strings.NewReader(text), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	f, sq := g.Variant.Facts(), func(name string) rules.Square { sq, _ := g.Variant.Facts().Geometry.Square(name); return sq }
	piece := g.Position.Board[sq("d5")]
	if !piece.Is(rules.Queen, 0) || len(f.MarksOf(piece)) != 1 || f.Value(piece) != 1 || f.PieceName(piece) != "south T" {
		t.Errorf("the tired queen is %08b, %s, worth %d", piece, f.PieceName(piece), f.Value(piece))
	}
	if rules.Material(g.Variant, &g.Position)[0] != 21 {
		t.Errorf("the material is %v", rules.Material(g.Variant, &g.Position))
	}
	if e, err := g.Play(rules.NewMove(sq("c7"), sq("d5"))); err != nil || e.Won != 1 {
		t.Errorf("the capture of a tired queen wins %d: %v", e.Won, err)
	}
	if _, _, err := rules.ParsePosition(strings.NewReader(text+"south X b1\n"), rulestest.OpenToy, "", nil); err == nil ||
		!strings.Contains(err.Error(), "K Q R B N P T") {
		t.Errorf("an unknown letter: %v", err)
	}
}

// TestDeadArmiesFollowFromTheText checks that "dead" puts a seat out, unless its king walks.
func TestDeadArmiesFollowFromTheText(t *testing.T) {
	text := "variant toy\nturn south\nsouth K a1\nwest K a8\nwest Q a7\nnorth K h8\neast K h1\ndead west north\nwalking north\n"
	g, _, err := rules.ParsePosition(strings.NewReader(text), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := g.Position.State; s[1] != rules.Eliminated || s[2] != rules.Walking || s[3] != rules.Playing {
		t.Errorf("states %v", s)
	}
}

// TestStandingOfTheToyGame checks what a game says about points, a decision of a moderator, and a
// resignation that wins.
func TestStandingOfTheToyGame(t *testing.T) {
	text := "variant toy\nturn south\nsouth K a1\nwest K a8\nnorth K h8\nwalking north\npoints south 21\npoints west 0\n"
	g, _, err := rules.ParsePosition(strings.NewReader(text), rulestest.OpenToy, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if rules.StandingOf(g.Variant, &g.Position) != [4]int{210} {
		t.Errorf("the standing is %v", rules.StandingOf(g.Variant, &g.Position))
	}
	if label, _ := rules.Leaving(g.Variant, &g.Position, 0); label != "claim the win" {
		t.Errorf("south leaves with %q", label)
	}
	if label, _ := rules.Leaving(g.Variant, &g.Position, 1); label != "" {
		t.Errorf("west leaves with %q", label)
	}
	won := g.Clone()
	if _, err := won.Play(rules.Action{Type: rules.Resign, Seat: 0}); err != nil || won.Position.Outcome.Winners != 0b0001 {
		t.Errorf("the winner is %04b: %v", won.Position.Outcome.Winners, err)
	}
	if !g.Adjudicate(0b0100) || g.Position.Outcome.Winners != 0b0100 || g.Position.Outcome.Termination != rules.ByAdjudication {
		t.Errorf("a seat that has left was not given the first place: %+v", g.Position.Outcome)
	}
}
