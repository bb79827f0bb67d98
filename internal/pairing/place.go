package pairing

import (
	"math/rand/v2"

	"quadrille/internal/player"
	"quadrille/rules"
)

// group holds four people, by their indexes in tally.people. The first two are partners, and
// so are the last two.
type group [rules.SeatCount]int

// tables divides an order of people into groups of four and assigns a table to each group.
// It starts with a random assignment. It then swaps the tables of two groups, as long as a
// swap makes people play less often at tables where they have already played.
func (t *tally) tables(order []int, chance *rand.Rand) []group {
	groups := make([]group, len(order)/rules.SeatCount)
	for number, at := range chance.Perm(len(groups)) {
		copy(groups[number][:], order[at*rules.SeatCount:])
	}
	for better := true; better; {
		better = false
		for a := range groups {
			for b := range a {
				stay := t.tableCost(groups[a], a) + t.tableCost(groups[b], b)
				if t.tableCost(groups[a], b)+t.tableCost(groups[b], a) < stay {
					groups[a], groups[b] = groups[b], groups[a]
					better = true
				}
			}
		}
	}
	return groups
}

func (t *tally) tableCost(g group, number int) (cost int32) {
	for _, i := range g {
		cost += repeatCost(t.table[i][number])
	}
	return cost
}

// seatings lists the 24 ways to seat the four people of a group.
var seatings = func() (list []group) {
	for a := range rules.SeatCount {
		for b := range rules.SeatCount {
			for c := range rules.SeatCount {
				if d := 6 - a - b - c; a != b && a != c && b != c {
					list = append(list, group{a, b, c, d})
				}
			}
		}
	}
	return list
}()

// seated assigns seats to the people of a group, so that each person plays about equally
// often on each seat. Partners get the seats of one team.
func (t *tally) seated(g group, chance *rand.Rand) (board [rules.SeatCount]player.ID) {
	least := int32(-1)
	for _, at := range chance.Perm(len(seatings)) {
		places, cost := seatings[at], int32(0)
		if t.teams.paired() && t.teams[places[0]] != t.teams[places[1]] {
			continue
		}
		for who, seat := range places {
			cost += repeatCost(t.seat[g[who]][seat])
		}
		if least >= 0 && cost >= least {
			continue
		}
		least = cost
		for who, seat := range places {
			board[seat] = t.people[g[who]]
		}
	}
	return board
}
