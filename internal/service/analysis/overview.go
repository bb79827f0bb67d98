package analysis

import (
	"cmp"
	"slices"

	"quadrille/rules"
)

// maxTurningPoints is the maximum length of the list of turning points.
const maxTurningPoints = 10

// TurningPoints returns the mistakes and blunders that lowered the expected score the most,
// in the order in which they were played.
func (a *Analysis) TurningPoints() (list []*Assessment) {
	for i := range a.Assessments {
		if one := &a.Assessments[i]; one.Judgement >= Mistake {
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(x, y *Assessment) int { return cmp.Compare(y.Loss(), x.Loss()) })
	list = list[:min(len(list), maxTurningPoints)]
	slices.SortFunc(list, func(x, y *Assessment) int { return cmp.Compare(x.Number, y.Number) })
	return list
}

// Count returns the number of moves with the given judgement or a worse one.
func (a *Analysis) Count(least Judgement) (n int) {
	for i := range a.Assessments {
		if a.Assessments[i].Judgement >= least {
			n++
		}
	}
	return n
}

// Point is the expected score of a seat after a move.
type Point struct {
	Number int // number of the move, counting from 1
	Score  float64
}

// Graph returns the expected scores of a seat during the game. With teams there is a point
// for every move. In a free-for-all there is a point only for the seat's own moves.
func (a *Analysis) Graph(f *rules.Facts, seat rules.Seat) (points []Point) {
	for i := range a.Assessments {
		one := &a.Assessments[i]
		switch {
		case !one.HadChoice:
		case one.By == seat || f.Partners(one.By, seat):
			points = append(points, Point{one.Number, one.ScoreAfter})
		case f.Teams():
			points = append(points, Point{one.Number, 1 - one.ScoreAfter})
		}
	}
	return points
}
