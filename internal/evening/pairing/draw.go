package pairing

import (
	"math/rand/v2"
	"slices"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Bounds on how many take part.
const (
	MinPeople = rules.SeatCount
	MaxPeople = 40
)

// Round is who sits where. Board i is the table with the number i+1.
type Round struct {
	Boards [][rules.SeatCount]player.ID // by seat
	Byes   []player.ID                  // who sits out
}

// Teams says which seats play together: those with equal numbers. Where all
// differ nobody has a partner.
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

// Draw is the next round for those who are present, at least four, after what was
// played before. The same people, past and seed draw the same.
//
// Who sits out is settled first, by who did so the fewest times. Where nobody came
// or went, and a perfect schedule is known, it is followed; otherwise the
// arrangement is searched that repeats partners, opponents and meetings least. At
// last tables and seats are given out so that everybody has them all.
func Draw(present []player.ID, past []Round, teams Teams, seed uint64) Round {
	chance := rand.New(rand.NewPCG(seed, uint64(len(past))))
	t := newTally(present, past, teams)
	order := planned(t, past, seed)
	if order == nil {
		order = search(t, chance)
	}
	return t.settle(order, chance)
}

// settle gives the groups of an order their tables and seats.
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

// DrawFixed is the next round of four people who stay together, and as partners as
// they are entered for the seats: only their seats change.
func DrawFixed(four [rules.SeatCount]player.ID, past []Round, teams Teams, seed uint64) Round {
	t := newTally(four[:], past, teams)
	order := t.orderOf(&Round{Boards: [][rules.SeatCount]player.ID{four}})
	return t.settle(order, rand.New(rand.NewPCG(seed, uint64(len(past)))))
}
