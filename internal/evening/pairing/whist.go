package pairing

import (
	"math/rand/v2"
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// starters are first rounds of whist tournaments, by how many take part: each
// further round adds the same to all points, and after a cycle everybody has
// partnered everybody once, and opposed everybody twice. Of 4k people the points
// are the numbers modulo 4k-1, and one that stays as it is, written 4k-1; of 4k+1
// they are the numbers modulo 4k+1, and 0 sits out. Nine are the pairs of numbers
// modulo 3, written 3a+b: there is no cyclic one.
//
// Found by trying: between partners each difference may occur once, and between
// opponents twice. Up to 13 people an evening may come to the end of a cycle;
// with more the search repeats nothing that a schedule would not.
var starters = map[int][]group{
	5:  {{1, 4, 2, 3}},
	8:  {{7, 0, 1, 3}, {2, 6, 4, 5}},
	9:  {{3, 6, 2, 1}, {4, 8, 5, 7}},
	12: {{11, 0, 1, 3}, {2, 9, 6, 7}, {4, 10, 5, 8}},
	13: {{1, 4, 2, 7}, {3, 12, 6, 8}, {5, 11, 9, 10}},
}

// cycle is how many rounds a schedule for so many people has.
func cycle(n int) int { return n - 1 + n%2 }

// develop is a round of the schedule: points four by four, behind them who sits
// out.
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

// planned is the next round of a schedule, nil if there is none, or if the evening
// has not kept to it. Of the rounds that are left it is the one that repeats least.
func planned(t *tally, past []Round, seed uint64) (best []int) {
	n := len(t.people)
	if starters[n] == nil || !t.teams.paired() {
		return nil
	}
	points := rand.New(rand.NewPCG(seed, 0)).Perm(n) // the number of the person at each point
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

// at is who sits at the points.
func at(points, order []int) []int {
	for i, point := range order {
		order[i] = points[point]
	}
	return order
}

// unplayed is the rounds of the schedule that were not played in this cycle; not
// ok if something else was.
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

// same reports whether a round was that of an order: the same partners at the same
// tables, and nobody else there.
func (t *tally) same(order []int, r *Round) bool {
	return slices.Equal(t.gatherings(order), t.gatherings(t.orderOf(r)))
}

// orderOf is a round as a search would write it; nil if others took part.
func (t *tally) orderOf(r *Round) (order []int) {
	for _, board := range r.Boards {
		var mine, theirs []player.ID
		for seat, id := range board {
			if t.teams[seat] == t.teams[0] {
				mine = append(mine, id)
			} else {
				theirs = append(theirs, id)
			}
		}
		for _, id := range append(mine, theirs...) {
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

// gatherings is an order in a form that is the same for all ways to write it.
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
