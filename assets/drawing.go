package assets

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

// Drawing is a chessman as the cells of one square.
type Drawing struct {
	Width, Height int
	cells         []string
}

// At is the character of a cell; empty where the ground is seen.
func (d *Drawing) At(x, y int) string { return d.cells[y*d.Width+x] }

// Each file of men has those of one size of square, in quarters of cells: # is
// ink. The outermost cells on the left and on the right are free for signs.
//
//go:embed men/*.txt
var drawingFiles embed.FS

type drawingKey struct {
	width, height int
	kind          string
}

var drawings = func() map[drawingKey]*Drawing {
	all := map[drawingKey]*Drawing{}
	files, err := drawingFiles.ReadDir("men")
	if err != nil {
		panic(err) // embedded
	}
	for _, file := range files {
		text, err := drawingFiles.ReadFile(path.Join("men", file.Name()))
		if err == nil {
			err = parseDrawings(all, file.Name(), string(text))
		}
		if err != nil {
			panic(fmt.Sprintf("assets: men/%s: %v", file.Name(), err)) // a fault of the build
		}
	}
	return all
}()

// Drawn is the drawing of a kind of men for squares of that size; nil if there
// is none.
func FindDrawing(kind string, width, height int) *Drawing {
	return drawings[drawingKey{width, height, kind}]
}

// parseMen reads the men of one size, which is the file's name.
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
				return fmt.Errorf("%s: %q is not %d quarters", size.kind, row, 2*size.width)
			}
		}
		all[size] = newDrawing(size.width, size.height, rows)
		lines = lines[1+2*size.height:]
	}
	if len(lines) > 0 {
		return fmt.Errorf("%s has not %d rows", lines[0], 2*size.height)
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

// blocks is the characters by the quarters that are ink: upper left, upper
// right, lower left, lower right.
var blocks = [16]string{"", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"}
