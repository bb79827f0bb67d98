package match

import (
	"slices"

	"quadrille/rules"
)

// assignment is, for each seat, the index of the engine that plays it.
type assignment [rules.SeatCount]int

// of returns the seats of an engine.
func (a assignment) of(engine int) (seats rules.Seats) {
	for seat, holder := range a {
		if holder == engine {
			seats = seats.With(rules.Seat(seat))
		}
	}
	return seats
}

// assignments returns the assignments of seats for the games from one opening. All engines
// get equally good seats. Partners always play for the same engine. In a free-for-all
// between two engines, each has two seats; if m.Alone is set, the first has only one. Four
// engines sit in an order that changes from opening to opening.
func (m *Match) assignments(opening uint64) (all []assignment) {
	f := m.Variant.Facts()
	team := f.Side(0)
	firsts := []rules.Seats{0b0101, 0b1010, 0b0011, 0b1100, 0b0110, 0b1001}
	switch {
	case len(m.Engines) > 2:
		order := [][rules.SeatCount]int{{0, 1, 2, 3}, {0, 3, 2, 1}, {0, 2, 1, 3}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 2, 3, 1}}[opening%6]
		for shift := range order {
			var a assignment
			for i, engine := range order {
				a[(i+shift)%rules.SeatCount] = engine
			}
			all = append(all, a)
		}
		return all
	case f.Teams():
		firsts = []rules.Seats{team, 0b1111 &^ team}
	case m.Alone:
		firsts = []rules.Seats{0b0001, 0b0010, 0b0100, 0b1000}
	}
	for _, first := range firsts {
		a := assignment{1, 1, 1, 1}
		for seat := range a {
			if first.Has(rules.Seat(seat)) {
				a[seat] = 0
			}
		}
		all = append(all, a)
	}
	return all
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
	won.Adjudicate(rules.Seats(0).With(won.Position.HasStake().First()))
	for s := range shares {
		if p.Over() {
			shares[s] = float64(all[s]) / float64(slices.Max(won.Position.Outcome.Scores[:]))
			continue
		}
		shares[s] = share(all, v.Facts().Side(rules.Seat(s)))
	}
	return shares
}

// material returns, for each seat, the total value of the pieces that the seat and its partners
// control, and of their points if the game has them, in hundredths of a pawn. The total is -1 for a
// seat that has left a free-for-all in which only pieces count.
func material(v rules.Variant, p *rules.Position) (total [rules.SeatCount]int) {
	f := v.Facts()
	own, standing := rules.Material(v, p), rules.StandingOf(v, p)
	for s := range total {
		for other := range f.Side(rules.Seat(s)).All() {
			total[s] += 100*own[other] + standing[other]
		}
		if _, points := v.(rules.Standing); !points && !f.Teams() && !p.State[s].MayAct() {
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
