package pairing

import (
	"math/rand/v2"
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Limits on the number of people present.
const (
	MinPeople = rules.SeatCount
	MaxPeople = 40
)

// Round is the seating of a round. Boards[i] is the board with the number i+1.
type Round struct {
	Boards [][rules.SeatCount]player.ID // the players of each board, by seat
	Byes   []player.ID                  // the people who do not play in this round
}

// Teams holds the team number of each seat. If all four numbers differ, there are no
// partners.
type Teams [rules.SeatCount]uint8

// paired reports whether the seats form two teams of two.
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

// Draw returns the next round for the people who are present, at least four. The parameter
// `past` holds the earlier rounds. The result depends only on the arguments.
//
// Draw first chooses the people with a bye: those with the fewest byes. If the same people
// have played all rounds and a perfect schedule is known, it follows the schedule. Otherwise
// it searches for the arrangement with the fewest repeated partners, opponents and meetings.
// Finally it assigns tables and seats, so that each person uses all of them about equally
// often.
func Draw(present []player.ID, past []Round, teams Teams, seed uint64) Round {
	chance := rand.New(rand.NewPCG(seed, uint64(len(past))))
	t := newTally(present, past, teams)
	order := planned(t, past, seed)
	if order == nil {
		order = search(t, chance)
	}
	return t.settle(order, chance)
}

// settle turns an order of people into a round. It assigns a table to each group of four,
// and seats to the people in each group. The people after the last group sit out.
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

// DrawFixed returns the next round of the method [Fixed]. The four people keep their
// partners, but change seats.
func DrawFixed(four [rules.SeatCount]player.ID, past []Round, teams Teams, seed uint64) Round {
	t := newTally(four[:], past, teams)
	order := t.orderOf(&Round{Boards: [][rules.SeatCount]player.ID{four}})
	return t.settle(order, rand.New(rand.NewPCG(seed, uint64(len(past)))))
}
