package draw

import (
	"strings"

	"quadrille/assets"
)

// Styles are the styles of text in a theme.
type Styles struct {
	Theme                                    *assets.Theme
	Text, Strong, Faint, Rule, Accent, Alarm Style
	Good, Chosen                             Style
	Links                                    bool // whether the terminal is known to show hyperlinks
	Square                                   bool // whether the terminal may have no round corners
}

// NewStyles returns the styles of a theme.
func NewStyles(t *assets.Theme) Styles {
	on := func(fg assets.Shade) Style { return Style{Fg: fg, Bg: t.Page} }
	return Styles{
		Theme:  t,
		Text:   on(t.Text),
		Strong: on(t.Text).With(Bold),
		Faint:  on(t.Faint),
		Rule:   on(t.Rule),
		Accent: on(t.Accent).With(Bold),
		Alarm:  on(t.Alarm).With(Bold),
		Good:   on(t.Good),
		Chosen: on(t.Accent).With(Reverse),
	}
}

// Edge holds the characters of a border.
type Edge struct {
	Line, Side                                 string
	TopLeft, TopRight, BottomLeft, BottomRight string
	MiddleLeft, MiddleRight                    string // where a line across meets the sides
}

var (
	roundEdge  = Edge{"─", "│", "╭", "╮", "╰", "╯", "├", "┤"}
	squareEdge = Edge{"─", "│", "┌", "┐", "└", "┘", "├", "┤"}
)

// Edge returns the characters of borders.
func (s *Styles) Edge() *Edge {
	if s.Square {
		return &squareEdge
	}
	return &roundEdge
}

// Brand returns the sign before the name of the program.
func (s *Styles) Brand() string {
	if s.Square {
		return "#"
	}
	return "▚"
}

// DrawLink draws the address of a web page in at most width cells. On a terminal that is
// known to show hyperlinks it draws a hyperlink, with a short text if the address does not
// fit. On other terminals it draws the address, without https:// if that makes it fit, and
// nothing otherwise.
func (s *Styles) DrawLink(g *Grid, x, y, width int, address string, look Style) {
	const short = "Web page"
	text := address
	if len(text) > width {
		text = strings.TrimPrefix(text, "https://")
	}
	if s.Links {
		g.Link, look = address, look.With(Linked|Underline)
		if len(address) > width {
			text = short
		}
	}
	if len(text) <= width {
		g.Text(x, y, width, text, look)
	}
}
