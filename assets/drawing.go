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

// At returns the character of a cell, or an empty string where the background shows.
func (d *Drawing) At(x, y int) string { return d.cells[y*d.Width+x] }

// Each file has the drawings for one size of square. # is ink; each character is a quarter
// of a cell. The outermost cells on the left and right are left free for signs.
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

// FindDrawing returns the drawing of a kind of piece for squares of that size, or nil if
// there is none.
func FindDrawing(kind string, width, height int) *Drawing {
	return drawings[drawingKey{width, height, kind}]
}

// parseDrawings reads the drawings of one size, which the file's name gives.
func parseDrawings(all map[drawingKey]*Drawing, name, text string) error {
	var size drawingKey
	if _, err := fmt.Sscanf(name, "%dx%d.txt", &size.width, &size.height); err != nil {
		return err
	}
	lines := strings.Fields(text)
	for len(lines) > 2*size.height {
		size.kind = lines[0]
		rows := lines[1 : 1+2*size.height]
		for _, row := range rows {
			if len(row) != 2*size.width || strings.Trim(row, ".#") != "" {
				return fmt.Errorf("%s: %q must be %d quarters", size.kind, row, 2*size.width)
			}
		}
		all[size] = newDrawing(size.width, size.height, rows)
		lines = lines[1+2*size.height:]
	}
	if len(lines) > 0 {
		return fmt.Errorf("%s must have %d rows", lines[0], 2*size.height)
	}
	return nil
}

func newDrawing(width, height int, rows []string) *Drawing {
	d := &Drawing{width, height, make([]string, width*height)}
	for i := range d.cells {
		x, y, ink := i%width, i/width, 0
		for bit := range 4 {
			if rows[2*y+bit/2][2*x+bit%2] == '#' {
				ink |= 1 << bit
			}
		}
		d.cells[i] = blocks[ink]
	}
	return d
}

// blocks maps the quarters of a cell that are ink to a character. Bit 0 is upper left, then
// upper right, lower left, lower right.
var blocks = [16]string{"", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"}
