package pairing

import (
	"math/rand/v2"
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Limits on the number of participants.
const (
	MinPeople = rules.SeatCount
	MaxPeople = 40
)

// Round holds the seats of a round. Board i has the number i+1.
type Round struct {
	Boards [][rules.SeatCount]player.ID // by seat
	Byes   []player.ID                  // people without a board
}

// Teams holds the team of each seat. If all differ, there are no partners.
type Teams [rules.SeatCount]uint8

// paired reports whether the seats are two teams of two.
func (t Teams) paired() bool {
	for _, team := range t {
		if countOf(t, team) != 2 {
			return false
		}
	}
	return true
}

func countOf(t Teams, team uint8) (n int) {
	for _, other := range t {
		if other == team {
			n++
		}
	}
	return n
}

// Draw returns the next round for the people present, at least four, after the
// rounds of the past. The result depends only on its arguments.
//
// First it chooses the people without a board: those with the fewest byes. If the
// same people played all rounds and a perfect schedule is known, it follows the
// schedule. Otherwise it searches for the arrangement that repeats partners, opponents
// and meetings least. Finally it assigns tables and seats as evenly as possible.
func Draw(present []player.ID, past []Round, teams Teams, seed uint64) Round {
	chance := rand.New(rand.NewPCG(seed, uint64(len(past))))
	t := newTally(present, past, teams)
	order := planned(t, past, seed)
	if order == nil {
		order = search(t, chance)
	}
	return t.settle(order, chance)
}

// settle assigns tables and seats to the groups of an order.
func (t *tally) settle(order []int, chance *rand.Rand) Round {
	var r Round
	boards := len(order) / rules.SeatCount
	for _, group := range t.tables(order[:boards*rules.SeatCount], chance) {
		r.Boards = append(r.Boards, t.seated(group, chance))
	}
	for _, i := range order[boards*rules.SeatCount:] {
		r.Byes = append(r.Byes, t.people[i])
	}
	slices.Sort(r.Byes)
	return r
}

// DrawFixed returns the next round of a fixed four. The partners stay, as entered for
// the seats; only the seats change.
func DrawFixed(four [rules.SeatCount]player.ID, past []Round, teams Teams, seed uint64) Round {
	t := newTally(four[:], past, teams)
	order := t.orderOf(&Round{Boards: [][rules.SeatCount]player.ID{four}})
	return t.settle(order, rand.New(rand.NewPCG(seed, uint64(len(past)))))
}
