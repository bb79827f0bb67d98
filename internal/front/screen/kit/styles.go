package kit

import (
	"quadrille/assets"
	"quadrille/internal/front/screen/board"
)

// Styles are the styles of text in a theme.
type Styles struct {
	Theme                                         *assets.Theme
	Text, Strong, Faint, Rule, Accent, Alarm, bar board.Style
	Good, Chosen                                  board.Style
	Links                                         bool // whether the terminal is known to show hyperlinks
}

// NewStyles returns the styles of a theme.
func NewStyles(t *assets.Theme) Styles {
	on := func(fg assets.Shade) board.Style { return board.Style{Fg: fg, Bg: t.Page} }
	bar := on(t.Text).On(t.Bar).With(board.Bold)
	if t.Plain {
		bar = bar.With(board.Reverse)
	}
	return Styles{
		Theme:  t,
		Text:   on(t.Text),
		Strong: on(t.Text).With(board.Bold),
		Faint:  on(t.Faint),
		Rule:   on(t.Rule),
		Accent: on(t.Accent).With(board.Bold),
		Alarm:  on(t.Alarm).With(board.Bold),
		Good:   on(t.Good),
		bar:    bar,
		Chosen: on(t.Accent).With(board.Reverse),
	}
}

// Bar returns the style of the first line of a screen.
func (s *Styles) Bar() board.Style { return s.bar }

// Header draws the first line of a screen.
func (s *Styles) Header(g *board.Grid, left, right string) {
	g.Bar(0, 0, g.Width, s.bar)
	at := g.Width - 1 - board.TextWidth(right)
	g.Text(1, 0, at-2, left, s.bar)
	g.Text(at, 0, g.Width, right, s.bar)
}
