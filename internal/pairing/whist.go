package pairing

import (
	"math/rand/v2"
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// starters holds the first round of a whist tournament for each number of people. The
// people are represented by numbers called points: each person gets one point by lot. A
// round consists of groups of four points. To get round r, counted from 0, r is added to
// each point of the first round. After a complete cycle of rounds, each person has been the
// partner of every other person once, and their opponent twice. For 4k people, the points
// are the numbers modulo 4k-1 and one fixed point, written 4k-1. For 4k+1 people, the
// points are the numbers modulo 4k+1, and the person at point 0 sits out in the first
// round. For 9 people, numbers modulo 9 give no such schedule. The points are then pairs
// (a, b) of numbers modulo 3, written 3a+b.
//
// The rounds were found by a search in which each difference between two points had to occur
// once between partners and twice between opponents. More than 13 people cannot complete a
// cycle in one evening, so starters has no rounds for them. Their rounds are found by
// simulated annealing (see search), which causes no more repetitions than such a schedule
// would.
var starters = map[int][]group{
	5:  {{1, 4, 2, 3}},
	8:  {{7, 0, 1, 3}, {2, 6, 4, 5}},
	9:  {{3, 6, 2, 1}, {4, 8, 5, 7}},
	12: {{11, 0, 1, 3}, {2, 9, 6, 7}, {4, 10, 5, 8}},
	13: {{1, 4, 2, 7}, {3, 12, 6, 8}, {5, 11, 9, 10}},
}

// cycle returns the number of rounds in a complete schedule for n people.
func cycle(n int) int { return n - 1 + n%2 }

// develop returns a round of the whist schedule for n people, as groups of four points. A point
// is a number that stands for a person; see starters. If one person sits out, their point comes
// last.
func develop(n, round int) []int {
	var order []int
	for _, g := range starters[n] {
		for _, point := range g {
			order = append(order, add(n, point, round))
		}
	}
	if n%2 == 1 {
		order = append(order, round)
	}
	return order
}

func add(n, point, round int) int {
	switch {
	case n == 9:
		return (point/3+round/3)%3*3 + (point+round)%3
	case n%2 == 0 && point == n-1:
		return point
	}
	return (point + round) % cycle(n)
}

// planned returns the round with the lowest [seeker.cost] among the unplayed rounds of the
// schedule. It returns nil if the game has no partners, if there is no schedule for the
// number of people present, or if a past round was not from the schedule.
func planned(t *tally, past []Round, seed uint64) (best []int) {
	n := len(t.people)
	if starters[n] == nil || !t.teams.paired() {
		return nil
	}
	points := rand.New(rand.NewPCG(seed, 0)).Perm(n) // points[i] is the index in t.people of the person who has number i in the schedule
	left, ok := t.unplayed(points, past)
	if !ok {
		return nil
	}
	s, least := newSeeker(t), int32(0)
	for _, round := range left {
		order := at(points, develop(n, round))
		if cost := s.cost(order); best == nil || cost < least {
			best, least = order, cost
		}
	}
	return best
}

// at replaces each number n in `order` with points[n], the index of the person who has this
// number in the schedule (see starters). It returns `order`.
func at(points, order []int) []int {
	for i, point := range order {
		order[i] = points[point]
	}
	return order
}

// unplayed returns the numbers of the rounds of the schedule that have not been played in
// the current cycle. It returns false if a past round is not in the schedule. The function
// `at` explains the parameter `points`.
func (t *tally) unplayed(points []int, past []Round) (left []int, ok bool) {
	n := len(t.people)
	for i := range past {
		if len(left) == 0 {
			left = rounds(n)
		}
		found := slices.IndexFunc(left, func(round int) bool {
			return t.same(at(points, develop(n, round)), &past[i])
		})
		if found < 0 {
			return nil, false
		}
		left = slices.Delete(left, found, found+1)
	}
	if len(left) == 0 {
		left = rounds(n)
	}
	return left, true
}

func rounds(n int) (list []int) {
	for round := range cycle(n) {
		list = append(list, round)
	}
	return list
}

// same reports whether an order of the people gives the same partners, opponents and byes as
// the round r.
func (t *tally) same(order []int, r *Round) bool {
	return slices.Equal(t.gatherings(order), t.gatherings(t.orderOf(r)))
}

// orderOf returns the indexes of the people in a round: the four people at each board, one
// team after the other, and then the people without a board. It returns nil if the
// people in the round are not exactly those who are present.
func (t *tally) orderOf(r *Round) (order []int) {
	for _, board := range r.Boards {
		var first, second []player.ID
		for seat, id := range board {
			if t.teams[seat] == t.teams[0] {
				first = append(first, id)
			} else {
				second = append(second, id)
			}
		}
		for _, id := range append(first, second...) {
			order = append(order, slices.Index(t.people, id))
		}
	}
	for _, id := range r.Byes {
		order = append(order, slices.Index(t.people, id))
	}
	if len(order) != len(t.people) || slices.Contains(order, -1) {
		return nil
	}
	return order
}

// gatherings splits an order of people into groups of four, one for each table. It sorts the
// groups, so that two orders with the same partners and opponents give the same result.
func (t *tally) gatherings(order []int) (list []group) {
	for ; len(order) >= rules.SeatCount; order = order[rules.SeatCount:] {
		g := group(order[:rules.SeatCount])
		slices.Sort(g[:2])
		slices.Sort(g[2:])
		if g[2] < g[0] {
			g = group{g[2], g[3], g[0], g[1]}
		}
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b group) int { return a[0] - b[0] })
	return list
}
