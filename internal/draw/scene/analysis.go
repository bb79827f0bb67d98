package scene

import (
	"slices"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/rules"
)

// analysisPart is the part of the panel that shows the analysis.
type analysisPart struct{ scene *Scene }

// Heights of the parts of the analysis, in lines. In a low panel, the analysis has no curves.
const (
	judgementHeight = 4 // the progress, and the judgement of a move
	curvesHeight    = rules.SeatCount
	moreTurns       = 4 // in a high panel, number of additional lines for turning points
)

// height returns the height of the analysis, given the height of the box that it shares
// with the moves. It returns 0 if the box has too few lines for both.
func (p analysisPart) height(height int) int {
	switch {
	case p.scene.Analysis == nil || height < judgementHeight+3:
		return 0
	case height < judgementHeight+curvesHeight+movesMin+3:
		return judgementHeight
	}
	if tall := judgementHeight + curvesHeight + moreTurns; height >= 2*tall {
		return tall
	}
	return judgementHeight + curvesHeight
}

// Judgement returns the assessment of an action, or nil if the action has not been analysed.
func (s *Scene) Judgement(number int) *view.Assessment {
	if s.Analysis == nil {
		return nil
	}
	return s.Analysis.At(s.View.Moves, number)
}

// mark returns the annotation symbol of an inaccuracy, mistake or blunder, such as "??". It
// returns "" for other actions.
func (s *Scene) mark(number int) string {
	if j := s.Judgement(number); j != nil {
		return j.Judgement.Mark()
	}
	return ""
}

// better returns the best action instead of the move that led to the position shown. It returns
// false if that move was the best one or has no judgement.
func (s *Scene) better() (rules.Action, bool) {
	if j := s.Judgement(s.At); j != nil && !j.PlayedBest() {
		return j.Best, true
	}
	return rules.Action{}, false
}

// draw draws the progress of the analysis, and for each seat the curve of its expected score and
// the accuracy of its moves. Below them it draws the judgement of the move shown, or the turning
// points of the game if that move has no judgement.
func (p analysisPart) draw(g *draw.Grid, b draw.Box) {
	if b.Height == 0 {
		return
	}
	s := p.scene
	p.drawProgress(g, b)
	b = under(b, 1)
	if b.Height >= judgementHeight-1+curvesHeight {
		for seat := range rules.Seat(rules.SeatCount) {
			p.drawCurve(g, b.X, b.Y+int(seat), b.Width, seat)
		}
		b = under(b, curvesHeight)
	}
	lines := p.turningPoints(b.Height)
	if j := s.Judgement(s.At); j != nil && s.Back {
		lines = present.JudgementLines(present.MoveText(&s.View.Moves[j.Number-1]), j)
	} else if s.Back && s.At > len(s.Analysis.Assessments) && s.Analysis.Moves > 0 && !s.Analysis.Complete() {
		lines = append([]string{present.NotAnalysed}, lines...)
	}
	for i, line := range lines[:min(len(lines), b.Height)] {
		g.Text(b.X, b.Y+i, b.Width, line, s.Styles.Text)
	}
}

// drawProgress draws the title of the analysis, with a bar and the number of moves that have been
// assessed while it runs.
func (p analysisPart) drawProgress(g *draw.Grid, b draw.Box) {
	now, ink := p.scene.Analysis, &p.scene.Styles
	x := b.X + g.Text(b.X, b.Y, b.Width, present.AnalysisState(now), ink.Accent) + 1
	if now.Moves == 0 || now.Place > 0 || now.Complete() {
		return
	}
	count := present.Analysed(now)
	end := b.X + b.Width - draw.TextWidth(count)
	g.Text(end, b.Y, b.Width, count, ink.Faint)
	for dx := range max(0, end-1-x) {
		look := ink.Rule
		if dx*now.Moves < len(now.Assessments)*(end-1-x) {
			look = ink.Accent
		}
		g.Set(x+dx, b.Y, ink.Signs.Bar, look)
	}
}

// drawCurve draws the sign of a seat, the curve of its expected score in the colour of its army,
// with the start of the game on the left, and the accuracy of its moves. It highlights the column
// of the move shown.
func (p analysisPart) drawCurve(g *draw.Grid, x, y, width int, seat rules.Seat) {
	s, now := p.scene, p.scene.Analysis
	if s.View.Seats[seat].Closed || now.Moves == 0 {
		return
	}
	const percent = len(" 100%")
	from := x + s.drawSign(g, x, y, seat) + 1
	if accuracy, known := now.Accuracy(seat); known {
		text := view.FormatScore(accuracy)
		g.Text(x+width-len(text), y, len(text), text, s.Styles.Strong)
	}
	s.DrawCurve(g, from, y, x+width-from-percent, seat)
}

// DrawCurve draws the curve of a seat's expected score in at most `width` cells of a line.
func (s *Scene) DrawCurve(g *draw.Grid, x, y, width int, seat rules.Seat) {
	now := s.Analysis
	points := now.Graph(s.facts(), seat)
	if len(points) == 0 {
		return
	}
	levels := s.Styles.Signs.Levels[:7] // none fills the whole cell, so that the curves of two lines do not touch
	columns := min(width, now.Moves)
	for dx := range columns {
		first, last := dx*now.Moves/columns+1, (dx+1)*now.Moves/columns
		score, known := scoreAt(points, last)
		if !known {
			continue
		}
		look := s.armyLook(seat)
		if s.Back && first <= s.At && s.At <= last {
			look = look.With(draw.Reverse)
		}
		g.Set(x+dx, y, levels[min(len(levels)-1, int(score*float64(len(levels))))], look)
	}
}

// armyLook returns the style of a text in the colour of a seat's army.
func (s *Scene) armyLook(seat rules.Seat) draw.Style {
	f, look := s.facts(), s.Styles.Text
	army := f.SeatArmy(seat)
	if shade, known := s.Styles.Theme.Dots[f.Armies[army]]; known {
		look.Fg = shade
	} else {
		look.Fg = s.Styles.Theme.Army(f.Armies[army], int(army))
	}
	return look
}

// scoreAt returns the expected score after the move with the given number: the score of the
// last point that is not after that move. It returns false for a move before the first
// point, and for a move more than a round after the last point.
func scoreAt(points []view.Point, number int) (score float64, known bool) {
	if number > points[len(points)-1].Number+rules.SeatCount {
		return 0, false
	}
	for _, p := range points {
		if p.Number > number {
			break
		}
		score, known = p.Score, true
	}
	return score, known
}

// turningPoints returns at most `lines` lines that list the turning points in the order of
// the game. The last of them names the key that shows the next mistake.
func (p analysisPart) turningPoints(lines int) (text []string) {
	s := p.scene
	worst := slices.DeleteFunc(s.Analysis.TurningPoints(), func(j *view.Assessment) bool {
		return s.Judgement(j.Number) == nil // omit a move if the viewer has tried another move in its place
	})
	if len(worst) == 0 {
		return present.NoTurningPoints(s.Analysis)
	}
	for _, j := range worst[:min(len(worst), lines-1)] {
		text = append(text, present.TurningPoint(present.Round(s.View.Moves, j.Number), present.MoveText(&s.View.Moves[j.Number-1]), j))
	}
	return append(text, present.NextMistake(s.MistakeKey))
}
