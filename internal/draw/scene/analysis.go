package scene

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/rules"
)

// analysisPart is the part of the panel that shows the analysis.
type analysisPart struct{ scene *Scene }

// Heights of the parts of the analysis, in lines. In a low panel, the analysis has no graph.
const (
	judgementHeight = 4
	graphHeight     = 3
	moreTurns       = 4 // in a high panel, number of additional lines for turning points
)

// height returns the height of the analysis, given the height of the box that it shares
// with the moves. It returns 0 if the box has too few lines for both.
func (p analysisPart) height(height int) int {
	switch {
	case p.scene.Analysis == nil || height < judgementHeight+3:
		return 0
	case height < judgementHeight+graphHeight+movesMin+3:
		return judgementHeight
	}
	if tall := judgementHeight + graphHeight + moreTurns; height >= 2*tall {
		return tall
	}
	return judgementHeight + graphHeight
}

// Judgement returns the assessment of an action, or nil if the action has not been analysed.
func (s *Scene) Judgement(number int) *view.Assessment {
	if s.Analysis == nil {
		return nil
	}
	return s.Analysis.At(s.View.Moves, number)
}

// Mark returns the annotation symbol of an inaccuracy, mistake or blunder, such as "??". It
// returns "" for other actions.
func (s *Scene) Mark(number int) string {
	if j := s.Judgement(number); j != nil {
		return j.Judgement.Mark()
	}
	return ""
}

// draw draws the progress of the analysis and a graph of the expected score. Below them it
// draws the judgement of the move shown, or the turning points of the game if that move has
// no judgement.
func (p analysisPart) draw(g *draw.Grid, b draw.Box) {
	if b.Height == 0 {
		return
	}
	s := p.scene
	var points []view.Point
	title := p.title()
	if b.Height > judgementHeight {
		seat := p.graphSeat()
		if points = s.Analysis.Graph(s.facts(), seat); len(points) > 0 {
			title += ", score of " + s.facts().SeatTitle(seat)
		}
	}
	g.Text(b.X, b.Y, b.Width, title, s.Styles.Accent)
	b = under(b, 1)
	if len(points) > 0 {
		p.drawGraph(g, draw.Box{X: b.X, Y: b.Y, Width: b.Width, Height: graphHeight}, points)
		b = under(b, graphHeight)
	}
	lines := p.turningPoints(b.Height)
	if j := s.Judgement(s.At); j != nil && s.Back {
		lines = judgementLines(present.MoveText(&s.View.Moves[j.Number-1]), j)
	}
	for i, line := range lines[:min(len(lines), b.Height)] {
		g.Text(b.X, b.Y+i, b.Width, line, s.Styles.Text)
	}
}

func (p analysisPart) title() string {
	switch now := p.scene.Analysis; {
	case now.Moves == 0:
		return "Analysis: ..."
	case !now.Complete():
		if now.Place > 0 {
			return fmt.Sprintf("Analysis: number %d in the queue", now.Place)
		}
		return fmt.Sprintf("Analysis: %d of %d moves", len(now.Assessments), now.Moves)
	}
	return "Analysis"
}

// graphSeat returns the seat whose expected score the graph shows. For players it is their
// first seat. For spectators of a free-for-all it is the seat that played the move shown.
// Otherwise it is the first seat of the game.
func (p analysisPart) graphSeat() rules.Seat {
	s := p.scene
	switch {
	case s.Mine != 0:
		return s.Mine.First()
	case !s.facts().Teams() && s.At > 0 && s.At <= len(s.View.Moves):
		return s.View.Moves[s.At-1].By
	}
	return 0
}

// eighths are characters that fill 0 to 8 eighths of a cell from below.
var eighths = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// drawGraph draws the expected scores as columns, with the start of the game on the left. It
// highlights the column of the move shown.
func (p analysisPart) drawGraph(g *draw.Grid, b draw.Box, points []view.Point) {
	s := p.scene
	width := min(b.Width, s.Analysis.Moves)
	for x := range width {
		first, last := x*s.Analysis.Moves/width+1, (x+1)*s.Analysis.Moves/width
		score, known := scoreAt(points, last)
		if !known {
			continue
		}
		look := s.Styles.Faint
		if s.Back && first <= s.At && s.At <= last {
			look = s.Styles.Accent
		}
		filled := max(1, int(score*float64(8*b.Height)+0.5))
		for y := range b.Height {
			g.Set(b.X+x, b.Y+b.Height-1-y, eighths[max(0, min(8, filled-8*y))], look)
		}
	}
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
		if s.Analysis.Complete() && s.Analysis.Moves > 0 {
			return []string{"No mistakes found"}
		}
		return []string{"Look back at a move to see", "how good it was"}
	}
	list := rounds(s.View.Moves)
	for _, j := range worst[:min(len(worst), lines-1)] {
		round := roundOf(list, j.Number) + 1
		move := present.MoveText(&s.View.Moves[j.Number-1])
		text = append(text, fmt.Sprintf("%d %s%s %s", round, move, j.Judgement.Mark(), scoreChange(j)))
	}
	return append(text, "Press "+s.MistakeKey+" for the next mistake")
}

// judgementLines returns the lines that show the judgement of one move.
func judgementLines(text string, j *view.Assessment) []string {
	played := fmt.Sprintf("%s%s %s", text, j.Judgement.Mark(), view.FormatValue(j.After))
	if j.PlayedBest() {
		return []string{played, "the best move found"}
	}
	best := fmt.Sprintf("best %s %s", j.Text, view.FormatValue(j.Before))
	return []string{played, best, strings.TrimPrefix(j.Judgement.String()+" "+scoreChange(j), "good ")}
}

// scoreChange returns a text with two expected scores: the score after the best move, and
// the score after the move played.
func scoreChange(j *view.Assessment) string {
	return "score " + view.FormatScore(j.ScoreBefore) + " to " + view.FormatScore(j.ScoreAfter)
}
