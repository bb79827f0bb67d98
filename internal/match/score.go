package match

import (
	"fmt"
	"math"
)

// Score is an engine's share of the points. All games from one opening count as one
// observation, because their results depend on each other.
type Score struct {
	Openings, Games int
	Ended           int // number of games that ended before the maximum number of plies
	Failed          int // number of games that this engine lost because it failed
	OthersFailed    int // number of games that another engine lost because it failed
	sum, squares    float64
}

// add adds the games from one opening to the score of an engine.
func (s *Score) add(engine int, games []gameResult) {
	mean := 0.0
	for _, g := range games {
		mean += g.shares[engine] / float64(len(games))
		s.Games++
		if g.over {
			s.Ended++
		}
		switch {
		case g.fault == engine:
			s.Failed++
		case g.fault >= 0:
			s.OthersFailed++
		}
	}
	s.observe(mean)
}

// observe adds the result of one opening to the score: the engine's mean share of the
// points in the games from that opening.
func (s *Score) observe(mean float64) {
	s.Openings++
	s.sum += mean
	s.squares += mean * mean
}

// share returns the engine's share of the points, from 0 to 1.
func (s *Score) share() float64 { return s.sum / float64(max(1, s.Openings)) }

// priorOpenings is a number of imaginary openings. The estimate of the variance starts as if
// this many openings had been played, with results that vary as much as possible. Without them,
// the estimate would be zero if the first openings had equal results.
const priorOpenings = 2

// variance returns the estimated variance of the engine's share of the points in one opening.
func (s *Score) variance() float64 {
	n, mean := float64(s.Openings), s.share()
	around := math.Max(0, s.squares-n*mean*mean)
	return (around + priorOpenings*0.25) / (n + priorOpenings)
}

// margin returns half the width of the 95 % confidence interval of [Score.share].
func (s *Score) margin() float64 { return 1.96 * math.Sqrt(s.variance()/float64(max(1, s.Openings))) }

// elo converts an engine's share of the points to an Elo difference.
func elo(share float64) float64 {
	share = min(max(share, 0.001), 0.999)
	return 400 * math.Log10(share/(1-share))
}

// String returns a line such as "55.2 % +- 3.1, Elo +36 (+15 to +58), 400 games, 371
// played to the end".
func (s *Score) String() string {
	share, margin := s.share(), s.margin()
	text := fmt.Sprintf("%s, Elo %+.0f (%+.0f to %+.0f), %d games, %d played to the end",
		s.Percent(), elo(share), elo(share-margin), elo(share+margin), s.Games, s.Ended)
	if s.Failed+s.OthersFailed > 0 {
		text += fmt.Sprintf(", %d lost because engine A failed, %d because engine B failed", s.Failed, s.OthersFailed)
	}
	return text
}

// Percent returns the share and its margin, such as "55.2 % +- 3.1".
func (s *Score) Percent() string {
	return fmt.Sprintf("%.1f %% +- %.1f", 100*s.share(), 100*s.margin())
}

// Test is a sequential test of two hypotheses: that engine A's share of the points is Low, and
// that it is High.
type Test struct {
	Low, High float64
	Error     float64 // probability of a wrong decision, such as 0.05
}

// Decision says which hypothesis a [Test] has accepted, if any.
type Decision uint8

// The possible decisions of a [Test].
const (
	Undecided Decision = iota
	IsLow
	IsHigh
)

// minOpenings is how many openings must be played before a [Test] can end with a decision.
const minOpenings = 8

// Ratio returns the log-likelihood ratio of the two hypotheses: that A's share of the points
// is High, and that it is Low. It assumes that A's mean share, over all openings, is
// normally distributed.
func (t Test) Ratio(s *Score) float64 {
	n := float64(s.Openings)
	return n * (t.High - t.Low) * (2*s.share() - t.Low - t.High) / (2 * s.variance())
}

// Decision returns the decision of Wald's sequential test.
func (t Test) Decision(s *Score) Decision {
	bound := math.Log((1 - t.Error) / t.Error)
	switch ratio := t.Ratio(s); {
	case s.Openings < minOpenings:
		return Undecided
	case ratio >= bound:
		return IsHigh
	case ratio <= -bound:
		return IsLow
	}
	return Undecided
}
