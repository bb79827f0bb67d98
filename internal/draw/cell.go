package draw

import "quadrille/assets"

// Attr is a set of text attributes: bold, underline and reverse video. The attribute Linked
// makes the text a hyperlink to the target in [Grid.Link].
type Attr uint8

const (
	Bold Attr = 1 << iota
	Underline
	Reverse
	Linked
)

// Style holds the colours and attributes of a cell. Shade 0 is the terminal's default
// colour.
type Style struct {
	Fg, Bg assets.Shade
	Attr   Attr
}

// With returns the style with additional attributes.
func (s Style) With(a Attr) Style {
	s.Attr |= a
	return s
}

// On returns the style with the background bg.
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

// Grid is a rectangle of cells. Writes to cells outside the rectangle have no effect.
type Grid struct {
	Width, Height int
	Link          string // target of all cells that are hyperlinks
	cells         []Cell
}

// NewGrid returns a grid of blank cells.
func NewGrid(width, height int, s Style) *Grid {
	g := &Grid{Width: width, Height: height, cells: make([]Cell, width*height)}
	g.Fill(s)
	return g
}

// Fill makes all cells blank.
func (g *Grid) Fill(s Style) {
	g.Link = ""
	fill(g.cells, s)
}

// fill makes cells blank. It copies them, because to copy many strings at once is faster than to
// assign them one by one.
func fill(cells []Cell, s Style) {
	if len(cells) == 0 {
		return
	}
	cells[0] = Cell{" ", s}
	for done := 1; done < len(cells); done *= 2 {
		copy(cells[done:], cells[:done])
	}
}

// At returns the cell at x, y. If x, y is outside of the grid, it returns a blank cell.
func (g *Grid) At(x, y int) Cell {
	if !g.inside(x, y) {
		return Cell{Text: " "}
	}
	return g.cells[y*g.Width+x]
}

// Set writes a character that is one cell wide.
func (g *Grid) Set(x, y int, text string, s Style) {
	if !g.inside(x, y) {
		return
	}
	g.blankOtherHalf(x, y)
	g.cells[y*g.Width+x] = Cell{text, s}
}

// Ink writes a character that is one cell wide, and keeps the background of the cell.
func (g *Grid) Ink(x, y int, text string, s Style) { g.Set(x, y, text, s.On(g.At(x, y).Style.Bg)) }

// Bar fills `width` cells of a line with blanks in the given style.
func (g *Grid) Bar(x, y, width int, s Style) {
	from, to := max(x, 0), min(x+width, g.Width)
	if from >= to || y < 0 || y >= g.Height {
		return
	}
	g.blankOtherHalf(from, y)
	g.blankOtherHalf(to-1, y)
	fill(g.Row(y)[from:to], s)
}

func (g *Grid) Row(y int) []Cell { return g.cells[y*g.Width : (y+1)*g.Width] }

func (g *Grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.Width && y < g.Height }

// blankOtherHalf is called before one half of a wide character is overwritten. It makes the
// other half blank.
func (g *Grid) blankOtherHalf(x, y int) {
	row := g.Row(y)
	if row[x].Text == "" && x > 0 {
		row[x-1].Text = " "
	}
	if x+1 < g.Width && row[x+1].Text == "" {
		row[x+1].Text = " "
	}
}
