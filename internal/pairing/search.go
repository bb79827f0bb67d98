package pairing

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"quadrille/rules"
)

// Parameters of the simulated annealing: the number of runs, the number of swaps per person
// in each run, and the first and the last temperature.
const (
	restarts       = 3
	swapsPerPerson = 1000
	firstHeat      = 300.0
	lastHeat       = 3.0
)

// seeker holds the state of a search. For each pair of people, `together` holds the cost of
// making them partners, and `against` holds the cost of making them opponents.
type seeker struct {
	people, playing int
	byes            []int
	level           int // number n such that only some of the people who have had n byes play in the next round; see levelAt
	together        [MaxPeople][MaxPeople]int32
	against         [MaxPeople][MaxPeople]int32
}

// search returns the best order of the people that simulated annealing finds, as indexes.
// Four people in a row play at one board: the first two are partners, and so are the last
// two. The people after the last board sit out.
func search(t *tally, chance *rand.Rand) []int {
	s := newSeeker(t)
	var best []int
	least := int32(math.MaxInt32)
	for range restarts {
		order := s.first(chance)
		if cost := s.anneal(order, chance); cost < least {
			least, best = cost, order
		}
	}
	return best
}

// newSeeker returns a seeker with its costs. The more often two people have met, the more
// their next meeting costs, so that the search spreads repetitions over several people. A
// repeated partner costs more than a repeated opponent, because each person has twice as
// many opponents. In games without partners, only the number of times that two people have
// met counts.
func newSeeker(t *tally) *seeker {
	n := len(t.people)
	s := &seeker{people: n, playing: n / rules.SeatCount * rules.SeatCount, byes: t.byes}
	s.level = s.levelAt(t)
	paired := t.teams.paired()
	for i := range n {
		for j := range n {
			p, o := t.partner[i][j], t.opponent[i][j]
			met := 20 * repeatCost(p+o)
			if paired {
				s.together[i][j] = 100*repeatCost(p) + met
				s.against[i][j] = 40*repeatCost(o) + met
			} else {
				s.together[i][j], s.against[i][j] = 5*met, 5*met
			}
		}
	}
	return s
}

// repeatCost returns the cost of giving somebody a partner, opponent, table or seat that they
// have already had the given number of times.
func repeatCost(times int) int32 { return int32(times * (times + 1)) }

// levelAt returns the number n for which some people with n byes sit out the next round and
// other people with n byes play. People with fewer byes sit out, and people with more byes
// play. If there is no such number, levelAt returns -1.
func (s *seeker) levelAt(t *tally) int {
	sorted := slices.Sorted(slices.Values(t.byes))
	sittingOut := s.people - s.playing
	if sittingOut == 0 || sorted[sittingOut-1] != sorted[sittingOut] {
		return -1
	}
	return sorted[sittingOut]
}

// first returns a random arrangement for the start of a search. The people with the fewest
// byes come last and therefore sit out.
func (s *seeker) first(chance *rand.Rand) []int {
	order := chance.Perm(s.people)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.byes[b], s.byes[a]) })
	return order
}

// anneal improves an order of people in place by simulated annealing, and returns the cost
// of the improved order.
func (s *seeker) anneal(order []int, chance *rand.Rand) int32 {
	cost := s.cost(order)
	least, best := cost, slices.Clone(order)
	swaps := swapsPerPerson * s.people
	cooling := math.Pow(lastHeat/firstHeat, 1/float64(swaps))
	for heat := firstHeat; heat > lastHeat && least > 0; heat *= cooling {
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

// may reports whether the people at two indexes of `order` may be swapped. The person at
// index a must have a board. The person at index b may also have a bye.
func (s *seeker) may(order []int, a, b int) bool {
	if b >= s.playing {
		return s.byes[order[a]] == s.level && s.byes[order[b]] == s.level
	}
	return a/2 != b/2
}

// swap swaps the people at two indexes of `order`, and returns by how much the cost rises.
func (s *seeker) swap(order []int, a, b int) int32 {
	before := s.around(order, a, b)
	order[a], order[b] = order[b], order[a]
	return s.around(order, a, b) - before
}

// around returns the total cost of the boards at which the people order[a] and order[b]
// sit. The person order[a] must have a board. If both sit at the same board, it counts only
// once. A bye costs nothing.
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
