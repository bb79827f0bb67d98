package picture

import (
	"image/color"

	"quadrille/assets"
	"quadrille/internal/draw"
)

// Cells is a rectangle of terminal cells.
type Cells interface {
	Size() (width, height int)
	Cell(x, y int) Cell
}

// Cell is one cell of a terminal.
type Cell struct {
	Text            string // one character; empty in the right half of a character two cells wide
	Fg, Bg          color.RGBA
	Bold, Underline bool
}

// GridCells is a grid of the terminal interface, in the true colours of a theme.
type GridCells struct {
	Grid  *draw.Grid
	Theme *assets.Theme
}

// Size returns the number of columns and lines of the grid.
func (g GridCells) Size() (width, height int) { return g.Grid.Width, g.Grid.Height }

// Cell returns a cell of the grid.
func (g GridCells) Cell(x, y int) Cell {
	c := g.Grid.At(x, y)
	fg, bg := colour(g.Theme, c.Style.Fg, DefaultFg), colour(g.Theme, c.Style.Bg, DefaultBg)
	if c.Style.Attr&draw.Reverse != 0 {
		fg, bg = bg, fg
	}
	return Cell{c.Text, fg, bg, c.Style.Attr&draw.Bold != 0, c.Style.Attr&draw.Underline != 0}
}

// The colours used where a theme leaves the choice to the terminal.
var (
	DefaultFg = color.RGBA{0xd8, 0xda, 0xde, 0xff}
	DefaultBg = color.RGBA{0x1b, 0x1d, 0x23, 0xff}
)

// colour returns the true colour of a shade. For the terminal's default colour it returns
// the parameter `other`.
func colour(theme *assets.Theme, s assets.Shade, other color.RGBA) color.RGBA {
	if s == 0 {
		return other
	}
	c := theme.Tones[s].True
	return color.RGBA{c.R, c.G, c.B, 0xff}
}
