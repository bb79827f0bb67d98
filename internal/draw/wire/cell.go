package wire

import (
	"slices"
	"unicode"
)

// cell is one cell of a screen: a glyph in the low bits and the number of its style above
// them. If the numbers of two cells were assigned by the same [types], the cells are equal
// exactly if they look the same.
type cell uint32

const (
	glyphBits = 21
	glyphMask = 1<<glyphBits - 1

	// A glyph below firstCluster is a Unicode code point. A greater glyph is firstCluster
	// plus the number of a grapheme cluster, except that rightHalf marks the cell after a
	// wide character.
	firstCluster = unicode.MaxRune + 1
	rightHalf    = glyphMask

	styleLimit = 1 << (32 - glyphBits)
)

func (c cell) glyph() rune { return rune(c & glyphMask) }
func (c cell) style() int  { return int(c >> glyphBits) }

// types assigns numbers to the styles and grapheme clusters of cells. Style 0 is the
// terminal's default.
type types struct {
	styles       []style
	numbers      map[style]int
	clusters     []string
	known        map[string]rune
	clusterLimit int
}

func newTypes(clusterLimit int) *types {
	return &types{styles: []style{{}}, numbers: map[style]int{{}: 0}, clusterLimit: clusterLimit}
}

// full reports whether the caller must replace `t` with an empty value, because clusterLimit
// grapheme clusters are stored or half of the style numbers are used. The other half is for
// the styles of the next frame.
func (t *types) full() bool {
	return len(t.styles) >= styleLimit/2 || len(t.clusters) >= t.clusterLimit
}

// translate returns copies of the given cells. The given cells use the style and cluster
// numbers of `from`; the copies use those of `t`.
func (t *types) translate(cells []cell, from *types) []cell {
	same := make([]cell, len(from.styles)) // for each style of `from`: 1 plus its number in `t`; 0 if the style was not looked up yet
	now := make([]cell, len(cells))
	for i, c := range cells {
		n := &same[c.style()]
		if *n == 0 {
			*n = cell(t.number(from.styles[c.style()])) + 1
		}
		glyph := c.glyph()
		if glyph >= firstCluster && glyph != rightHalf {
			glyph = t.cluster(from.clusters[glyph-firstCluster])
		}
		now[i] = (*n-1)<<glyphBits | cell(glyph)
	}
	return now
}

// number returns the number of a style. It returns 0, the default style, if a frame has too
// many styles.
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

// cluster returns the number that stands for a grapheme cluster in the cells of a screen.
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

// row returns the cells of row y.
func row(cells []cell, width, y int) []cell { return cells[y*width : (y+1)*width] }

// filled returns n copies of the cell `with`. It reuses the memory of `cells` if that is
// large enough.
func filled(cells []cell, n int, with cell) []cell {
	cells = slices.Grow(cells[:0], n)[:n]
	for i := range cells {
		cells[i] = with
	}
	return cells
}
