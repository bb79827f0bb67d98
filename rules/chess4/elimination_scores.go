package chess4

import "quadrille/rules"

// eliminationScores returns each seat's score by the order of elimination, in sixths of a
// point: 3 points for the last seat left, then 2, 1 and 0. Seats that were eliminated
// together share the scores of their places evenly. But if three seats share the first three
// places, each gets 1 point (C30).
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

// stayedLonger reports whether one seat stayed in the game longer than another. Its arguments
// are the positions of the two seats in the order of elimination; 0 means not eliminated.
func stayedLonger(left, than uint8) bool { return left == 0 || than != 0 && left > than }

// placeShare returns the score, in sixths of a point, of each of `equal` seats that share
// consecutive places: the average score of these places. The parameter `better` is the
// number of seats ahead of them.
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

// teamScores returns each seat's score in a team game, in sixths of a point: 1 for a winner,
// or 1/2 for every seat in a draw (C22, T2).
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
