package draw

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"quadrille/assets"
)

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

// Glyph is the text of a cell: a character, a grapheme cluster of several characters, or RightHalf, which
// marks the right half of a wide character.
type Glyph int32

const (
	RightHalf    Glyph = -1
	firstCluster Glyph = unicode.MaxRune + 1
)

// Rune returns the character that the glyph consists of. It returns false for clusters and for RightHalf.
func (y Glyph) Rune() (rune, bool) { return rune(y), y >= 0 && y < firstCluster }

// Packed is a cell as a grid stores it. It is small and has no pointers, because all cells of a screen are written for each frame.
type Packed struct {
	Glyph Glyph
	Style Style
}

// Grid is a rectangle of cells. Writes to cells outside the rectangle have no effect.
type Grid struct {
	Width, Height int
	Link          string // target of all cells that are hyperlinks
	cells         []Packed
	clusters      []string // the texts of the glyphs from firstCluster on
}

// NewGrid returns a grid of blank cells.
func NewGrid(width, height int, s Style) *Grid {
	g := &Grid{Width: width, Height: height, cells: make([]Packed, width*height)}
	g.Fill(s)
	return g
}

// Fill makes all cells blank.
func (g *Grid) Fill(s Style) {
	g.Link, g.clusters = "", g.clusters[:0]
	fill(g.cells, s)
}

// fill makes cells blank. It copies them, which is faster than to assign them one by one.
func fill(cells []Packed, s Style) {
	if len(cells) == 0 {
		return
	}
	cells[0] = Packed{' ', s}
	for done := 1; done < len(cells); done *= 2 {
		copy(cells[done:], cells[:done])
	}
}

// glyph returns the glyph of a text.
func (g *Grid) glyph(text string) Glyph {
	if text == "" {
		return RightHalf
	}
	r, size := utf8.DecodeRuneInString(text)
	if size == len(text) && r != utf8.RuneError {
		return Glyph(r)
	}
	n := slices.Index(g.clusters, text)
	if n < 0 {
		n = len(g.clusters)
		g.clusters = append(g.clusters, text)
	}
	return firstCluster + Glyph(n)
}

// TextOf returns the text of a glyph of this grid.
func (g *Grid) TextOf(y Glyph) string {
	if y >= firstCluster {
		return g.clusters[y-firstCluster]
	}
	if y == RightHalf {
		return ""
	}
	return string(rune(y))
}

// At returns the cell at x, y. If x, y is outside of the grid, it returns a blank cell.
func (g *Grid) At(x, y int) Cell {
	if !g.inside(x, y) {
		return Cell{Text: " "}
	}
	c := g.cells[y*g.Width+x]
	return Cell{g.TextOf(c.Glyph), c.Style}
}

// Set writes a character that is one cell wide.
func (g *Grid) Set(x, y int, text string, s Style) {
	if g.inside(x, y) {
		g.blankOtherHalf(x, y)
		g.cells[y*g.Width+x] = Packed{g.glyph(text), s}
	}
}

// Ink writes a character that is one cell wide, and keeps the background of the cell.
func (g *Grid) Ink(x, y int, text string, s Style) {
	if g.inside(x, y) {
		g.Set(x, y, text, s.On(g.cells[y*g.Width+x].Style.Bg))
	}
}

// Add adds attributes to a cell.
func (g *Grid) Add(x, y int, a Attr) {
	if g.inside(x, y) {
		g.cells[y*g.Width+x].Style.Attr |= a
	}
}

// Bar fills `width` cells of a line with blanks in the given style.
func (g *Grid) Bar(x, y, width int, s Style) {
	from, to := max(x, 0), min(x+width, g.Width)
	if from >= to || y < 0 || y >= g.Height {
		return
	}
	g.blankOtherHalf(from, y)
	g.blankOtherHalf(to-1, y)
	fill(g.Packed(y)[from:to], s)
}

// Packed returns the cells of a line as the grid stores them; TextOf has the texts of their glyphs.
func (g *Grid) Packed(y int) []Packed { return g.cells[y*g.Width : (y+1)*g.Width] }

// Row returns a copy of the cells of a line.
func (g *Grid) Row(y int) []Cell {
	row := make([]Cell, g.Width)
	for x := range row {
		row[x] = g.At(x, y)
	}
	return row
}

func (g *Grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.Width && y < g.Height }

// blankOtherHalf is called before one half of a wide character is overwritten. It makes the
// other half blank.
func (g *Grid) blankOtherHalf(x, y int) {
	row := g.Packed(y)
	if row[x].Glyph == RightHalf && x > 0 {
		row[x-1].Glyph = ' '
	}
	if x+1 < g.Width && row[x+1].Glyph == RightHalf {
		row[x+1].Glyph = ' '
	}
}
