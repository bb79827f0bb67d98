package wire

// lines appends what turns the cells that are shown into those that are wanted.
func (s *Screen) lines(b []byte, want []cell) []byte {
	for y := range s.height {
		was, is := row(s.shown, s.width, y), row(want, s.width, y)
		b = s.line(b, y, was, is)
		copy(was, is)
	}
	return b
}

func (s *Screen) line(b []byte, y int, was, is []cell) []byte {
	end := s.erasable(was, is)
	for x, c := range is[:end] {
		if c != was[x] && c.glyph() != rightHalf {
			b = s.reach(b, was, is, x, y)
			b = s.draw(b, was, is, x)
		}
	}
	if end < len(is) {
		b = s.pen.appendMove(b, end, y)
		b = s.dress(b, was, is, end)
		b = append(b, "\x1b[K"...)
	}
	return b
}

// erasable is the column from which on the rest of a line is best erased: it is
// blank, in one style, and enough of it is not so yet. Otherwise it is the line's
// end.
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

// erases reports whether erasing makes such a cell: blank, with nothing but a
// ground, and that only where the terminal erases in the colour of its pen.
func (s *Screen) erases(c cell) bool {
	look := s.types.styles[c.style()]
	return c.glyph() == ' ' && look.attr == 0 && (look.bg == 0 || s.inColour)
}

// gapMax is the most cells that are drawn again rather than skipped.
const gapMax = 12

// reach brings the pen to a cell of a line and gives it the style that is needed
// there: by drawing what lies between once more, if that is shorter.
func (s *Screen) reach(b []byte, was, is []cell, x, y int) []byte {
	begun, from := len(b), s.pen
	if from.y == y && from.x >= 0 && from.x < x && x-from.x <= gapMax && plain(is[from.x:x]) {
		for i := from.x; i < x; i++ {
			b = s.draw(b, was, is, i)
		}
		b = s.dress(b, was, is, x)
		again, there := len(b), s.pen
		s.pen = from
		b = s.pen.appendMove(b, x, y)
		b = s.dress(b, was, is, x)
		if len(b)-again < again-begun {
			return append(b[:begun], b[again:]...)
		}
		s.pen = there
		return b[:again]
	}
	b = s.pen.appendMove(b, x, y)
	return s.dress(b, was, is, x)
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

// draw draws the cell where the pen is. About the width of clusters and of wide
// characters terminals differ, and at the end of a line about where the pen then
// is, so its column is in doubt.
func (s *Screen) draw(b []byte, was, is []cell, x int) []byte {
	b = s.dress(b, was, is, x)
	c := is[x]
	b = s.types.appendGlyph(b, c)
	s.pen.x = x + 1
	if s.pen.x == len(is) || c.glyph() >= firstCluster || is[x+1].glyph() == rightHalf {
		s.pen.x = -1
	}
	return b
}

// dress gives the pen the style of a cell.
func (s *Screen) dress(b []byte, was, is []cell, x int) []byte {
	want, blank := s.types.styles[is[x].style()], is[x].glyph() == ' '
	switch {
	case !s.styled:
		b = appendScratch(b, want)
	case s.pen.style.shows(want, blank):
		return b
	default:
		if blank {
			want = s.beneath(want, was[x:], is[x:])
		}
		b = appendStyle(b, s.pen.style, want)
	}
	s.pen.style, s.styled = want, true
	return b
}

// beneath is the style in which to draw a blank that wants such a ground: that of
// the next character on it, or else the pen's with as little changed as may be.
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
	kept := s.pen.style
	kept.bg, kept.attr = want.bg, kept.attr&^onBlank
	return kept
}
