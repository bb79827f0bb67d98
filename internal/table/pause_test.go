package table_test

import (
	"testing"
	"time"

	"quadrille/internal/table"
)

// TestPauseAfterLeaves checks how the pause from pairing grows with the leaves of a day. Leaves may
// be given in any order.
func TestPauseAfterLeaves(t *testing.T) {
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		hours []float64 // when the player left games, in hours before noon
		left  int
		pause time.Duration
	}{
		{nil, 0, 0},
		{[]float64{0}, 1, 0},
		{[]float64{1, 0}, 2, 5 * time.Minute},
		{[]float64{0, 1}, 2, 5 * time.Minute},
		{[]float64{2, 1, 0}, 3, 15 * time.Minute},
		{[]float64{3, 2, 1, 0}, 4, time.Hour},
		{[]float64{4, 3, 2, 1, 0}, 5, 4 * time.Hour},
		{[]float64{5, 4, 3, 2, 1, 0}, 6, 12 * time.Hour},
		{[]float64{6, 5, 4, 3, 2, 1, 0}, 7, 12 * time.Hour},
		{[]float64{24, 0}, 1, 0},
		{[]float64{23.9, 0}, 2, 5 * time.Minute},
		{[]float64{30, 23, 0}, 2, 5 * time.Minute},
	} {
		var leaves []time.Time
		for _, h := range c.hours {
			leaves = append(leaves, noon.Add(-time.Duration(h*float64(time.Hour))))
		}
		p := table.PauseAfter(leaves)
		if got := max(0, p.Until.Sub(noon)); p.Left != c.left || got != c.pause {
			t.Errorf("%v: %d leaves, a pause of %v, want %d and %v", c.hours, p.Left, got, c.left, c.pause)
		}
		if p.Active(noon) != (c.pause > 0) || (p.Refusal(noon) != nil) != (c.pause > 0) || p.Refusal(noon.Add(c.pause)) != nil {
			t.Errorf("%v: active %v, %v", c.hours, p.Active(noon), p.Refusal(noon))
		}
	}
	p := table.PauseAfter([]time.Time{noon.Add(-time.Hour), noon})
	const want = "you left 2 games today; join others in 4 min, or play bots now"
	if got := p.Refusal(noon.Add(time.Minute)); got == nil || got.Error() != want {
		t.Errorf("%v, want %q", got, want)
	}
}
