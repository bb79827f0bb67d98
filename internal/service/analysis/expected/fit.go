package expected

import (
	"cmp"
	"math"
	"slices"

	"quadrille/internal/bot"
)

// Sample is a position of a game whose result is known.
type Sample struct {
	Value int     // evaluation for the side to act, in hundredths of a pawn
	Score float64 // share of the points that the side to act scored in the game, from 0 to 1
}

// maxValue limits the evaluations to which Fit fits a curve. Fit replaces evaluations above
// maxValue with maxValue, and evaluations below -maxValue with -maxValue.
const maxValue = 4000

// Fit returns the curve with the least squared error for the samples.
func Fit(samples []Sample) *Curve {
	best := &Curve{High: 1, Scale: 400, Won: 1}
	var open, won, lost []Sample
	for _, s := range samples {
		switch {
		case s.Value > bot.Decided:
			won = append(won, s)
		case s.Value < -bot.Decided:
			lost = append(lost, s)
		default:
			open = append(open, Sample{max(-maxValue, min(maxValue, s.Value)), s.Score})
		}
	}
	if len(open) > 0 {
		least := math.Inf(1)
		for scale := 50.0; scale < 2500; scale *= 1.12 {
			for center := -1000.0; center <= 1000; center += 50 {
				c := &Curve{Center: center, Scale: scale}
				if err := c.fitRange(open); err < least {
					least, best = err, c
				}
			}
		}
	}
	best.Positions = len(samples)
	best.Won = meanScore(won, best.High)
	best.Lost = meanScore(lost, best.Low)
	return best
}

// fitRange sets Low and High by linear regression for the given Center and Scale, keeps them
// between 0 and 1, and returns the squared error.
func (c *Curve) fitRange(samples []Sample) (squared float64) {
	var n, sx, sy, sxx, sxy float64
	for _, s := range samples {
		x := c.logistic(float64(s.Value))
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+s.Score, sxx+x*x, sxy+x*s.Score
	}
	slope := 0.0
	if d := n*sxx - sx*sx; d > 1e-9 {
		slope = max(0, (n*sxy-sx*sy)/d)
	}
	c.Low = max(0, (sy-slope*sx)/n)
	c.High = max(c.Low, min(1, c.Low+slope))
	for _, s := range samples {
		e := c.Low + (c.High-c.Low)*c.logistic(float64(s.Value)) - s.Score
		squared += e * e
	}
	return squared
}

// fewSamples is the minimum number of samples from which meanScore computes a mean.
const fewSamples = 20

// meanScore returns the mean score of samples. If there are fewer than fewSamples, it returns
// `otherwise`.
func meanScore(samples []Sample, otherwise float64) float64 {
	if len(samples) < fewSamples {
		return otherwise
	}
	sum := 0.0
	for _, s := range samples {
		sum += s.Score
	}
	return sum / float64(len(samples))
}

// Bin compares the scores that a curve predicts with the mean score of the samples whose
// evaluations are in one range.
type Bin struct {
	Value              int     // median evaluation of the samples
	Expected, Measured float64 // mean score that the curve predicts, and mean score of the samples
	Samples            int
}

// Bins sorts samples by evaluation and splits them into `count` bins of about equal size.
func (c *Curve) Bins(samples []Sample, count int) (bins []Bin) {
	sorted := slices.Clone(samples)
	slices.SortFunc(sorted, func(a, b Sample) int { return cmp.Compare(a.Value, b.Value) })
	for i := range count {
		part := sorted[i*len(sorted)/count : (i+1)*len(sorted)/count]
		if len(part) == 0 {
			continue
		}
		b := Bin{Samples: len(part), Value: part[len(part)/2].Value}
		for _, s := range part {
			b.Expected += c.Score(s.Value) / float64(len(part))
			b.Measured += s.Score / float64(len(part))
		}
		bins = append(bins, b)
	}
	return bins
}
