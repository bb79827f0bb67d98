package club

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"quadrille/internal/player"
)

// simulatedClub is a club whose members become stronger and weaker, and are sometimes away for
// months.
type simulatedClub struct {
	strength []float64
	away     []int // the day until which a member is away
	chance   *rand.Rand
}

// Numbers of the simulation. Strengths are on the scale of [Rating].
const (
	days        = 730
	spread      = 4.0   // standard deviation of the strengths of newcomers
	daily       = 0.06  // standard deviation of the change of a strength in a day
	absent      = 0.15  // the same while the member is away
	leaves      = 0.01  // probability that a member goes away today
	learns      = 0.002 // probability that a member learns something today
	learnt      = 3.0   // the most by which that makes them stronger
	performance = beta
)

func newSimulatedClub(people int, seed uint64) *simulatedClub {
	c := &simulatedClub{make([]float64, people), make([]int, people), rand.New(rand.NewPCG(seed, 1))}
	for i := range c.strength {
		c.strength[i] = startMu + spread*c.chance.NormFloat64()
	}
	return c
}

// pass changes the strengths by a day, and returns who is there.
func (c *simulatedClub) pass(day int) (there []int) {
	for i := range c.strength {
		if day < c.away[i] {
			c.strength[i] += absent * c.chance.NormFloat64()
			continue
		}
		c.strength[i] += daily * c.chance.NormFloat64()
		if c.chance.Float64() < learns {
			c.strength[i] += learnt * c.chance.Float64()
		}
		if c.chance.Float64() < leaves {
			c.away[i] = day + 30 + c.chance.IntN(150)
			continue
		}
		there = append(there, i)
	}
	return there
}

// play returns the result of a game of four people, each for themselves.
func (c *simulatedClub) play(people []int, at time.Time) *Result {
	type placed struct {
		who   int
		level float64
	}
	var list []placed
	for _, i := range people {
		list = append(list, placed{i, c.strength[i] + performance*c.chance.NormFloat64()})
	}
	slices.SortFunc(list, func(a, b placed) int { return int(math.Copysign(1, b.level-a.level)) })
	r := &Result{Class: Class{"toy", FreeForAll}, Ended: at}
	for i, p := range list {
		r.Parties = append(r.Parties, Placed{i + 1, []player.ID{player.ID(fmt.Sprint("SHA256:", p.who))}})
	}
	return r
}

// loss returns the mean log loss of the predictions of all pairs of players in the second half of
// the time. Each prediction is made before the game is entered.
func loss(people int, seed uint64, lively bool) float64 {
	c, book := newSimulatedClub(people, seed), Book{}
	begun := time.Date(2026, 1, 1, 19, 0, 0, 0, time.UTC)
	var sum float64
	var n int
	for day := range days {
		there := c.pass(day)
		for range len(there) / 10 {
			c.chance.Shuffle(len(there), func(i, k int) { there[i], there[k] = there[k], there[i] })
			if len(there) < 4 {
				break
			}
			r := c.play(there[:4], begun.AddDate(0, 0, day))
			r.Lively = lively
			if day > days/2 {
				before := book.before(r)
				for i := range before {
					for k := i + 1; k < len(before); k++ {
						a, b := before[i].belief(), before[k].belief()
						sum -= math.Log(1 / (1 + math.Exp((b.mu-a.mu)/math.Sqrt(a.variance+b.variance+2*beta*beta))))
						n++
					}
				}
			}
			book.Enter(r)
		}
	}
	return sum / float64(n)
}

// TestLivelyRatingsPredictBetter compares the predictions of ratings that become less certain with
// time and games with those of ratings that do not, in clubs whose members change. These are not the
// clubs with which perGame and perDay were chosen.
func TestLivelyRatingsPredictBetter(t *testing.T) {
	for _, people := range []int{40, 400} {
		var old, now float64
		for seed := range uint64(4) {
			old += loss(people, 100+seed, false) / 4
			now += loss(people, 100+seed, true) / 4
		}
		t.Logf("%d people: log loss %.4f before, %.4f now", people, old, now)
		if now > old {
			t.Errorf("%d people: log loss %.4f, before %.4f", people, now, old)
		}
	}
}
