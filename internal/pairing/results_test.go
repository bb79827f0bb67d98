package pairing

import (
	"testing"

	"quadrille/rules"
)

// TestSheetShowsDifferentPointsOfPartners checks the points of a team whose seats got different
// points by hand.
func TestSheetShowsDifferentPointsOfPartners(t *testing.T) {
	for want, scores := range map[string][rules.SeatCount]uint8{"1": {6, 0, 6, 0}, "0, 1/2": {0, 0, 3, 3}, "1/2, 0": {3, 3, 0, 0}} {
		g := Game{Scores: scores}
		if got := g.points([]int{0, 2}); got != want {
			t.Errorf("%v: %q, want %q", scores, got, want)
		}
	}
}
