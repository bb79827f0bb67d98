package kit

import (
	"cmp"
	"image"
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

// safe returns a text that lipgloss measures as the grid draws it. Any space becomes one blank.
func safe(text string) string { return draw.Safe(strings.Join(strings.Fields(text), " ")) }

// column returns a text in a column of so many cells.
func column(text string, width int, look draw.Style) string {
	return lip(look).Width(width).Render(ansi.Truncate(draw.Safe(text), width, "…"))
}

// place draws a text with styles, as lipgloss and bubbles return it. Cells without a style get the
// style `base`, and cells without colours its colours.
func place(g *draw.Grid, x, y int, text string, base draw.Style) {
	styled := uv.NewStyledString(text)
	styled.Draw(canvas{g, base}, styled.Bounds().Add(image.Pt(x, y)))
}

// canvas is a grid on which ultraviolet draws. Its colours are shades of the theme.
type canvas struct {
	*draw.Grid
	base draw.Style // of cells without a style
}

func (c canvas) Bounds() uv.Rectangle { return uv.Rect(0, 0, c.Width, c.Height) }

func (c canvas) WidthMethod() uv.WidthMethod { return ansi.GraphemeWidth }

// CellAt returns the text of a cell. ultraviolet adds to it the marks that follow an escape sequence.
func (c canvas) CellAt(x, y int) *uv.Cell { return uv.NewCell(ansi.GraphemeWidth, c.At(x, y).Text) }

// SetCell draws a cell; nil is a blank.
func (c canvas) SetCell(x, y int, cell *uv.Cell) {
	if cell == nil {
		c.Set(x, y, " ", c.base)
		return
	}
	style := c.style(&cell.Style)
	if cell.Link.URL != "" {
		c.Link, style.Attr = cell.Link.URL, style.Attr|draw.Linked
	}
	c.Text(x, y, cell.Width, cell.Content, style)
}

// style converts a style of ultraviolet to a style of a theme.
func (c canvas) style(s *uv.Style) draw.Style {
	if s.IsZero() {
		return c.base
	}
	style := draw.Style{Fg: cmp.Or(shadeOf(s.Fg), c.base.Fg), Bg: cmp.Or(shadeOf(s.Bg), c.base.Bg)}
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
