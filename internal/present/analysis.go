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
		return fmt.Sprintf("Analysis: number %d in the queue", now.Place)
	}
	return "Analysis"
}

// Analysed returns how many moves of a game are analysed: "12 of 40 moves".
func Analysed(now *view.Analysis) string {
	return fmt.Sprintf("%d of %d moves", len(now.Assessments), now.Moves)
}

// NotAnalysed is the text about a move that has no judgement yet.
const NotAnalysed = "This move is not analysed yet"

// NoTurningPoints returns the lines that are shown instead of turning points.
func NoTurningPoints(now *view.Analysis) []string {
	if now.Complete() && now.Moves > 0 {
		if n := now.Count(view.Inaccuracy); n > 0 {
			return []string{"No mistakes, inaccuracies: " + itoa(n)}
		}
		return []string{"No mistakes found"}
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
