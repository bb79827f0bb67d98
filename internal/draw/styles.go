package draw

import (
	"strings"

	"quadrille/assets"
)

// Styles are the styles of text in a theme.
type Styles struct {
	Theme                                         *assets.Theme
	Text, Strong, Faint, Rule, Accent, Alarm, bar Style
	Good, Chosen                                  Style
	Links                                         bool // whether the terminal is known to show hyperlinks
}

// NewStyles returns the styles of a theme.
func NewStyles(t *assets.Theme) Styles {
	on := func(fg assets.Shade) Style { return Style{Fg: fg, Bg: t.Page} }
	bar := on(t.Text).On(t.Bar).With(Bold)
	if t.Plain {
		bar = bar.With(Reverse)
	}
	return Styles{
		Theme:  t,
		Text:   on(t.Text),
		Strong: on(t.Text).With(Bold),
		Faint:  on(t.Faint),
		Rule:   on(t.Rule),
		Accent: on(t.Accent).With(Bold),
		Alarm:  on(t.Alarm).With(Bold),
		Good:   on(t.Good),
		bar:    bar,
		Chosen: on(t.Accent).With(Reverse),
	}
}

// Header draws the first line of a screen.
func (s *Styles) Header(g *Grid, left, right string) {
	g.Bar(0, 0, g.Width, s.bar)
	at := g.Width - 1 - TextWidth(right)
	g.Text(1, 0, at-2, left, s.bar)
	g.Text(at, 0, g.Width, right, s.bar)
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
