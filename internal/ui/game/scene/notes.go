package scene

import (
	"fmt"

	"quadrille/assets"
	"quadrille/internal/analysis"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// WithNotes reports whether a score is an annotated game and not a lesson.
func WithNotes(score *assets.AnnotatedGame) bool { return score != nil && !score.Lesson }

// Step returns the next step of a lesson, or nil.
func (s *Scene) Step() *assets.Step {
	if s.Score == nil || !s.Score.Lesson || len(s.View.Moves) >= len(s.Score.Steps) {
		return nil
	}
	return &s.Score.Steps[len(s.View.Moves)]
}

// drawNotesAndMoves draws the notes, the analysis and the moves.
func (s *Scene) drawNotesAndMoves(g *board.Grid, l *Layout) {
	for _, line := range l.lines {
		s.drawRule(g, line)
	}
	s.drawNotes(g, l.Notes)
	s.drawAnalysis(g, l.Analysis)
	s.drawMoves(g, l.Moves)
}

func (s *Scene) drawRule(g *board.Grid, at kit.Spot) {
	for dx := range at.Width {
		g.Set(at.X+dx, at.Y, "─", s.Styles.Rule)
	}
}

// drawNotes draws the note on the position shown and below it the task.
func (s *Scene) drawNotes(g *board.Grid, b kit.Box) {
	if b.Height == 0 {
		return
	}
	note, ask := s.Notes()
	noteEnd := len(noteLines(note, "", b.Width))
	for i, line := range noteLines(note, ask, b.Width) {
		look := s.Styles.Text
		if i >= noteEnd {
			look = s.Styles.Strong
		}
		if i < b.Height {
			g.Text(b.X, b.Y+i, b.Width, line, look)
		}
	}
}

func noteLines(note, ask string, width int) []string {
	lines := kit.Wrap(note, width)
	if ask != "" {
		lines = append(append(lines, ""), kit.Wrap(ask, width)...)
	}
	return lines
}

// Notes returns the latest note up to the position shown, and the task of the lesson's next
// step.
func (s *Scene) Notes() (note, ask string) {
	note = s.Score.Opening
	for _, step := range s.Score.Steps[:min(s.At, len(s.Score.Steps))] {
		if step.Note != "" {
			note = step.Note
		}
	}
	if step := s.Step(); step != nil && !s.Back {
		ask = step.Prompt
	}
	return note, ask
}

// longestNote returns the height of the longest note. The parts below the notes then stay in
// place.
func longestNote(score *assets.AnnotatedGame, width int) int {
	note, most := score.Opening, 0
	for _, step := range score.Steps {
		most = max(most, len(noteLines(note, step.Prompt, width)))
		if step.Note != "" {
			note = step.Note
		}
	}
	return max(most, len(noteLines(note, "", width)))
}

// analysisHeight is the height of the analysis above the list of moves.
const analysisHeight = 4

// Losses in hundredths of a pawn from which a move is marked.
const mistake, blunder = 100, 300

// Judgement returns the analysis of an action, or nil if the action has not been analysed.
func (s *Scene) Judgement(number int) *analysis.Assessment {
	if s.Analysis == nil {
		return nil
	}
	return s.Analysis.At(s.View.Moves, number)
}

// Loss returns the mark of a mistake or blunder, or an empty text.
func (s *Scene) Loss(number int) string {
	switch j := s.Judgement(number); {
	case j == nil || j.Swing() < mistake:
		return ""
	case j.Swing() < blunder:
		return "?"
	}
	return "??"
}

// drawAnalysis draws the progress of the analysis and its judgement of the last move shown.
func (s *Scene) drawAnalysis(g *board.Grid, b kit.Box) {
	if b.Height == 0 {
		return
	}
	now := s.Analysis
	lines := []string{fmt.Sprintf("Analysis: %d of %d moves", len(now.Assessments), now.Moves)}
	if now.Moves == 0 {
		lines[0] = "Analysis: ..."
	} else if now.Complete() {
		lines[0] = "Analysis"
	}
	if j := s.Judgement(s.At); j != nil {
		lines = append(lines, judgementLines(s.View.Moves[j.Number-1].Text, j)...)
	} else {
		lines = append(lines, "Look back at a move, or press", kit.KeyName(kit.FinishedKeys, kit.NextMistake)+" for the next mistake")
	}
	for i, line := range lines {
		look := s.Styles.Text
		if i == 0 {
			look = s.Styles.Accent
		}
		g.Text(b.X, b.Y+i, b.Width, line, look)
	}
}

// judgementLines describes one move.
func judgementLines(text string, j *analysis.Assessment) []string {
	played := fmt.Sprintf("%s %s", text, analysis.FormatValue(j.After))
	if j.PlayedBest() {
		return []string{played, "the best move found"}
	}
	return []string{played, fmt.Sprintf("best %s %s", j.Text, analysis.FormatValue(j.Before)), "gave away " + j.SwingText()}
}
