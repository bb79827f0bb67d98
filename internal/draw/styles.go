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
	Signs                                    *Signs
}

// NewStyles returns the styles of a theme.
func NewStyles(t *assets.Theme) Styles {
	on := func(fg assets.Shade) Style { return Style{Fg: fg, Bg: t.Page} }
	return Styles{
		Theme:  t,
		Signs:  &AllSigns,
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
