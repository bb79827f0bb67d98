package club

import "math"

// Rating is a belief about somebody's strength: normal, with that mean and
// deviation.
type Rating struct{ Mu, Sigma float64 }

// The constants are those of the paper's experiments: beta is how far somebody's
// performance strays from his strength in a game, and kappa of a variance is what
// one game leaves at least (equations 28 and 44).
const (
	startMu    = 25.0
	startSigma = startMu / 3
	beta       = startMu / 6
	kappa      = 0.0001
)

// Newcomer is what is believed of somebody who has played no game that counts.
var Newcomer = Rating{startMu, startSigma}

// People read whole numbers better than a mean and a deviation. A newcomer has
// shownStart, and what he gains from there he has shown to be worth.
const (
	shownStart = 1000
	shownStep  = 40
)

// Shown is the number by which people are ranked: a strength that the player
// almost certainly has, three deviations below the mean.
func (r Rating) Shown() int { return shownStart + int(math.Round(shownStep*(r.Mu-3*r.Sigma))) }

// Doubt is the deviation on the scale of Shown.
func (r Rating) Doubt() int { return int(math.Round(shownStep * r.Sigma)) }

// Party is those who won or lost together: a team, or one person alone.
type Party struct {
	Rank    int // 1 is the best; equal ranks are a tie
	Ratings []Rating
}

// belief is that about a party's strength, which is the sum of its members'.
type belief struct{ mu, variance float64 }

func (p *Party) belief() (b belief) {
	for _, r := range p.Ratings {
		b.mu += r.Mu
		b.variance += r.Sigma * r.Sigma
	}
	return b
}

// Rate is what is believed of everybody after a game, in the order of the parties
// and their members. The parties' order does not matter, only their ranks: each
// pair of parties counts as a game of two, and all are judged by what was believed
// before.
//
// Source: Weng & Lin 2011, "A Bayesian Approximation Method for Online Ranking",
// JMLR 12, Algorithm 1 (Bradley-Terry model, full pair).
func Rate(parties []Party) [][]Rating {
	beliefs := make([]belief, len(parties))
	for i := range parties {
		beliefs[i] = parties[i].belief()
	}
	after := make([][]Rating, len(parties))
	for i := range parties {
		var omega, delta float64
		for q := range parties {
			if q != i {
				dOmega, dDelta := surprise(beliefs[i], beliefs[q], score(parties[i].Rank, parties[q].Rank))
				omega += dOmega
				delta += dDelta
			}
		}
		after[i] = parties[i].moved(beliefs[i].variance, omega, delta)
	}
	return after
}

// score is what a party took from another: a tie is half a win.
func score(rank, other int) float64 {
	switch {
	case rank < other:
		return 1
	case rank > other:
		return 0
	}
	return 0.5
}

// surprise is what one pair adds to Omega and Delta of Algorithm 1.
func surprise(us, them belief, score float64) (omega, delta float64) {
	c := math.Sqrt(us.variance + them.variance + 2*beta*beta)
	expected := 1 / (1 + math.Exp((them.mu-us.mu)/c))
	gamma := math.Sqrt(us.variance) / c
	return us.variance / c * (score - expected), gamma * us.variance / (c * c) * expected * (1 - expected)
}

// moved divides what a party learnt among its members: the less is known of one,
// the more it is about him.
func (p *Party) moved(variance, omega, delta float64) []Rating {
	after := make([]Rating, len(p.Ratings))
	for i, r := range p.Ratings {
		part := r.Sigma * r.Sigma / variance
		after[i] = Rating{r.Mu + part*omega, r.Sigma * math.Sqrt(max(1-part*delta, kappa))}
	}
	return after
}
