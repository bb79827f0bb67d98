// Package paint lets a terminal emulator be painted.
package paint

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/draw/picture"
)

// Terminal is the screen of a terminal emulator, for painting.
type Terminal struct{ Emulator *vt.Emulator }

// Size returns the number of columns and lines.
func (t Terminal) Size() (width, height int) { return t.Emulator.Width(), t.Emulator.Height() }

// Cell returns a cell of the screen.
func (t Terminal) Cell(x, y int) picture.Cell {
	c := t.Emulator.CellAt(x, y)
	if c == nil {
		return picture.Cell{Text: " ", Fg: picture.DefaultFg, Bg: picture.DefaultBg}
	}
	fg, bg := rgba(c.Style.Fg, picture.DefaultFg), rgba(c.Style.Bg, picture.DefaultBg)
	if c.Style.Attrs&uv.AttrReverse != 0 {
		fg, bg = bg, fg
	}
	return picture.Cell{Text: c.Content, Fg: fg, Bg: bg, Bold: c.Style.Attrs&uv.AttrBold != 0, Underline: c.Style.Underline != 0}
}

func rgba(c color.Color, other color.RGBA) color.RGBA {
	if c == nil {
		return other
	}
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}
