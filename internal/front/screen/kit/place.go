package kit

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"quadrille/assets"
	"quadrille/internal/draw"
)

// lip returns a style of a theme as a style of lipgloss. Its colours are the numbers of the
// theme's shades, which [place] converts back to shades.
func lip(s draw.Style) lipgloss.Style {
	l := lipgloss.NewStyle().Bold(s.Attr&draw.Bold != 0).Underline(s.Attr&draw.Underline != 0).Reverse(s.Attr&draw.Reverse != 0)
	if s.Fg != 0 {
		l = l.Foreground(lipgloss.ANSIColor(s.Fg))
	}
	if s.Bg != 0 {
		l = l.Background(lipgloss.ANSIColor(s.Bg))
	}
	return l
}

// place draws a text with styles, as lipgloss and bubbles return it. Its colours are shades
// of the theme.
func place(g *draw.Grid, x, y int, text string) {
	width, height := lipgloss.Size(text)
	if width == 0 {
		return
	}
	cells := uv.NewScreenBuffer(width, height)
	cells.Method = ansi.GraphemeWidth
	uv.NewStyledString(strings.ReplaceAll(text, "\t", " ")).Draw(cells, cells.Bounds())
	for dy := range height {
		for dx := range width {
			if c := cells.CellAt(dx, dy); c != nil && c.Width > 0 {
				g.Text(x+dx, y+dy, c.Width, c.Content, styleOf(&c.Style))
			}
		}
	}
}

// styleOf converts a style of ultraviolet to a style of a theme.
func styleOf(s *uv.Style) draw.Style {
	style := draw.Style{Fg: shadeOf(s.Fg), Bg: shadeOf(s.Bg)}
	if s.Attrs&uv.AttrBold != 0 {
		style.Attr |= draw.Bold
	}
	if s.Attrs&uv.AttrReverse != 0 {
		style.Attr |= draw.Reverse
	}
	if s.Underline != uv.UnderlineNone {
		style.Attr |= draw.Underline
	}
	return style
}

// shadeOf returns the shade whose number a colour contains.
func shadeOf(c color.Color) assets.Shade {
	switch c := c.(type) {
	case ansi.IndexedColor:
		return assets.Shade(c)
	case ansi.BasicColor:
		return assets.Shade(c)
	}
	return 0
}
