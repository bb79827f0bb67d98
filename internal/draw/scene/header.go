package scene

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// DrawHeader draws the title bar, with the table, its game and its terms on the left. The parameter `end` is
// the text on the right. It omits the last terms if they do not fit. A screen without such a line has the
// table and `end` above the panel.
func (s *Scene) DrawHeader(g *draw.Grid, l *Layout, end string) {
	if !s.Header() {
		s.drawCorner(g, l, end)
		return
	}
	ink := &s.Styles
	g.Bar(0, 0, g.Width, ink.Text)
	right := g.Width - 1 - draw.TextWidth(end)
	g.Text(right, 0, g.Width-1-right, end, ink.Faint)
	x := 1
	put := func(text string, look draw.Style, gap int) {
		if x+draw.TextWidth(text) < right-1 {
			x += g.Text(x, 0, right-1-x, text, look) + gap
		} else {
			x = right
		}
	}
	put(ink.Signs.Brand, ink.Accent, 1)
	if g.Width >= draw.NeedWidth {
		put("Quadrille", ink.Accent, headerGap)
	}
	put(present.Capital(s.place()), ink.Faint, headerGap)
	if s.Score == nil { // its title names the game
		put(s.game(right-1-x), ink.Strong, 1)
	}
	terms := present.TermsBrief(&s.View.Terms)
	if clock := s.View.Terms.Clock; clock != (table.Clock{}) {
		put(clock.String(), ink.Strong, headerGap)
		terms = slices.DeleteFunc(terms, func(term string) bool { return term == clock.String() })
	} else {
		x += headerGap - 1
	}
	for _, term := range terms {
		put(term, ink.Faint, headerGap)
	}
}

// headerGap is the number of blanks between two texts of the title bar.
const headerGap = 3

// game returns the full name of the game, or its short name if the full one is wider than `room`.
func (s *Scene) game(room int) string {
	if title := s.facts().Title; draw.TextWidth(title) <= room {
		return title
	}
	return present.Capital(s.facts().Name)
}

// drawCorner draws the table and `end` above the seats: on the border of the panel if it has one.
func (s *Scene) drawCorner(g *draw.Grid, l *Layout, end string) {
	if l.Panel.Width == 0 {
		return
	}
	at := draw.Spot{X: l.Seats.X - 1, Width: l.Seats.Width + 2}
	room := at.Width - 2
	name, game := present.Capital(s.place()), present.Capital(s.facts().Name)
	if short := draw.TextWidth(game); short+draw.TextWidth(end)+4 > at.Width { // drawTitle would leave `end` out
		end = ""
	} else if end != "" {
		room -= draw.TextWidth(end) + 3
	}
	clock := ""
	if c := s.View.Terms.Clock; c != (table.Clock{}) {
		clock = " " + c.String()
	}
	if !s.Study { // the game is more important than the number of the table, and before it the clock than `end`
		if name = game; draw.TextWidth(name+clock) <= room || s.View.Phase == table.Waiting {
			name += clock
		}
	}
	for _, game := range [...]string{game, s.facts().Title} { // the longest that fits
		if full := game + clock + ", " + s.place(); draw.TextWidth(full) <= room {
			name = full
		}
	}
	if len(l.frames) > 0 {
		for x := at.X; x < at.X+at.Width; x++ {
			g.Set(x, 0, s.Styles.Signs.Edge.Line, s.Styles.Rule)
		}
	} else {
		g.Bar(at.X, 0, at.Width, s.Styles.Text)
	}
	s.drawTitle(g, at, name, end)
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
		look = look.With(draw.Reverse)
	}
	return g.Text(x, y, g.Width, s.turn(), look)
}

// turn returns the state of the game, with a space on both sides if it is the viewer's turn. Otherwise the
// names of seats end in the same column, so that the next turn changes few cells.
func (s *Scene) turn() string {
	switch v := s.View; {
	case s.Own:
		return " " + s.Status + " "
	case v.Phase == table.Playing && !v.Adjourned && v.Actor < rules.SeatCount:
		return strings.Repeat(" ", s.widestSeat()-draw.TextWidth(s.Seats[v.Actor].Title)) + s.Status
	}
	return s.Status
}

// AfterTurn returns the column where notices begin, behind the text that says whose turn it
// is. The column is the same for every turn, so that notices do not move.
func (s *Scene) AfterTurn() int {
	return max(s.TurnEnd(), 1+len(" Your move, ")+s.widestSeat()+1) + 3
}

// widestSeat returns the width of the longest name of a seat.
func (s *Scene) widestSeat() (width int) {
	for i := range s.Seats {
		width = max(width, draw.TextWidth(s.Seats[i].Title))
	}
	return width
}

// TurnEnd returns the column after the text that says whose turn it is.
func (s *Scene) TurnEnd() int { return 1 + draw.TextWidth(s.turn()) }
