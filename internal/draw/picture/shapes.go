package picture

import "image/color"

// quarters holds the colours of the quarters of all cells: each cell has two columns and
// two rows of quarters. Block characters are drawn as quarters, so that there are no gaps
// between neighbouring cells.
type quarters struct {
	width, height int
	colours       []color.RGBA
}

func (q *quarters) at(x, y int) color.RGBA { return q.colours[y*q.width+x] }

func quartersOf(c Cells) *quarters {
	width, height := c.Size()
	q := &quarters{2 * width, 2 * height, make([]color.RGBA, 4*width*height)}
	for y := range height {
		for x := range width {
			cell := c.Cell(x, y)
			for i, colour := range quartersOfCell(&cell) {
				q.colours[(2*y+i/2)*q.width+2*x+i%2] = colour
			}
		}
	}
	return q
}

// quartersOfCell returns the colours of the quarters of a cell: upper left, upper right, lower
// left, lower right.
func quartersOfCell(c *Cell) (colours [4]color.RGBA) {
	ink := blocks[c.Text]
	for i := range colours {
		colours[i] = c.Bg
		if ink&(1<<i) != 0 {
			colours[i] = c.Fg
		}
	}
	return colours
}

// blocks maps a block character to a bit set of its filled quarters. From the lowest bit:
// upper left, upper right, lower left, lower right.
var blocks = func() map[string]int {
	all := map[string]int{}
	for ink, text := range []string{"", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"} {
		all[text] = ink
	}
	return all
}()

// box is a rectangle inside a cell, in twentieths of the cell's width and height.
type box struct{ left, top, right, bottom int }

// strokes maps a box-drawing character or a sextant to the rectangles that draw it.
var strokes = func() map[string][]box {
	left, right := box{0, 9, 12, 11}, box{8, 9, 20, 11}
	top, bottom := box{9, 0, 11, 11}, box{9, 9, 11, 20}
	all := map[string][]box{
		"─": {left, right}, "│": {top, bottom},
		"┌": {right, bottom}, "┐": {left, bottom}, "└": {top, right}, "┘": {top, left},
		"┏": {right, bottom}, "┗": {top, right},
	}
	for sextant, ink := rune(0x1FB00), 1; sextant <= 0x1FB3B; sextant, ink = sextant+1, ink+1 {
		if ink == leftHalf || ink == rightHalf {
			ink++
		}
		all[string(sextant)] = sixths(ink)
	}
	return all
}()

// The left and the right half of a cell, as bit sets for the function sixths. Unicode has no
// sextant characters for these two.
const leftHalf, rightHalf = 0b010101, 0b101010

// sixths returns the rectangles of the filled sixths of a cell. Each row of a cell has
// two sixths. Each bit of the parameter `ink` stands for one sixth, from the upper left (the
// lowest bit) to the lower right.
func sixths(ink int) (boxes []box) {
	thirds := [...]int{0, 7, 13, 20}
	for bit := range 6 {
		if x, y := bit%2, bit/2; ink>>bit&1 == 1 {
			boxes = append(boxes, box{10 * x, thirds[y], 10*x + 10, thirds[y+1]})
		}
	}
	return boxes
}

// underline is the rectangle that underlines a cell.
var underline = box{0, 18, 20, 19}

// each calls `stroke` for each rectangle of underlines, box-drawing characters and
// sextants, and `write` for each other character. It skips blanks and block characters.
func each(c Cells, stroke func(x, y int, b box, ink color.RGBA), write func(x, y int, cell *Cell)) {
	width, height := c.Size()
	for y := range height {
		for x := range width {
			cell := c.Cell(x, y)
			eachStroke(&cell, func(b box) { stroke(x, y, b, cell.Fg) })
			if cell.hasLetter() {
				write(x, y, &cell)
			}
		}
	}
}

// eachStroke calls the function `stroke` for each rectangle of the underline, the box-drawing
// character or the sextant of a cell.
func eachStroke(c *Cell, stroke func(box)) {
	if c.Underline {
		stroke(underline)
	}
	for _, b := range strokes[c.Text] {
		stroke(b)
	}
}

// hasLetter reports whether a font draws the character of the cell.
func (c *Cell) hasLetter() bool {
	return c.Text != " " && c.Text != "" && blocks[c.Text] == 0 && strokes[c.Text] == nil
}
