package pairing

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"quadrille/rules"
)

// How much is searched: so many swaps for each person from each of several
// beginnings, the heat falling from the first to the last.
const (
	beginnings = 3
	swapsEach  = 1000
	hottest    = 300.0
	coldest    = 3.0
)

// seeker is what a search goes by: what it costs to let two people partner, and
// what to let them oppose each other.
type seeker struct {
	people, playing int
	byes            []int
	level           int // who has sat out so often may sit out or not; -1: that is settled
	together        [MaxPeople][MaxPeople]int32
	against         [MaxPeople][MaxPeople]int32
}

// search is an arrangement of people, by number, four by four, of each four the
// first two partners and the last two; behind them stands who sits out. It is found
// by simulated annealing: swaps of two people, at first also such as make it worse.
func search(t *tally, chance *rand.Rand) []int {
	s := newSeeker(t)
	var best []int
	least := int32(math.MaxInt32)
	for range beginnings {
		order := s.first(chance)
		if cost := s.anneal(order, chance); cost < least {
			least, best = cost, order
		}
	}
	return best
}

// The price of a repetition grows with how often there was one, so that many once
// are better than one often. A partner is had once where an opponent is met twice;
// without partners only meetings count.
func newSeeker(t *tally) *seeker {
	n := len(t.people)
	s := &seeker{people: n, playing: n / rules.SeatCount * rules.SeatCount, byes: t.byes}
	s.level = s.levelAt(t)
	paired := t.teams.paired()
	for i := range n {
		for j := range n {
			p, o := t.partner[i][j], t.opponent[i][j]
			met := 20 * dear(p+o)
			if paired {
				s.together[i][j] = 100*dear(p) + met
				s.against[i][j] = 40*dear(o) + met
			} else {
				s.together[i][j], s.against[i][j] = 5*met, 5*met
			}
		}
	}
	return s
}

// dear is how much a further time costs after so many.
func dear(times int) int32 { return int32(times * (times + 1)) }

// levelAt is how often those have sat out of whom some must now, and others not.
func (s *seeker) levelAt(t *tally) int {
	sorted := slices.Sorted(slices.Values(t.byes))
	resting := s.people - s.playing
	if resting == 0 || sorted[resting-1] != sorted[resting] {
		return -1
	}
	return sorted[resting]
}

// first is any arrangement in which those sit out who did so least.
func (s *seeker) first(chance *rand.Rand) []int {
	order := chance.Perm(s.people)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.byes[b], s.byes[a]) })
	return order
}

// anneal betters an order, and returns what it costs.
func (s *seeker) anneal(order []int, chance *rand.Rand) int32 {
	cost := s.cost(order)
	least, best := cost, slices.Clone(order)
	swaps := swapsEach * s.people
	cooling := math.Pow(coldest/hottest, 1/float64(swaps))
	for heat := hottest; heat > coldest && least > 0; heat *= cooling {
		a, b := chance.IntN(s.playing), chance.IntN(s.people)
		if !s.may(order, a, b) {
			continue
		}
		worse := s.swap(order, a, b)
		if worse > 0 && chance.Float64() >= math.Exp(-float64(worse)/heat) {
			order[a], order[b] = order[b], order[a]
			continue
		}
		if cost += worse; cost < least {
			least = cost
			copy(best, order)
		}
	}
	copy(order, best)
	return least
}

// may reports whether two may change places: a player at a table, and another or
// one who sits out.
func (s *seeker) may(order []int, a, b int) bool {
	if b >= s.playing {
		return s.byes[order[a]] == s.level && s.byes[order[b]] == s.level
	}
	return a/2 != b/2
}

// swap lets two change places, and returns how much worse that is.
func (s *seeker) swap(order []int, a, b int) int32 {
	before := s.around(order, a, b)
	order[a], order[b] = order[b], order[a]
	return s.around(order, a, b) - before
}

// around is what the tables of two places cost.
func (s *seeker) around(order []int, a, b int) int32 {
	ta, tb := a/rules.SeatCount, b/rules.SeatCount
	cost := s.board(order, ta)
	if tb != ta && b < s.playing {
		cost += s.board(order, tb)
	}
	return cost
}

func (s *seeker) board(order []int, number int) int32 {
	at := number * rules.SeatCount
	a, b, c, d := order[at], order[at+1], order[at+2], order[at+3]
	return s.together[a][b] + s.together[c][d] +
		s.against[a][c] + s.against[a][d] + s.against[b][c] + s.against[b][d]
}

func (s *seeker) cost(order []int) (cost int32) {
	for number := range s.playing / rules.SeatCount {
		cost += s.board(order, number)
	}
	return cost
}
