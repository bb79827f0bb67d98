package wire

import (
	"slices"
	"unicode"
)

// cell is one place of a screen: a character in the low bits, above them the
// number of its style. Cells of one [types] look alike exactly if they are equal.
type cell uint32

const (
	glyphBits = 21
	glyphMask = 1<<glyphBits - 1

	// A glyph is a character of Unicode, or beyond those the number of a cluster
	// of several, or the right half of the wide character before it.
	firstCluster = unicode.MaxRune + 1
	rightHalf    = glyphMask

	styleLimit = 1 << (32 - glyphBits)
)

func (c cell) glyph() rune { return rune(c & glyphMask) }
func (c cell) style() int  { return int(c >> glyphBits) }

// types are the styles and clusters that cells have numbers for. Style 0 is the
// terminal's own.
type types struct {
	styles   []style
	numbers  map[style]int
	clusters []string
	known    map[string]rune
}

func newTypes() types {
	return types{styles: []style{{}}, numbers: map[style]int{{}: 0}}
}

// worn reports whether so many have come and gone that it is time to begin anew.
// A frame has room for as many again.
func (t *types) worn() bool {
	return len(t.styles) >= styleLimit/2 || len(t.clusters) >= styleLimit
}

// number is that of a style; 0 when there are too many in one frame.
func (t *types) number(s style) int {
	if n, ok := t.numbers[s]; ok {
		return n
	}
	if len(t.styles) == styleLimit {
		return 0
	}
	t.styles = append(t.styles, s)
	t.numbers[s] = len(t.styles) - 1
	return len(t.styles) - 1
}

// cluster is the glyph of a base character with its marks.
func (t *types) cluster(text string) rune {
	if g, ok := t.known[text]; ok {
		return g
	}
	if t.known == nil {
		t.known = map[string]rune{}
	}
	g := rune(firstCluster + len(t.clusters))
	t.clusters = append(t.clusters, text)
	t.known[text] = g
	return g
}

// appendGlyph appends the text of a cell.
func (t *types) appendGlyph(b []byte, c cell) []byte {
	if g := c.glyph(); g >= firstCluster {
		return append(b, t.clusters[g-firstCluster]...)
	}
	return appendRune(b, c.glyph())
}

// row is the cells of a line.
func row(cells []cell, width, y int) []cell { return cells[y*width : (y+1)*width] }

// filled is n equal cells in the room of a slice.
func filled(cells []cell, n int, with cell) []cell {
	cells = slices.Grow(cells[:0], n)[:n]
	for i := range cells {
		cells[i] = with
	}
	return cells
}
