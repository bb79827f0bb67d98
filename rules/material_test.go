package rules_test

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestMaterialAndCheckers(t *testing.T) {
	g, _, err := rules.ParsePosition(
		strings.NewReader(
			"variant chess4\nturn white\nwhite K n7\nwhite P m5\nsilver K g1\nsilver R g7\nblack K a8\nblack N l6\ngold K h14\n",
		),
		variants.New,
		"",
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	values := g.Variant.Facts().Values
	total := rules.Material(g.Variant, &g.Position)
	king := values[rules.King]
	if total != [rules.SeatCount]int{king + values[rules.Pawn], king + values[rules.Rook], king + values[rules.Knight], king} {
		t.Errorf("material %v", total)
	}
	if by := rules.Checkers(g.Variant, &g.Position, 0); by != rules.Seats(0).With(1).With(2) {
		t.Errorf("the check is given by %b", by)
	}
	if by := rules.Checkers(g.Variant, &g.Position, 1); by != 0 {
		t.Errorf("a king that is not attacked has checkers: %b", by)
	}
}

// TestPlaces checks that the winner gets the first place and that seats with equal scores
// are ranked by the time of their elimination: the later, the better.
func TestPlaces(t *testing.T) {
	g, _, err := rules.ParsePosition(
		strings.NewReader("variant forchess\noption cutthroat=on\nsouthwest K a1\nnortheast K h8\nsoutheast K h1\nnorthwest K a8\n"),
		variants.New,
		"",
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position
	p.Outcome = rules.Outcome{Termination: rules.ByLastSeat, Winners: rules.Seats(0).With(2), Scores: [rules.SeatCount]uint8{0, 0, 6, 0}}
	p.EliminationOrder = [rules.SeatCount]uint8{3, 1, 0, 1}
	if got := rules.Places(g.Variant.Facts(), &p); got != [rules.SeatCount]int{2, 3, 1, 3} {
		t.Errorf("places %v", got)
	}
}
