package club

import (
	"math"
	"time"
)

// Rating is an estimate of a player's strength. It is a normal distribution with the mean Mu
// and the standard deviation Sigma.
type Rating struct{ Mu, Sigma float64 }

// Parameters of the ratings, from the paper cited at [Rate]. beta is the standard deviation
// of a player's performance in one game. kappa is the smallest factor by which one game can
// multiply the variance of a rating (equations 28 and 44).
const (
	startMu    = 25.0
	startSigma = startMu / 3
	beta       = startMu / 6
	kappa      = 0.0001
)

// Ratings stay uncertain, because strengths change: before a lively game (see [Result]), each
// rating gets the variance perGame, and the variance perDay for each day since the player's
// last game. docs/ratings.md says how the numbers were chosen.
const (
	perGame = 0.005
	perDay  = 0.01
)

// Aged returns the rating after a time without games. It is as uncertain as a newcomer's at
// most. Only whole seconds count, because the times of ratings are stored in seconds.
func (r Rating) Aged(idle time.Duration) Rating {
	return r.widened(perDay * max(0, idle.Truncate(time.Second).Hours()) / 24)
}

// widened returns the rating with a larger variance.
func (r Rating) widened(variance float64) Rating {
	return Rating{r.Mu, max(r.Sigma, min(math.Sqrt(r.Sigma*r.Sigma+variance), startSigma))}
}

// Newcomer is the rating of a player without rated games.
var Newcomer = Rating{startMu, startSigma}

// The scale of displayed ratings, which are whole numbers. Newcomers start at shownStart.
const (
	shownStart = 1000
	shownStep  = 40
)

// Shown returns the rating as the ladder displays it. It is computed from the mean minus
// three standard deviations, so the player is almost certainly stronger than this number
// says.
func (r Rating) Shown() int { return shownStart + int(math.Round(shownStep*r.Low())) }

// Low returns the mean minus three standard deviations, by which the ladder is sorted.
func (r Rating) Low() float64 { return r.Mu - 3*r.Sigma }

// Doubt returns the standard deviation on the scale of displayed ratings.
func (r Rating) Doubt() int { return int(math.Round(shownStep * r.Sigma)) }

// Party is a team or a single player.
type Party struct {
	Rank    int // 1 is the best; equal ranks are a tie
	Ratings []Rating
}

// belief is the estimated strength of a party: the sum of its members' strengths.
type belief struct{ mu, variance float64 }

func (p *Party) belief() (b belief) {
	for _, r := range p.Ratings {
		b.mu += r.Mu
		b.variance += r.Sigma * r.Sigma
	}
	return b
}

// Rate returns the ratings after a game, in the order of the parties and their members. It
// uses only the ranks of the parties and the ratings before the game. It rates each pair of
// parties as if these two had played a game of their own.
//
// Source: Weng & Lin 2011, "A Bayesian Approximation Method for Online Ranking", JMLR 12,
// Algorithm 1 (Bradley-Terry model, full pair).
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

// score returns the score of a party against another party, given the ranks of both: 1 for a
// win, 0.5 for a tie, 0 for a loss.
func score(rank, other int) float64 {
	switch {
	case rank < other:
		return 1
	case rank > other:
		return 0
	}
	return 0.5
}

// surprise returns the amounts that one pair of parties (teams or single players) adds to
// Omega and Delta in Algorithm 1 of the paper cited at [Rate].
func surprise(us, them belief, score float64) (omega, delta float64) {
	c := math.Sqrt(us.variance + them.variance + 2*beta*beta)
	expected := 1 / (1 + math.Exp((them.mu-us.mu)/c))
	gamma := math.Sqrt(us.variance) / c
	return us.variance / c * (score - expected), gamma * us.variance / (c * c) * expected * (1 - expected)
}

// moved returns the new ratings of a party's members. Each member gets a share of the
// party's change, in proportion to the variance of the member's rating. The parameter
// `variance` is the sum of these variances, `omega` the change of the sum of the means, and
// `delta` the relative decrease of `variance`.
func (p *Party) moved(variance, omega, delta float64) []Rating {
	after := make([]Rating, len(p.Ratings))
	for i, r := range p.Ratings {
		part := r.Sigma * r.Sigma / variance
		after[i] = Rating{r.Mu + part*omega, r.Sigma * math.Sqrt(max(1-part*delta, kappa))}
	}
	return after
}
