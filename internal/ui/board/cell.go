package board

import "quadrille/assets"

// Attr is a set of text attributes, which a terminal without colour shows too.
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

// With returns the style with more attributes.
func (s Style) With(a Attr) Style {
	s.Attr |= a
	return s
}

// On returns the style on another background.
func (s Style) On(bg assets.Shade) Style {
	s.Bg = bg
	return s
}

// Cell is one cell of a terminal. An empty Text marks the right half of a wide
// character.
type Cell struct {
	Text  string
	Style Style
}

// Grid is a rectangle of cells. It ignores writes outside of it.
type Grid struct {
	Width, Height int
	cells         []Cell
}

// NewGrid returns a grid of blanks.
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

// At returns a cell, a blank outside of the grid.
func (g *Grid) At(x, y int) Cell {
	if !g.inside(x, y) {
		return Cell{Text: " "}
	}
	return g.cells[y*g.Width+x]
}

// Set writes a character of width one.
func (g *Grid) Set(x, y int, text string, s Style) {
	if !g.inside(x, y) {
		return
	}
	g.blankOtherHalf(x, y)
	g.cells[y*g.Width+x] = Cell{text, s}
}

// Bar blanks some cells of a line.
func (g *Grid) Bar(x, y, width int, s Style) {
	for dx := range width {
		g.Set(x+dx, y, " ", s)
	}
}

// Row returns the cells of a line.
func (g *Grid) Row(y int) []Cell { return g.cells[y*g.Width : (y+1)*g.Width] }

func (g *Grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.Width && y < g.Height }

// blankOtherHalf blanks the other half of the wide character that covers x, so that no
// half remains.
func (g *Grid) blankOtherHalf(x, y int) {
	row := g.Row(y)
	if row[x].Text == "" && x > 0 {
		row[x-1].Text = " "
	}
	if x+1 < g.Width && row[x+1].Text == "" {
		row[x+1].Text = " "
	}
}
