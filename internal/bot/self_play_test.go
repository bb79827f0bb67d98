package bot

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"

	"quadrille/rules"
)

// matchPlies is the maximum length of a game in plies. A game that reaches it is scored by
// material.
const matchPlies = 240

// player chooses an action for the seat to act.
type player func(g *rules.Game, seed uint64) rules.Action

// contest compares two kinds of players. The functions a and b create a player for each game.
type contest struct{ a, b func() player }

// searching returns a function that creates a player. The player searches within the limits.
// The parameter `change` is a function that configures the player's searcher; it may be nil.
func searching(l Limits, change func(*Searcher)) func() player {
	return func() player {
		s := NewSearcher(14)
		if change != nil {
			change(s)
		}
		return func(g *rules.Game, seed uint64) rules.Action {
			l.Seed = seed
			return s.Choose(context.Background(), g, l).Action
		}
	}
}

// score is the share of the points that the first kind of player in a contest won, with the
// standard error of this share.
type score struct {
	share, err float64
	games      int
	byOutcome  int // number of games that ended by the rules, within matchPlies plies
}

func (s score) String() string {
	return fmt.Sprintf("%5.1f %% +- %.1f (%d games, %d played out)", 100*s.share, 196*s.err, s.games, s.byOutcome)
}

// seatings returns assignments of seats to the first kind of player, which together favour
// neither player.
func seatings(v rules.Variant) []rules.Seats {
	f := v.Facts()
	if !f.Teams() {
		return []rules.Seats{0b0101, 0b1010, 0b0011, 0b0110, 0b1100, 0b1001}
	}
	team := rules.Seats(0)
	for s, t := range f.Team {
		if t == f.Team[0] {
			team = team.With(rules.Seat(s))
		}
	}
	return []rules.Seats{team, 0x0F &^ team}
}

// play plays the given number of openings, each of them with all seatings.
func (c contest) play(v rules.Variant, openings int) score {
	seatings := seatings(v)
	shares := make([]float64, openings)
	var mu sync.Mutex
	ended := 0
	var wait sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wait.Go(func() {
			for i := range next {
				for _, seats := range seatings {
					share, over := c.game(v, seats, uint64(i))
					mu.Lock()
					shares[i] += share / float64(len(seatings))
					if over {
						ended++
					}
					mu.Unlock()
				}
			}
		})
	}
	for i := range openings {
		next <- i
	}
	close(next)
	wait.Wait()
	s := summary(shares)
	s.games, s.byOutcome = openings*len(seatings), ended
	return s
}

func summary(shares []float64) (s score) {
	for _, x := range shares {
		s.share += x / float64(len(shares))
	}
	for _, x := range shares {
		s.err += (x - s.share) * (x - s.share)
	}
	s.err = math.Sqrt(s.err) / float64(len(shares))
	return s
}

// game plays one game. The player that the function c.a returns has the given seats, and the
// player that c.b returns has the other seats. game returns the first player's share of the
// points.
func (c contest) game(v rules.Variant, seats rules.Seats, opening uint64) (share float64, over bool) {
	dice := rand.New(rand.NewPCG(opening, 1881))
	g := fairStart(v, dice)
	a, b := c.a(), c.b()
	for ply := 0; ply < matchPlies && !g.Position.Over(); ply++ {
		chooser := b
		if seats.Has(v.Actor(&g.Position)) {
			chooser = a
		}
		if _, err := g.Play(chooser(g, opening<<16|uint64(ply))); err != nil {
			panic(err)
		}
	}
	points := scorePoints(v, &g.Position)
	sorted := points
	slices.Sort(sorted[:])
	var mine float64
	for s, p := range points {
		if seats.Has(rules.Seat(s)) {
			mine += p
		}
	}
	// total points of the two seats with the fewest points, and of the two with the most
	worst, best := sorted[0]+sorted[1], sorted[2]+sorted[3]
	if best == worst {
		return 0.5, g.Position.Over()
	}
	return (mine - worst) / (best - worst), g.Position.Over()
}

// fairStart returns a game after a few random plies. No side has an advantage in it or gains
// an advantage during one more round of play.
func fairStart(v rules.Variant, dice *rand.Rand) *rules.Game {
	s := NewSearcher(10)
	for {
		g := playRandom(v, dice, 4+dice.IntN(8))
		on, fair := g.Clone(), true
		for ply := 0; ply < rules.SeatCount && fair; ply++ {
			c := s.Choose(context.Background(), on, Limits{Nodes: 300})
			_, err := on.Play(c.Action)
			fair = err == nil && max(c.Value, -c.Value) < 400 && !on.Position.Over() && on.Position.Out() == 0
		}
		if fair {
			return g
		}
	}
}

// scorePoints returns the score of each seat. A game stopped at matchPlies is scored by its points
// or, if it has none, by the material that each seat or its team has left.
func scorePoints(v rules.Variant, p *rules.Position) (points [rules.SeatCount]float64) {
	if _, ok := v.(rules.Standing); ok && !v.Facts().Teams() && !p.Over() {
		v.End(p, rules.ByAgreement)
	}
	if p.Over() {
		for s, sixths := range p.Outcome.Scores {
			points[s] = float64(sixths)
		}
		return points
	}
	var e evaluator
	e.setGame(&rules.Game{Variant: v, Position: *p})
	var material [rules.SeatCount]int32
	for a := range rules.Army(e.armies) {
		if by := e.owner(p, a); by != rules.NoSeat {
			material[by] += e.countMaterial(p)[a].pieces
		}
	}
	var total [rules.SeatCount]int32
	for s := range total {
		for other := range e.allies[s].All() {
			total[s] += material[other]
		}
		if !p.State[s].MayAct() && !e.teams {
			total[s] = int32(p.EliminationOrder[s]) - 100
		}
	}
	for s := range total {
		for other := range total {
			switch {
			case total[s] > total[other]:
				points[s] += 2
			case total[s] == total[other]:
				points[s]++
			}
		}
	}
	return points
}

// matchOpenings returns the number of openings to play, taken from QUADRILLE_MATCH. It skips
// the test if the variable is unset.
func matchOpenings(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("QUADRILLE_MATCH"))
	if err != nil || n < 1 {
		t.Skip("set QUADRILLE_MATCH to the number of openings")
	}
	return n
}
