package club

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, math.Abs(b)) }

// singles returns parties with the given ranks. Each party is a single newcomer.
func singles(ranks ...int) []Party {
	parties := make([]Party, len(ranks))
	for i, rank := range ranks {
		parties[i] = Party{rank, []Rating{Newcomer}}
	}
	return parties
}

// team returns a party of players who have not played a rated game yet.
func team(rank, members int) Party {
	p := Party{Rank: rank}
	for range members {
		p.Ratings = append(p.Ratings, Newcomer)
	}
	return p
}

// TestPublishedReference checks ratings against those of openskill.js for the same model
// with the same constants (philihp/openskill.js,
// src/models/__tests__/bradley-terry-full.test.js, commit 08a203f).
func TestPublishedReference(t *testing.T) {
	for name, c := range map[string]struct {
		parties []Party
		want    []Rating // for each party (a team or a single player), the expected rating of each of its members
	}{
		"2": {singles(1, 2), []Rating{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		"3": {singles(1, 2, 3), []Rating{
			{30.2704627669473, 7.788474807872566},
			{25, 7.788474807872566},
			{19.7295372330527, 7.788474807872566},
		}},
		"4": {singles(1, 2, 3, 4), []Rating{
			{32.90569415042095, 7.5012190693964005},
			{27.63523138347365, 7.5012190693964005},
			{22.36476861652635, 7.5012190693964005},
			{17.09430584957905, 7.5012190693964005},
		}},
		"teams of different size": {[]Party{team(1, 3), team(2, 1), team(3, 2)}, []Rating{
			{25.992743915179297, 8.19709997489984}, {28.48909130001799, 8.220848339985736}, {20.518164784802714, 8.127515465304823},
		}},
	} {
		for i, party := range Rate(c.parties) {
			for _, got := range party {
				if !near(got.Mu, c.want[i].Mu) || !near(got.Sigma, c.want[i].Sigma) {
					t.Errorf("%s, party %d: %v, want %v", name, i, got, c.want[i])
				}
			}
		}
	}
}

// The expected ratings were computed by hand with the formulas of Weng & Lin (see [Rate]).
// Here s is their sigma and b their beta: s = 25/3 and b = 25/6, so that s*s = 625/9 and
// 2*b*b = 625/18.
//
// All players are newcomers, so c*c = 2*625/9 + 625/18 = 3125/18, and every probability p of
// a win is 1/2. A win against another party raises mu by s*s/c * 1/2 = 625/9 / 13.17615692 /
// 2 = 2.635231383, a loss lowers it by the same amount, and a tie leaves it unchanged.
// Whatever the result, each pair adds (s/c)^3 / 4 = 0.4^1.5 / 4 = 0.063245553 to Delta,
// because (s/c)^2 = 625/9 / (3125/18) = 0.4. So after k pairs, sigma is
// 25/3 * sqrt(1 - k * 0.063245553).
func TestTiesByHand(t *testing.T) {
	const step = 2.635231383473649
	sigma := func(pairs float64) float64 { return 25. / 3 * math.Sqrt(1-pairs*0.06324555320336758) }
	for name, c := range map[string]struct {
		ranks []int
		steps []float64 // for each party, the number of wins minus the number of losses against the other parties
	}{
		"2, a draw":             {[]int{1, 1}, []float64{0, 0}},
		"3, the first two tie":  {[]int{1, 1, 3}, []float64{1, 1, -2}},
		"3, the last two tie":   {[]int{1, 2, 2}, []float64{2, -1, -1}},
		"4, one against three":  {[]int{2, 1, 2, 2}, []float64{-1, 3, -1, -1}},
		"4, two pairs":          {[]int{1, 3, 1, 3}, []float64{2, -2, 2, -2}},
		"4, the middle two tie": {[]int{1, 2, 2, 4}, []float64{3, 0, 0, -3}},
		"4, all tie":            {[]int{1, 1, 1, 1}, []float64{0, 0, 0, 0}},
	} {
		for i, party := range Rate(singles(c.ranks...)) {
			want := Rating{25 + c.steps[i]*step, sigma(float64(len(c.ranks) - 1))}
			if got := party[0]; !near(got.Mu, want.Mu) || !near(got.Sigma, want.Sigma) {
				t.Errorf("%s, party %d: %v, want %v", name, i, got, want)
			}
		}
	}
}

// rateLiterally computes ratings by following, step by step, Algorithm 1 of the paper that the
// comment on [Rate] cites.
func rateLiterally(parties []Party) [][]Rating {
	k := len(parties)
	mu, ss := make([]float64, k), make([]float64, k) // step 1 of the algorithm: means and variances of the teams
	for i, p := range parties {
		for _, r := range p.Ratings {
			mu[i] += r.Mu
			ss[i] += math.Pow(r.Sigma, 2)
		}
	}
	result := make([][]Rating, k)
	for i := range k {
		Omega, Delta := 0.0, 0.0
		for q := range k { // step 2 of Algorithm 1: Omega and Delta of each team
			if q == i {
				continue
			}
			ciq := math.Pow(ss[i]+ss[q]+2*math.Pow(25./6, 2), 0.5)
			ei, eq := math.Exp(mu[i]/ciq), math.Exp(mu[q]/ciq)
			piq, pqi := ei/(ei+eq), eq/(ei+eq)
			s := 0.5
			if parties[q].Rank > parties[i].Rank {
				s = 1
			} else if parties[q].Rank < parties[i].Rank {
				s = 0
			}
			Omega += ss[i] / ciq * (s - piq)
			gamma := math.Sqrt(ss[i]) / ciq
			Delta += gamma * math.Pow(math.Sqrt(ss[i])/ciq, 2) * piq * pqi
		}
		for _, r := range parties[i].Ratings { // step 3 of Algorithm 1: new ratings of the members of each team
			share := math.Pow(r.Sigma, 2) / ss[i]
			shrunk := math.Pow(r.Sigma, 2) * math.Max(1-share*Delta, 0.0001)
			result[i] = append(result[i], Rating{r.Mu + share*Omega, math.Sqrt(shrunk)})
		}
	}
	return result
}

func drawParties(t *rapid.T) []Party {
	rating := rapid.Custom(func(t *rapid.T) Rating {
		return Rating{rapid.Float64Range(-20, 70).Draw(t, "mu"), rapid.Float64Range(0.05, 9).Draw(t, "sigma")}
	})
	party := rapid.Custom(func(t *rapid.T) Party {
		return Party{rapid.IntRange(1, 4).Draw(t, "rank"), rapid.SliceOfN(rating, 1, 3).Draw(t, "members")}
	})
	return rapid.SliceOfN(party, 2, 4).Draw(t, "parties")
}

func TestRateEqualsPublishedAlgorithm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parties := drawParties(t)
		got, want := Rate(parties), rateLiterally(parties)
		for i := range want {
			for j := range want[i] {
				if !near(got[i][j].Mu, want[i][j].Mu) || !near(got[i][j].Sigma, want[i][j].Sigma) {
					t.Fatalf("party %d, member %d: %v, want %v", i, j, got[i][j], want[i][j])
				}
			}
		}
	})
}

func TestUncertaintyNeverGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parties := drawParties(t)
		for i, party := range Rate(parties) {
			for j, r := range party {
				if before := parties[i].Ratings[j]; !(r.Sigma > 0 && r.Sigma <= before.Sigma) || math.IsNaN(r.Mu) {
					t.Fatalf("from %v to %v", before, r)
				}
			}
		}
	})
}

func TestWinnersGainAndLosersLose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parties := drawParties(t)
		for i := range parties {
			parties[i].Rank = i + 1
		}
		after, last := Rate(parties), len(parties)-1
		for j, r := range after[0] {
			if r.Mu < parties[0].Ratings[j].Mu {
				t.Fatalf("the first went from %v to %v", parties[0].Ratings[j], r)
			}
		}
		for j, r := range after[last] {
			if r.Mu > parties[last].Ratings[j].Mu {
				t.Fatalf("the last went from %v to %v", parties[last].Ratings[j], r)
			}
		}
	})
}

func TestOrderOfPartiesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parties := drawParties(t)
		at := rapid.Permutation([]int{0, 1, 2, 3}[:len(parties)]).Draw(t, "order")
		other := make([]Party, len(parties))
		for i, to := range at {
			other[to] = parties[i]
		}
		a, b := Rate(parties), Rate(other)
		for i, to := range at {
			for j := range a[i] {
				if !near(a[i][j].Mu, b[to][j].Mu) || !near(a[i][j].Sigma, b[to][j].Sigma) {
					t.Fatalf("party %d: %v or %v", i, a[i][j], b[to][j])
				}
			}
		}
	})
}

// TestTiedEqualPlayersStayEqual checks that no mean changes if all players have equal ratings
// and all parties tie.
func TestTiedEqualPlayersStayEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rating{rapid.Float64Range(0, 50).Draw(t, "mu"), rapid.Float64Range(0.1, 9).Draw(t, "sigma")}
		parties := make([]Party, rapid.IntRange(2, 4).Draw(t, "parties"))
		for i := range parties {
			parties[i] = Party{1, []Rating{r, r}}
		}
		for _, party := range Rate(parties) {
			if party[0] != party[1] || !near(party[0].Mu, r.Mu) {
				t.Fatalf("from %v to %v", r, party)
			}
		}
	})
}

// Displayed ratings are whole numbers that start at 1000.
func TestDisplayedRatings(t *testing.T) {
	after := Rate(singles(1, 2))
	if Newcomer.Shown() != 1000 || Newcomer.Doubt() != 333 || after[0][0].Shown() != 1138 || after[1][0].Shown() != 927 {
		t.Errorf("%d with uncertainty %d, then %d and %d", Newcomer.Shown(), Newcomer.Doubt(), after[0][0].Shown(), after[1][0].Shown())
	}
}
