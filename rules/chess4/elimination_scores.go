package chess4

import "quadrille/rules"

// standings is each seat's share by the order of leaving, in sixths: 3, 2, 1, 0
// for the last to remain and so on; seats that left together share their places
// evenly, but three on the first places get 1 each (C30).
func eliminationScores(p *rules.Position) (scores [rules.SeatCount]uint8) {
	for seat := range scores {
		better, equal := 0, 0
		for _, left := range p.EliminationOrder {
			switch {
			case left == p.EliminationOrder[seat]:
				equal++
			case stayedLonger(left, p.EliminationOrder[seat]):
				better++
			}
		}
		scores[seat] = placeShare(better, equal)
	}
	return scores
}

// stayedLonger compares moments of leaving; 0 is to have stayed.
func stayedLonger(left, than uint8) bool { return left == 0 || than != 0 && left > than }

// share is the average of the places from better on, equal of them, in sixths.
func placeShare(better, equal int) uint8 {
	if better == 0 && equal == 3 {
		return 6
	}
	sum := 0
	for place := better; place < better+equal; place++ {
		sum += 6 * (3 - place)
	}
	return uint8(sum / equal)
}

// teamScores is 1 to each winner, and 1/2 to each in a draw, in sixths (C22, T2).
func teamScores(winners rules.Seats) (scores [rules.SeatCount]uint8) {
	for s := range scores {
		switch {
		case winners == 0:
			scores[s] = 3
		case winners.Has(rules.Seat(s)):
			scores[s] = 6
		}
	}
	return scores
}
