package match

import (
	"slices"

	"quadrille/rules"
)

// seatAssignments returns the seats of engine A in each assignment. Over all assignments,
// both engines get equally good seats. Partners always play for the same engine. In a
// free-for-all, A has two seats, or one if `alone` is set.
func seatAssignments(f *rules.Facts, alone bool) []rules.Seats {
	switch {
	case f.Teams():
		team := teamOf(f, 0)
		return []rules.Seats{team, 0b1111 &^ team}
	case alone:
		return []rules.Seats{0b0001, 0b0010, 0b0100, 0b1000}
	}
	return []rules.Seats{0b0101, 0b1010, 0b0011, 0b1100, 0b0110, 0b1001}
}

// points returns the score of each seat. In a game that was stopped early, a seat scores two
// points for each seat with less material, and one for each seat with equal material.
func points(v rules.Variant, p *rules.Position) (points [rules.SeatCount]int) {
	if p.Over() {
		for s, sixths := range p.Outcome.Scores {
			points[s] = int(sixths)
		}
		return points
	}
	total := material(v, p)
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

// SeatShares returns the score of each seat as a share of the score that a winner of the
// game gets. In a game that was stopped early, the seat or team with the most material
// counts as the winner.
func SeatShares(v rules.Variant, p *rules.Position) (shares [rules.SeatCount]float64) {
	all, won := points(v, p), rules.NewGame(v)
	won.Adjudicate(rules.Seats(0).With(won.Position.InPlay().First()))
	for s := range shares {
		if p.Over() {
			shares[s] = float64(all[s]) / float64(slices.Max(won.Position.Outcome.Scores[:]))
			continue
		}
		shares[s] = share(all, teamOf(v.Facts(), rules.Seat(s)))
	}
	return shares
}

// material returns, for each seat, the total piece value that the seat and its partners
// control. The total is -1 for a seat eliminated from a free-for-all.
func material(v rules.Variant, p *rules.Position) (total [rules.SeatCount]int) {
	f := v.Facts()
	own := rules.Material(v, p)
	for s := range total {
		for other := range own {
			if s == other || f.Partners(rules.Seat(s), rules.Seat(other)) {
				total[s] += own[other]
			}
		}
		if !f.Teams() && p.State[s] == rules.Eliminated {
			total[s] = -1
		}
	}
	return total
}

// share converts the total points of the given seats to a number from 0 to 1. 0 stands for
// the lowest total that this number of seats could have, and 1 for the highest.
func share(points [rules.SeatCount]int, seats rules.Seats) float64 {
	mine := 0
	for s, n := range points {
		if seats.Has(rules.Seat(s)) {
			mine += n
		}
	}
	slices.Sort(points[:])
	worst, best := 0, 0
	for i := range seats.Count() {
		worst += points[i]
		best += points[len(points)-1-i]
	}
	if best == worst {
		return 0.5
	}
	return float64(mine-worst) / float64(best-worst)
}
