package wire

import "slices"

// stroke is a run of cells in one row that are drawn, or the rest of a row that is erased.
type stroke struct {
	y, from, to int
	erase       bool
}

// strokes appends the strokes (runs of cells to draw) that turn the shown cells into the
// wanted cells.
func (s *Screen) strokes(list []stroke, want []cell) []stroke {
	for y := range s.height {
		was, is := row(s.shown, s.width, y), row(want, s.width, y)
		if slices.Equal(was, is) {
			continue
		}
		end := s.erasable(was, is)
		for x := 0; x < end; x++ {
			if is[x] != was[x] && is[x].glyph() != rightHalf {
				from := x
				for x+1 < end && is[x+1] != was[x+1] && s.alike(is[x], is[x+1]) {
					x++
				}
				list = append(list, stroke{y, from, x + 1, false})
			}
		}
		if end < len(is) {
			list = append(list, stroke{y, end, len(is), true})
		}
	}
	return list
}

// alike reports whether both cells can be drawn in the same style.
func (s *Screen) alike(a, b cell) bool {
	if a.style() == b.style() {
		return true
	}
	one, two := s.types.styles[a.style()], s.types.styles[b.style()]
	return b.glyph() == ' ' && one.blank() == two || a.glyph() == ' ' && two.blank() == one
}

// paint appends the bytes that draw all strokes (runs of cells that differ from those on the
// terminal).
func (s *Screen) paint(b []byte, c *canvas, want []cell) []byte {
	c.strokes = s.strokes(c.strokes[:0], want)
	if len(c.strokes) <= orderMax {
		s.order(b, c, want)
	}
	for i, next := range c.strokes {
		s.soon = s.ahead(c.strokes[i:], want)
		b = s.stroke(b, next, want)
	}
	s.soon = style{}
	return b
}

// ahead returns the style of the first character in a list of strokes.
func (s *Screen) ahead(list []stroke, want []cell) style {
	for _, next := range list {
		for _, c := range row(want, s.width, next.y)[next.from:next.to] {
			if c.glyph() != ' ' {
				return s.types.styles[c.style()]
			}
		}
	}
	return style{}
}

func (s *Screen) stroke(b []byte, next stroke, want []cell) []byte {
	b = s.reach(b, next, want)
	if next.erase {
		return append(b, "\x1b[K"...)
	}
	was, is := row(s.shown, s.width, next.y), row(want, s.width, next.y)
	for x := next.from; x < next.to; x++ {
		if n := next.to - x; n >= eraseMin && s.modern && s.erases(is[x]) && uniform(is[x:next.to]) {
			b = s.dress(b, was, is, x)
			return appendSteps(b, n, 'X') // ECH, which erases n cells without moving the cursor
		}
		if is[x].glyph() != rightHalf {
			b = s.put(b, was, is, x)
		}
	}
	return b
}

// eraseMin is the minimum number of equal blanks, at the end of a run of changed cells, that
// are erased with the sequence ECH instead of drawn.
const eraseMin = 5

// uniform reports whether all cells are equal.
func uniform(cells []cell) bool {
	for _, c := range cells {
		if c != cells[0] {
			return false
		}
	}
	return true
}

// erasable returns the column from which to erase the rest of a row. From this column on,
// all wanted cells are equal blanks. If erasing cannot produce these blanks, or takes at
// least as many bytes as drawing the changed cells, erasable returns the length of the row.
func (s *Screen) erasable(was, is []cell) int {
	last := is[len(is)-1]
	if !s.erases(last) {
		return len(is)
	}
	from, changes := len(is), 0
	for x := len(is) - 1; x >= 0 && is[x] == last; x-- {
		if was[x] != last {
			from, changes = x, changes+1
		}
	}
	if changes <= len("\x1b[K") {
		return len(is)
	}
	return from
}

// erases reports whether erasing can produce the cell c. The cell must be a blank without
// attributes. It may have a background colour only if the terminal erases in the current
// background colour.
func (s *Screen) erases(c cell) bool {
	look := s.types.styles[c.style()]
	return c.glyph() == ' ' && look.attr == 0 && (look.bg == 0 || s.inColour)
}

// move appends the sequence that moves the pen to a cell. The pen is where the terminal
// draws next. On terminals that may not support relative moves, the sequence contains the
// absolute position.
func (s *Screen) move(b []byte, x, y int) []byte {
	if !s.modern && (s.pen.x != x || s.pen.y != y) {
		s.pen.x, s.pen.y = x, y
		return appendPosition(b, x, y)
	}
	return s.pen.appendMove(b, x, y)
}

// moveLength returns the number of bytes that move appends.
func (s *Screen) moveLength(x, y int) int {
	if !s.modern && (s.pen.x != x || s.pen.y != y) {
		return positionLength(x, y)
	}
	return s.pen.moveLength(x, y)
}

// gapMax is the maximum number of unchanged cells that the method reach may redraw to get to
// the next changed cell.
const gapMax = 12

// reach appends the sequences that move the cursor to a stroke (adjacent cells to draw) and
// select the style of its first cell. If redrawing the unchanged cells before the stroke
// takes no more bytes than skipping them, it redraws them.
func (s *Screen) reach(b []byte, next stroke, want []cell) []byte {
	was, is, x := row(s.shown, s.width, next.y), row(want, s.width, next.y), next.from
	begun, from := len(b), s.pen
	b = s.move(b, x, next.y)
	b = s.dress(b, was, is, x)
	gap := x - from.x
	if from.y != next.y || from.x < 0 || gap <= 0 || gap > gapMax || !plain(is[from.x:x]) || !slices.Equal(was[from.x:x], is[from.x:x]) {
		return b
	}
	moved, there := len(b), s.pen
	s.pen = from
	for i := from.x; i < x; i++ {
		b = s.put(b, was, is, i)
	}
	b = s.dress(b, was, is, x)
	if len(b)-moved <= moved-begun {
		return append(b[:begun], b[moved:]...)
	}
	s.pen = there
	return b[:moved]
}

// plain reports whether each cell is one character of width one.
func plain(cells []cell) bool {
	for _, c := range cells {
		if c.glyph() >= firstCluster {
			return false
		}
	}
	return true
}

// put draws a cell at the pen, the position at which the terminal draws next. After a
// grapheme cluster, a wide character or the last column, the pen's column is unknown, because
// terminals disagree about it.
func (s *Screen) put(b []byte, was, is []cell, x int) []byte {
	b = s.dress(b, was, is, x)
	c := is[x]
	b = s.types.appendGlyph(b, c)
	s.pen.x = x + 1
	if s.pen.x == len(is) || c.glyph() >= firstCluster || is[x+1].glyph() == rightHalf {
		s.pen.x = -1
	}
	return b
}

// dress appends the escape sequence that sets the style in which cell x is drawn, unless
// the terminal already draws in this style.
func (s *Screen) dress(b []byte, was, is []cell, x int) []byte {
	want, blank := s.types.styles[is[x].style()], is[x].glyph() == ' '
	link := want.link
	if s.styled && s.pen.style.shows(want, blank) {
		return b
	}
	if s.styled && blank {
		want = s.beneath(want, was[x:], is[x:])
		want.link = link
	}
	if s.styled && s.modern {
		b = appendStyle(b, s.pen.style, want)
	} else {
		b = appendLink(b, s.pen.style.link, want.link)
		b = appendScratch(b, want)
	}
	s.pen.style, s.styled = want, true
	return b
}

// endLink ends an open hyperlink, so that text that is not from a frame does not become part
// of the hyperlink.
func (s *Screen) endLink(b []byte) []byte {
	b = appendLink(b, s.pen.style.link, "")
	s.pen.style.link = ""
	return b
}

// beneath returns a style in which a blank looks the same as in the style `want`. To
// avoid changes of style, it prefers the style of the next character, in this stroke or in
// a later one, and then a style that is close to the terminal's current style.
func (s *Screen) beneath(want style, was, is []cell) style {
	for x, c := range is {
		if c == was[x] || c.glyph() == rightHalf {
			break
		}
		if next := s.types.styles[c.style()]; c.glyph() != ' ' && next.blank() == want {
			return next
		} else if next.blank() != want {
			break
		}
	}
	if want.attr != 0 {
		return want
	}
	if s.soon.blank() == want && s.soon != (style{}) {
		return s.soon
	}
	kept := s.pen.style
	kept.bg, kept.attr = want.bg, kept.attr&^onBlank
	return kept
}
