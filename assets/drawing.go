package assets

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// Drawing is a piece drawn in the cells of one square.
type Drawing struct {
	Width, Height int
	cells         []string
}

// At returns the character of a cell, or an empty string if the cell shows only the
// background.
func (d *Drawing) At(x, y int) string { return d.cells[y*d.Width+x] }

// Each file holds the drawings for one size of square, as a grid of points in which # marks
// a filled point. A terminal cell is two points wide and two points high. In squares that
// are two lines high, a cell is three points high and is drawn with a sextant (U+1FB00 to
// U+1FB3B). The leftmost and rightmost cells of a square stay free for characters that mark
// the square or the army.
//
//go:embed pieces/*.txt
var drawingFiles embed.FS

type drawingKey struct {
	width, height int
	kind          string
}

var drawings = func() map[drawingKey]*Drawing {
	all := map[drawingKey]*Drawing{}
	files, err := drawingFiles.ReadDir("pieces")
	if err != nil {
		panic(err) // cannot happen: the files are embedded
	}
	for _, file := range files {
		text, err := drawingFiles.ReadFile(path.Join("pieces", file.Name()))
		if err == nil {
			err = parseDrawings(all, file.Name(), string(text))
		}
		if err != nil {
			panic(fmt.Sprintf("assets: pieces/%s: %v", file.Name(), err))
		}
	}
	return all
}()

// FindDrawing returns the drawing of a kind of piece for squares of the given size, or nil
// if there is none.
func FindDrawing(kind string, width, height int) *Drawing {
	return drawings[drawingKey{width, height, kind}]
}

// parseDrawings parses the drawings of one size and adds them to the given map. The
// parameter `name` is the name of the file, which gives the size.
func parseDrawings(all map[drawingKey]*Drawing, name, text string) error {
	var size drawingKey
	if _, err := fmt.Sscanf(name, "%dx%d.txt", &size.width, &size.height); err != nil {
		return err
	}
	lines := strings.Fields(text)
	height := pointsHigh(size.height) * size.height
	for len(lines) > height {
		size.kind = lines[0]
		rows := lines[1 : 1+height]
		for _, row := range rows {
			if len(row) != 2*size.width || strings.Trim(row, ".#") != "" {
				return fmt.Errorf("%s: row %q must have %d points", size.kind, row, 2*size.width)
			}
		}
		all[size] = newDrawing(size.width, size.height, rows)
		lines = lines[1+height:]
	}
	if len(lines) > 0 {
		return fmt.Errorf("%s must have %d rows", lines[0], height)
	}
	return nil
}

// pointsHigh returns the height of a terminal cell in points of a drawing. The parameter is
// the height of a square in cells.
func pointsHigh(square int) int {
	if square == 2 {
		return 3
	}
	return 2
}

func newDrawing(width, height int, rows []string) *Drawing {
	d := &Drawing{width, height, make([]string, width*height)}
	high := pointsHigh(height)
	for i := range d.cells {
		x, y, ink := i%width, i/width, 0
		for bit := range 2 * high {
			if rows[high*y+bit/2][2*x+bit%2] == '#' {
				ink |= 1 << bit
			}
		}
		if d.cells[i] = blocks[ink&15]; high == 3 {
			d.cells[i] = sextant(ink)
		}
	}
	return d
}

// blocks maps the filled quarters of a cell to a character. Bit 0 is the upper left quarter,
// bit 1 the upper right, bit 2 the lower left and bit 3 the lower right.
var blocks = [16]string{"", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"}

// sextant returns the character for a cell of three rows with two points each. Bit 0 of
// `ink` is set if the upper left point is filled, bit 5 if the lower right one is. Four
// cells have older characters, which the range of sextants in Unicode omits.
func sextant(ink int) string {
	const left, right, full = 0b010101, 0b101010, 0b111111
	switch {
	case ink == 0:
		return ""
	case ink == left:
		return "▌"
	case ink == right:
		return "▐"
	case ink == full:
		return "█"
	case ink > right:
		ink -= 2
	case ink > left:
		ink--
	}
	return string(rune(0x1FB00 + ink - 1))
}
