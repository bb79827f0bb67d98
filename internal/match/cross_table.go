package match

import (
	"fmt"
	"math"
	"strings"
)

// CrossTable holds the scores of several engines against each other.
type CrossTable struct {
	names  []string
	scores map[[2]int]Score
}

// NewCrossTable returns a table without scores.
func NewCrossTable(names []string) *CrossTable {
	return &CrossTable{names, map[[2]int]Score{}}
}

// Add adds the score of engine a against engine b. The numbers a and b are indices into the
// names given to [NewCrossTable].
func (t *CrossTable) Add(a, b int, s Score) { t.scores[[2]int{a, b}] = s }

// String returns a row for each engine: its number, its name, and its share of the points
// against each other engine, in percent, with the 95 % interval of [wilson].
func (t *CrossTable) String() string {
	var b strings.Builder
	width := 0
	for _, name := range t.names {
		width = max(width, len(name))
	}
	fmt.Fprintf(&b, "%*s", width+3, "")
	for i := range t.names {
		fmt.Fprintf(&b, "  %18d", i+1)
	}
	for i, name := range t.names {
		fmt.Fprintf(&b, "\n%2d %-*s", i+1, width, name)
		for j := range t.names {
			fmt.Fprintf(&b, "  %18s", t.cell(i, j))
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// cell returns the percentage of the points that engine i scored against engine j, with
// its confidence interval: "61.5 (54.6 to 68.0)".
func (t *CrossTable) cell(i, j int) string {
	s, ok := t.scores[[2]int{i, j}]
	share := s.share()
	if !ok {
		if s, ok = t.scores[[2]int{j, i}]; ok {
			share = 1 - s.share()
		}
	}
	if !ok || s.Games == 0 {
		return "-"
	}
	low, high := wilson(share, s.Games)
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*share, 100*low, 100*high)
}

// wilson returns the 95 % Wilson score interval for an engine that scored the given share of
// the points in the given number of games.
func wilson(share float64, games int) (low, high float64) {
	const z = 1.96
	n := float64(games)
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	margin := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return max(0, middle-margin), min(1, middle+margin)
}
