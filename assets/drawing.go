package assets

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"
)

// Drawing is a piece drawn in the cells of one square.
type Drawing struct {
	Width, Height       int
	cells, rest, around []string
	hollow              *Drawing
}

// At returns the character of a cell, or an empty string if the cell shows only the
// background.
func (d *Drawing) At(x, y int) string { return d.cells[y*d.Width+x] }

// Rest returns the character that draws the part of a cell which At leaves free.
func (d *Drawing) Rest(x, y int) string { return d.rest[y*d.Width+x] }

// Around returns, for a cell that shows only the background, the character that draws the part
// of the piece's outline in that cell. It returns an empty string if the cell is not beside the
// piece.
func (d *Drawing) Around(x, y int) string { return d.around[y*d.Width+x] }

// Hollow returns the drawing of the same piece as a contour. It shows that the piece cannot move.
func (d *Drawing) Hollow() *Drawing { return d.hollow }

// Each file holds the drawings for one size of square, as a grid of points in which # marks
// a filled point. A terminal cell is two points wide and two points high. In squares that
// are two lines high, a cell is three points high and is drawn with a sextant (U+1FB00 to
// U+1FB3B), except in files whose names end with "quarters", for fonts without sextants. The
// leftmost and rightmost cells of a square stay free for characters that mark the square or
// the army. A drawing whose name ends with "-hollow" is the contour of a piece; other contours
// are computed.
//
//go:embed pieces/*.txt
var drawingFiles embed.FS

type drawingKey struct {
	width, height int
	kind          string
	quarters      bool
}

// drawings returns all drawings. It parses them once, when the first is needed, because most commands
// of the program draw nothing.
var drawings = sync.OnceValue(func() map[drawingKey]*Drawing {
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
})

// FindDrawing returns the drawing of a kind of piece for squares of the given size, or nil
// if there is none. In squares of two lines, the drawing consists of sextants or, if quarters
// is set, of quarters of cells, which more fonts have.
func FindDrawing(kind string, width, height int, quarters bool) *Drawing {
	return drawings()[drawingKey{width, height, kind, quarters && height == 2}]
}

const hollow = "-hollow"

// parseDrawings parses the drawings of one size and adds them to the given map. The
// parameter `name` is the name of the file, which gives the size.
func parseDrawings(all map[drawingKey]*Drawing, name, text string) error {
	var size drawingKey
	name, size.quarters = strings.CutSuffix(strings.TrimSuffix(name, ".txt"), "-quarters")
	if _, err := fmt.Sscanf(name, "%dx%d", &size.width, &size.height); err != nil {
		return err
	}
	lines := strings.Fields(text)
	cell := 2 // height of a cell in points
	if size.height == 2 && !size.quarters {
		cell = 3
	}
	height := cell * size.height
	contours := map[string]*Drawing{}
	for len(lines) > height {
		size.kind = lines[0]
		rows := lines[1 : 1+height]
		for _, row := range rows {
			if len(row) != 2*size.width || strings.Trim(row, ".#") != "" {
				return fmt.Errorf("%s: row %q must have %d points", size.kind, row, 2*size.width)
			}
		}
		d := newDrawing(size.width, size.height, rows)
		if kind, is := strings.CutSuffix(size.kind, hollow); is {
			contours[kind] = d
		} else {
			d.hollow = newDrawing(size.width, size.height, contour(rows, size.height))
			all[size] = d
		}
		lines = lines[1+height:]
	}
	if len(lines) > 0 {
		return fmt.Errorf("%s must have %d rows", lines[0], height)
	}
	for size.kind = range contours {
		piece := all[size]
		if piece == nil {
			return fmt.Errorf("%s%s: no drawing of that piece", size.kind, hollow)
		}
		piece.hollow = contours[size.kind]
	}
	return nil
}

// contour returns the points of a drawing near its edge. A line is one point high and two points
// wide; in squares of less than four lines, it is one point wide.
func contour(rows []string, height int) []string {
	wide := 2
	if height < 4 {
		wide = 1
	}
	lines := make([]string, len(rows))
	for y, row := range rows {
		line := []byte(row)
		for x := range line {
			if row[x] == '#' && inside(rows, x, y, wide) {
				line[x] = '.'
			}
		}
		lines[y] = string(line)
	}
	return lines
}

// inside reports whether all points near a point are filled: those in the lines above and below
// it, and those that are up to `wide` columns away.
func inside(rows []string, x, y, wide int) bool {
	for dx := -wide; dx <= wide; dx++ {
		if !filled(rows, x+dx, y) {
			return false
		}
	}
	return filled(rows, x, y-1) && filled(rows, x, y+1)
}

func filled(rows []string, x, y int) bool {
	return y >= 0 && y < len(rows) && x >= 0 && x < len(rows[y]) && rows[y][x] == '#'
}

// beside reports whether a point is empty and next to a filled point.
func beside(rows []string, x, y int) bool {
	return !filled(rows, x, y) && (filled(rows, x-1, y) || filled(rows, x+1, y) || filled(rows, x, y-1) || filled(rows, x, y+1))
}

func newDrawing(width, height int, rows []string) *Drawing {
	n, high := width*height, len(rows)/height
	d := &Drawing{width, height, make([]string, n), make([]string, n), make([]string, n), nil}
	d.hollow = d
	for i := range d.cells {
		x, y, ink, edge := 2*(i%width), high*(i/width), 0, 0
		for bit := range 2 * high {
			switch dx, dy := bit%2, bit/2; {
			case filled(rows, x+dx, y+dy):
				ink |= 1 << bit
			case beside(rows, x+dx, y+dy):
				edge |= 1 << bit
			}
		}
		d.cells[i], d.rest[i] = character(ink, high), " "
		if free := 1<<(2*high) - 1 - ink; free != 0 {
			d.rest[i] = character(free, high)
		}
		if ink == 0 {
			d.around[i] = character(edge, high)
		}
	}
	return d
}

// character returns the character for a cell that is two points wide.
func character(ink, high int) string {
	if high == 3 {
		return sextant(ink)
	}
	return blocks[ink]
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
