package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"quadrille/internal/table"
	"quadrille/rules"
)

// Analysis is the state of the analysis of one game.
type Analysis struct {
	Moves       int          // number of moves of the game
	Assessments []Assessment // assessments of the moves analysed so far; elements never change, new ones are appended
	Viewed      []Assessment // assessments of later moves, at which viewers have looked
	Err         error        // why the analysis stopped early; nil while it runs and after it is complete
	Place       int          // place in the queue, from 1; 0 when the analysis has begun
}

// Complete reports whether every move has been assessed.
func (a *Analysis) Complete() bool { return len(a.Assessments) == a.Moves }

// At returns the assessment of moves[n-1]. It returns nil if that move is not assessed yet,
// if it was not played on the board (for example a resignation), or if the moves differ from
// those of the analysed game.
func (a *Analysis) At(moves []table.MoveView, n int) *Assessment {
	if n > len(a.Assessments) && n <= len(moves) {
		if one := a.View(n); one != nil && one.HadChoice && one.Played == moves[n-1].Plain {
			return one
		}
		return nil
	}
	if n < 1 || n > min(len(a.Assessments), len(moves)) || !a.Assessments[n-1].HadChoice {
		return nil
	}
	for i := range n {
		if a.Assessments[i].Played != moves[i].Plain {
			return nil
		}
	}
	return &a.Assessments[n-1]
}

// View returns the assessment of a move at which a viewer has looked, or nil.
func (a *Analysis) View(number int) *Assessment {
	i := slices.IndexFunc(a.Viewed, func(one Assessment) bool { return one.Number == number })
	if i < 0 {
		return nil
	}
	return &a.Viewed[i]
}

// accuracyLoss is the loss of expected score that reduces the accuracy of a move to 1/e.
const accuracyLoss = 0.23

// Accuracy returns how close a seat's moves came to the best moves, from 0 to 1: the average over
// its moves of a value that is 1 for the best move and falls by half for each 16% of the points
// that a move loses. It returns false if no move of the seat has been assessed.
func (a *Analysis) Accuracy(seat rules.Seat) (accuracy float64, known bool) {
	sum, n := 0.0, 0
	for i := range a.Assessments {
		if one := &a.Assessments[i]; one.By == seat && one.HadChoice {
			sum += math.Exp(-max(0, one.Loss()) / accuracyLoss)
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Decided is the greatest evaluation of an undecided game. A value above Decided means that
// the search found a win, and a value below -Decided means that it found a loss.
const Decided = 50_000

// Judgement says how bad a move was.
type Judgement uint8

// The judgements, from good to worst.
const (
	Good Judgement = iota
	Inaccuracy
	Mistake
	Blunder
)

// String returns the judgement as a word, such as "blunder".
func (j Judgement) String() string { return [...]string{"good", "inaccuracy", "mistake", "blunder"}[j] }

// Mark returns the annotation symbol that is written after a move, or "" for a good move.
func (j Judgement) Mark() string { return [...]string{"", "?!", "?", "??"}[j] }

// Assessment is the analysis of one action of a game. Values are in hundredths of a pawn,
// for the side that acted; see [Decided]. Scores are shares of the points that this side can
// expect, from 0 to 1.
type Assessment struct {
	Number    int        // number of the action in the game, counting from 1
	By        rules.Seat // the seat that acted
	Played    string     // the action, in plain notation
	HadChoice bool       // whether the action is a board action; if it is not (a resignation, for example), the fields below are zero
	Best      rules.Action
	Plain     string // the best action, in plain notation
	Text      string // the best action, in the notation of the game
	Before    int    // value of the best action
	After     int    // value of the action played
	Depth     int    // number of plies searched completely

	ScoreBefore float64 // expected score with the best action
	ScoreAfter  float64 // expected score with the action played
	Judgement   Judgement
}

// Loss returns by how much the action lowered the expected score.
func (a *Assessment) Loss() float64 { return a.ScoreBefore - a.ScoreAfter }

// Swing returns by how much the action played is worse than the best action.
func (a *Assessment) Swing() int { return a.Before - a.After }

// PlayedBest reports whether the search found nothing better than the action played.
func (a *Assessment) PlayedBest() bool { return a.Plain == a.Played }

// FormatValue formats a value, for example as "+1.25", "won" or "lost".
func FormatValue(value int) string {
	switch {
	case value > Decided:
		return "won"
	case value < -Decided:
		return "lost"
	}
	return fmt.Sprintf("%+.2f", float64(value)/100)
}

// FormatScore formats an expected score, for example as "62%".
func FormatScore(score float64) string { return fmt.Sprintf("%.0f%%", 100*score) }

// LossText describes the judgement of a move that was not the best move, for example as
// "blunder, expected score from 62% to 14%".
func (a *Assessment) LossText() string {
	text := fmt.Sprintf("expected score from %s to %s", FormatScore(a.ScoreBefore), FormatScore(a.ScoreAfter))
	if a.Judgement == Good {
		return text
	}
	return a.Judgement.String() + ", " + text
}

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

// NextMistake returns the number of the first mistake after the action `from`, or before it if `step` is -1. It continues at
// the other end of the game, and returns 0 if there is no mistake.
func (a *Analysis) NextMistake(moves []table.MoveView, from, step int) int {
	n := len(moves)
	for i := 1; i <= n; i++ {
		number := (from+step*i-1+2*n)%n + 1
		if j := a.At(moves, number); j != nil && j.Judgement >= Mistake {
			return number
		}
	}
	return 0
}

// Extremes returns the best and the worst move of a seat: of the moves that were the best ones, that
// after which the expected score had risen the most since the seat's move before, and of the others
// that which lost the most. A result is nil if there is no such move.
func (a *Analysis) Extremes(seat rules.Seat) (best, worst *Assessment) {
	rise, before := 0.0, -1.0
	for i := range a.Assessments {
		one := &a.Assessments[i]
		if one.By != seat || !one.HadChoice {
			continue
		}
		if up := one.ScoreAfter - before; before >= 0 && one.PlayedBest() && up > rise {
			best, rise = one, up
		}
		if one.Judgement != Good && (worst == nil || one.Loss() > worst.Loss()) {
			worst = one
		}
		before = one.ScoreAfter
	}
	return best, worst
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
