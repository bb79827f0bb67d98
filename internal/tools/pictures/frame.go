package main

import (
	"fmt"
	"os"
	"strings"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/picture"
	"quadrille/internal/tools/must"
)

// frame is a screen from a golden file of the tests: its characters, a letter for the style
// of each cell, and the style that each letter means.
type frame struct {
	text  [][]rune
	looks []string
	style map[byte]draw.Style
	theme *assets.Theme
}

// readFrames reads the frames of a golden file. The keys of the map are the headings of the
// frames, such as "80 x 24, dark".
func readFrames(path string) map[string]*frame {
	frames := map[string]*frame{}
	for _, part := range strings.Split("\n"+string(must.Get(os.ReadFile(path))), "\n=== ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		frames[head] = readFrame(path, head, text)
	}
	return frames
}

func readFrame(path, head, text string) *frame {
	var width, height int
	var name string
	must.Get(fmt.Sscanf(head, "%d x %d, %s", &width, &height, &name))
	theme := assets.ThemeNamed(name)
	if name == assets.Colourless.Name {
		theme = assets.Colourless
	}
	lines := strings.Split(text, "\n")
	if theme == nil || len(lines) < 2*height+2 {
		must.Check(fmt.Errorf("%s: %s: %d lines", path, head, len(lines)))
	}
	f := &frame{looks: lines[height+1 : 2*height+1], style: map[byte]draw.Style{}, theme: theme}
	for _, line := range lines[:height] {
		f.text = append(f.text, []rune(line))
	}
	for _, line := range lines[2*height+2:] {
		var letter string
		var s draw.Style
		if line == "" {
			break
		}
		must.Get(fmt.Sscanf(line, "%s {Fg:%d Bg:%d Attr:%d}", &letter, &s.Fg, &s.Bg, &s.Attr))
		f.style[letter[0]] = s
	}
	return f
}

// Size returns the number of columns and lines.
func (f *frame) Size() (width, height int) { return len(f.looks[0]), len(f.looks) }

// Cell returns a cell as a terminal with true colour draws it.
func (f *frame) Cell(x, y int) picture.Cell {
	g := draw.NewGrid(1, 1, f.style[f.looks[y][x]])
	if x < len(f.text[y]) {
		g.Set(0, 0, string(f.text[y][x]), f.style[f.looks[y][x]])
	}
	return picture.GridCells{Grid: g, Theme: f.theme}.Cell(0, 0)
}
