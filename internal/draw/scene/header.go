package scene

import (
	"fmt"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// DrawHeader draws the first line, with the game, the table and its terms on the left. The
// parameter `end` is the text on the right. The parts on the left are separated by dashes, or
// by commas if they would not fit otherwise. A screen without such a line has the table and `end`
// above the panel.
func (s *Scene) DrawHeader(g *draw.Grid, l *Layout, end string) {
	if !s.Header() {
		s.drawCorner(g, l.Panel, end)
		return
	}
	parts := append([]string{s.facts().Title, s.place()}, present.TermsBrief(&s.View.Terms)...)
	text := strings.Join(parts, " - ")
	if draw.TextWidth(text) > g.Width-4-len(end) {
		text = strings.Join(parts, ", ")
	}
	s.Styles.Header(g, text, end)
}

func (s *Scene) drawCorner(g *draw.Grid, panel draw.Box, end string) {
	if panel.Width == 0 {
		return
	}
	g.Bar(panel.X, 0, panel.Width, s.Styles.Text)
	room := panel.Width
	if end != "" {
		room -= draw.TextWidth(end) + 2
	}
	name := s.place()
	for _, game := range [...]string{present.Capital(s.facts().Name), s.facts().Title} { // the longest that fits
		if full := game + ", " + s.place(); draw.TextWidth(full) <= room {
			name = full
		}
	}
	g.Text(panel.X, 0, room, name, s.Styles.Strong)
	g.Text(panel.X+panel.Width-draw.TextWidth(end), 0, panel.Width, end, s.Styles.Faint)
}

// place returns the number of the table, or the title of a study.
func (s *Scene) place() string {
	switch {
	case !s.Study:
		return fmt.Sprintf("table %d", s.View.ID)
	case s.Score != nil:
		return s.Score.Title
	}
	return "analysis board"
}

// Spectators returns the number of spectators as text, or "" if there are none.
func (s *Scene) Spectators() string {
	if s.View.Spectators == 0 {
		return ""
	}
	return fmt.Sprintf("%d watching", s.View.Spectators)
}

// DrawTurn draws the text that says whose turn it is, and returns the width of the text.
func (s *Scene) DrawTurn(g *draw.Grid, x, y int) int {
	look := s.Styles.Text
	switch v := s.View; {
	case v.Phase != table.Playing || v.Adjourned:
		look = s.Styles.Strong
	case s.Own:
		look = s.Styles.Chosen.With(draw.Bold)
	}
	return g.Text(x, y, g.Width, s.turn(), look)
}

// turn returns the state of the game, with a space on both sides if it is the viewer's turn.
func (s *Scene) turn() string {
	if s.Own {
		return " " + s.Status + " "
	}
	return s.Status
}

// AfterTurn returns the column where notices begin, behind the text that says whose turn it
// is. The column is the same for every turn, so that notices do not move.
func (s *Scene) AfterTurn() int {
	end := s.TurnEnd()
	f := s.facts()
	for seat := range rules.Seat(rules.SeatCount) {
		end = max(end, 1+len(" Your move, ")+len(present.Seat(f, seat))+1)
	}
	return end + 3
}

// TurnEnd returns the column after the text that says whose turn it is.
func (s *Scene) TurnEnd() int { return 1 + draw.TextWidth(s.turn()) }
