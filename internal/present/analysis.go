package present

import (
	"fmt"

	"quadrille/internal/service/view"
)

// AnalysisState returns a few words on the state of an analysis: "Analysis", "Analysis: number 2 in the queue".
func AnalysisState(now *view.Analysis) string {
	switch {
	case now.Moves == 0:
		return "Analysis: ..."
	case now.Place > 0:
		return "Analysis: " + place(now)
	}
	return "Analysis"
}

func place(now *view.Analysis) string { return fmt.Sprintf("number %d in the queue", now.Place) }

// AnalysisProgress says in a sentence how far an analysis is.
func AnalysisProgress(now *view.Analysis) string {
	mistakes := Count(now.Count(view.Mistake), "mistake")
	switch {
	case now.Place > 0:
		return "The analysis is " + place(now)
	case now.Moves == 0 || !now.Complete():
		return Analysed(now) + " are analysed: " + mistakes + " so far"
	}
	return "The analysis is complete: " + mistakes
}

// Analysed returns how many moves of a game are analysed: "12 of 40 moves".
func Analysed(now *view.Analysis) string {
	return fmt.Sprintf("%d of %s", len(now.Assessments), Count(now.Moves, "move"))
}

// NotAnalysed is the text about a move that has no judgement yet.
const NotAnalysed = "This move is not analysed yet"

// NoMistakes is shown instead of turning points.
const NoMistakes = "No mistakes found"

// NoTurningPoints returns the lines that are shown instead of turning points.
func NoTurningPoints(now *view.Analysis) []string {
	if now.Complete() && now.Moves > 0 {
		if n := now.Count(view.Inaccuracy); n > 0 {
			return []string{"No mistakes, inaccuracies: " + itoa(n)}
		}
		return []string{NoMistakes}
	}
	return []string{"Step to a move to see its", "judgement"}
}

// NextMistake says which key shows the next mistake.
func NextMistake(key string) string { return "Press " + key + " for the next mistake" }

// TurningPoint describes a mistake in a round: "12 Qg5?? 61% to 20%".
func TurningPoint(round int, move string, j *view.Assessment) string {
	return fmt.Sprintf("%d %s%s %s to %s", round, move, j.Judgement.Mark(), view.FormatScore(j.ScoreBefore), view.FormatScore(j.ScoreAfter))
}

// JudgementLines returns lines on the judgement of one move. Chances are the share of the points that its side can expect:
// after the best move, and after the move played.
func JudgementLines(move string, j *view.Assessment) []string {
	played := fmt.Sprintf("%s%s %s", move, j.Judgement.Mark(), view.FormatValue(j.After))
	if j.PlayedBest() {
		return []string{played, "the best move found"}
	}
	best := fmt.Sprintf("best %s %s", WithMarks(j.Text), view.FormatValue(j.Before))
	chances := "chances " + view.FormatScore(j.ScoreBefore) + " to " + view.FormatScore(j.ScoreAfter)
	if j.Judgement != view.Good {
		chances = j.Judgement.String() + " " + chances
	}
	return []string{played, best, chances}
}

// Assessed describes the judgement of a move in a line: "Qg5?? -1.20; best Nf3 +0.50; blunder, expected score from 62% to 14%".
// The parameter `best` is the text of the best move.
func Assessed(move, best string, j *view.Assessment) string {
	line := fmt.Sprintf("%s%s %s", move, j.Judgement.Mark(), view.FormatValue(j.After))
	if j.PlayedBest() {
		return line + " " + view.FormatScore(j.ScoreAfter)
	}
	return line + fmt.Sprintf("; best %s %s; %s", best, view.FormatValue(j.Before), j.LossText())
}

// AssessedInWords describes the judgement of a move of the given seat in a sentence, without signs. The parameter `best` describes
// the best move.
func AssessedInWords(seat, best string, j *view.Assessment) string {
	before, after := worth(j.Before), worth(j.After)
	if j.PlayedBest() || before == after {
		return fmt.Sprintf("This was the best move; after it, %s is %s", seat, after)
	}
	return fmt.Sprintf("%s is %s; better was %s, %s; %s", seat, after, best, before, j.LossText())
}

// worth describes an evaluation in words, such as "1.5 pawns ahead".
func worth(value int) string {
	switch pawns := fmt.Sprintf("%.1f pawns", float64(max(value, -value))/100); {
	case value > view.Decided:
		return "winning"
	case value < -view.Decided:
		return "losing"
	case value > -5 && value < 5:
		return "even"
	case value > 0:
		return pawns + " ahead"
	default:
		return pawns + " behind"
	}
}
