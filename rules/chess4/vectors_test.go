package chess4

import (
	"os"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestT2_TracesAreEqualInEveryKey(t *testing.T) {
	rulestest.Traces(t, open, "chess4", 7)
}

func open(name string, options map[string]string) (rules.Variant, error) { return New(options) }

// TestC30_C31_TheRecordedGame checks the scores, the points and the order of elimination of
// the published game, with the corrections of C40.
func TestC30_C31_TheRecordedGame(t *testing.T) {
	record, err := os.ReadFile("testdata/chess4-firstgame.txt")
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	if err := rules.PlayRecord(g, rules.SplitRecord(string(record))); err != nil {
		t.Fatal(err)
	}
	p := g.Position
	if p.Outcome.Termination != rules.ByResignation || p.Outcome.Winners != rules.Seats(0).With(silver) {
		t.Errorf("ended by %v, won by %04b", p.Outcome.Termination, p.Outcome.Winners)
	}
	if want := [4]uint8{0, 18, 12, 6}; p.Outcome.Scores != want {
		t.Errorf("scores %v sixths, want %v", p.Outcome.Scores, want)
	}
	if want := [4]uint16{0, 18, 0, 0}; p.Points != want {
		t.Errorf("points %v sixths, want %v", p.Points, want)
	}
	if !(p.EliminationOrder[white] < p.EliminationOrder[gold] && p.EliminationOrder[gold] < p.EliminationOrder[black] &&
		p.EliminationOrder[silver] == 0) {
		t.Errorf("left at moments %v, want White, Gold, Black", p.EliminationOrder)
	}
	if want := [4]rules.Seat{silver, rules.NoSeat, rules.NoSeat, silver}; p.EliminatedBy != want {
		t.Errorf("out by %v, want %v", p.EliminatedBy, want)
	}
}
