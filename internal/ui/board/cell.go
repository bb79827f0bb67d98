package board

import "quadrille/assets"

// Attr is how a cell is set apart besides colour; it survives monochrome.
type Attr uint8

// The attributes that every terminal has.
const (
	Bold Attr = 1 << iota
	Underline
	Reverse
)

// Style is the look of a cell. Shade 0 is the terminal's own colour.
type Style struct {
	Fg, Bg assets.Shade
	Attr   Attr
}

// With is the style with attributes added.
func (s Style) With(a Attr) Style {
	s.Attr |= a
	return s
}

// On is the style on another ground.
func (s Style) On(bg assets.Shade) Style {
	s.Bg = bg
	return s
}

// Cell is one place of a terminal. An empty Text is the right half of the wide
// character before it.
type Cell struct {
	Text  string
	Style Style
}

// Grid is a rectangle of cells. Whatever is put outside of it is dropped.
type Grid struct {
	Width, Height int
	cells         []Cell
}

// NewGrid is a grid of blanks in that style.
func NewGrid(width, height int, s Style) *Grid {
	g := &Grid{Width: width, Height: height, cells: make([]Cell, width*height)}
	g.Fill(s)
	return g
}

// Fill blanks the whole grid.
func (g *Grid) Fill(s Style) {
	for i := range g.cells {
		g.cells[i] = Cell{" ", s}
	}
}

// At is the cell there; a blank outside of the grid.
func (g *Grid) At(x, y int) Cell {
	if !g.inside(x, y) {
		return Cell{Text: " "}
	}
	return g.cells[y*g.Width+x]
}

// Set puts a character of width one.
func (g *Grid) Set(x, y int, text string, s Style) {
	if !g.inside(x, y) {
		return
	}
	g.mend(x, y)
	g.cells[y*g.Width+x] = Cell{text, s}
}

// Bar blanks so many cells of a line.
func (g *Grid) Bar(x, y, width int, s Style) {
	for dx := range width {
		g.Set(x+dx, y, " ", s)
	}
}

// Row is the cells of a line.
func (g *Grid) Row(y int) []Cell { return g.cells[y*g.Width : (y+1)*g.Width] }

func (g *Grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.Width && y < g.Height }

// mend blanks the other half of a wide character of which x is one half.
func (g *Grid) mend(x, y int) {
	row := g.Row(y)
	if row[x].Text == "" && x > 0 {
		row[x-1].Text = " "
	}
	if x+1 < g.Width && row[x+1].Text == "" {
		row[x+1].Text = " "
	}
}
