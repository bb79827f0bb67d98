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

// DrawLink draws the address of a web page in at most width cells. On a terminal that is known to show
// hyperlinks it draws a hyperlink.
func (s *Styles) DrawLink(g *Grid, x, y, width int, address string, look Style) {
	if s.Links {
		g.Link, look = address, look.With(Linked|Underline)
	}
	g.Text(x, y, width, s.LinkText(address, width), look)
}

// LinkText returns a text of at most width cells for the address of a web page: for a hyperlink a short
// text, if the address does not fit, and otherwise the address, without https:// if that makes it fit. It
// returns "" if nothing fits.
func (s *Styles) LinkText(address string, width int) string {
	short := strings.TrimPrefix(address, "https://")
	if s.Links {
		short = "Web page"
	}
	switch {
	case len(address) <= width:
		return address
	case len(short) <= width:
		return short
	}
	return ""
}
