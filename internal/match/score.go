package match

import (
	"fmt"
	"math"
)

// Score is A's share of the points. What counts as one observation is an opening,
// with all its seatings: those are not independent of each other.
type Score struct {
	Openings, Games int
	Ended           int    // games that ended by themselves; the others were cut and judged
	Faults          [2]int // games that A, and B, lost by a fault
	sum, squares    float64
}

func (s *Score) add(mean float64) {
	s.Openings++
	s.sum += mean
	s.squares += mean * mean
}

// Share is A's, from 0 to 1.
func (s *Score) Share() float64 { return s.sum / float64(max(1, s.Openings)) }

// doubt is as many openings as the variance is told of before it was seen: by
// itself it would be nothing when the first few ended alike.
const doubt = 2

// variance is that of one opening.
func (s *Score) variance() float64 {
	n, mean := float64(s.Openings), s.Share()
	around := math.Max(0, s.squares-n*mean*mean)
	return (around + doubt*0.25) / (n + doubt)
}

// Margin is how far off the share may be, with 95 % certainty.
func (s *Score) Margin() float64 { return 1.96 * math.Sqrt(s.variance()/float64(max(1, s.Openings))) }

// elo is the difference of strength of which a share tells.
func elo(share float64) float64 {
	share = min(max(share, 0.001), 0.999)
	return 400 * math.Log10(share/(1-share))
}

// String is "55.2 % +- 3.1, Elo +36 (+15 to +58), 400 games, 371 played out".
func (s *Score) String() string {
	share, margin := s.Share(), s.Margin()
	text := fmt.Sprintf("%.1f %% +- %.1f, Elo %+.0f (%+.0f to %+.0f), %d games, %d played out",
		100*share, 100*margin, elo(share), elo(share-margin), elo(share+margin), s.Games, s.Ended)
	if s.Faults != [2]int{} {
		text += fmt.Sprintf(", lost by faults %d and %d", s.Faults[0], s.Faults[1])
	}
	return text
}

// Test is a sequential test of two hypotheses: that A's share is Low, or High.
type Test struct {
	Low, High float64
	Error     float64 // how often it may be wrong, either way
}

// Verdict is what a test says.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	IsLow
	IsHigh
)

// leastOpenings come before any verdict.
const leastOpenings = 8

// Ratio is the logarithm of how much likelier what happened is with High than
// with Low, taking the mean of so many openings as normal.
func (t Test) Ratio(s *Score) float64 {
	n := float64(s.Openings)
	return n * (t.High - t.Low) * (2*s.Share() - t.Low - t.High) / (2 * s.variance())
}

// Verdict is Wald's.
func (t Test) Verdict(s *Score) Verdict {
	bound := math.Log((1 - t.Error) / t.Error)
	switch ratio := t.Ratio(s); {
	case s.Openings < leastOpenings:
		return Undecided
	case ratio >= bound:
		return IsHigh
	case ratio <= -bound:
		return IsLow
	}
	return Undecided
}
