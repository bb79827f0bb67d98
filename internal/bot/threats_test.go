package bot

import (
	"context"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestThreatsToThePartnerLowerTheValue checks that a quiescence search counts a queen of the
// partner that the next opponent can capture, and that it does not count a pawn, a
// queen of the seat to act, a queen that only the last seat can capture, or a fair exchange.
// A search with errors counts no threats.
func TestThreatsToThePartnerLowerTheValue(t *testing.T) {
	for _, c := range []struct {
		name, pieces string
		noise        int
		least, most  int32 // least and greatest difference that threats make to the value, in hundredths of a pawn
	}{
		{"the next opponent attacks the partner's queen", "yellow Q e8\nblack R l8", 0, 800, 1100},
		{"the next opponent attacks the partner's queen, but the search makes errors", "yellow Q e8\nblack R l8", 30, 0, 0},
		{"the next opponent attacks the queen of the seat to act", "white Q e8\nblack R l8", 0, 0, 0},
		{"the last seat attacks the partner's queen", "yellow Q e8\nred R l8", 0, 0, 0},
		{"a rook defends the partner's queen against a queen", "yellow Q e8\nblack Q l8\nyellow R e1", 0, 0, 100},
		{"the next opponent attacks a pawn of the partner", "yellow P e8\nblack R l8", 0, 0, 0},
	} {
		text := "variant verney\nturn white\nwhite K f14\nwhite P h12\nblack K k4\nblack P n4\nred K i1\nred P g3\nyellow K " +
			"a7\nyellow P c10\n" + c.pieces + "\n"
		g, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		value := func(threat int32) int32 {
			s := NewSearcher(4)
			s.start(context.Background(), g, Limits{Noise: c.noise})
			s.eval.threat = threat
			return s.quiesce(0, quiescencePlies, -infinite, infinite)
		}
		got := value(0) - value(350)
		if got < c.least || got > c.most {
			t.Errorf("%s: the threat lowers the value by %d, want %d to %d", c.name, got, c.least, c.most)
		}
	}
}
