package main

import (
	"fmt"
	"image/color"
	"os"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"quadrille/assets"
	"quadrille/internal/ui/board"
)

// cells gives read access to a screen: a terminal emulator or a golden frame.
type cells interface {
	Width() int
	Height() int
	CellAt(x, y int) *uv.Cell
}

// frame is a golden frame: its characters, a letter for the style of each cell, and the
// style of each letter.
type frame struct {
	text  [][]rune
	looks []string
	style map[byte]uv.Style
}

// readFrames reads the golden frames of a file. Their keys are their headings: size and
// theme.
func readFrames(path string) (map[string]*frame, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	frames := map[string]*frame{}
	for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		if frames[head], err = readFrame(head, text); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, head, err)
		}
	}
	return frames, nil
}

func readFrame(head, text string) (*frame, error) {
	var width, height int
	var name string
	if _, err := fmt.Sscanf(head, "%d x %d, %s", &width, &height, &name); err != nil {
		return nil, err
	}
	theme := assets.ThemeNamed(name)
	if name == assets.Colourless.Name {
		theme = assets.Colourless
	}
	lines := strings.Split(text, "\n")
	if theme == nil || len(lines) < 2*height+2 {
		return nil, fmt.Errorf("%d lines", len(lines))
	}
	f := &frame{looks: lines[height+1 : 2*height+1], style: map[byte]uv.Style{}}
	for _, line := range lines[:height] {
		f.text = append(f.text, []rune(line))
	}
	for _, line := range lines[2*height+2:] {
		var letter string
		var s board.Style
		if line == "" {
			break
		}
		if _, err := fmt.Sscanf(line, "%s {Fg:%d Bg:%d Attr:%d}", &letter, &s.Fg, &s.Bg, &s.Attr); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		f.style[letter[0]] = inColours(s, theme)
	}
	return f, nil
}

// inColours converts a style to true colours.
func inColours(s board.Style, theme *assets.Theme) uv.Style {
	shade := func(number assets.Shade) color.Color {
		if number == 0 {
			return nil
		}
		mixed := theme.Tones[number].True
		return color.RGBA{mixed.R, mixed.G, mixed.B, 0xff}
	}
	style := uv.Style{Fg: shade(s.Fg), Bg: shade(s.Bg)}
	if s.Attr&board.Bold != 0 {
		style.Attrs |= uv.AttrBold
	}
	if s.Attr&board.Reverse != 0 {
		style.Attrs |= uv.AttrReverse
	}
	if s.Attr&board.Underline != 0 {
		style.Underline = uv.UnderlineSingle
	}
	return style
}

func (f *frame) Width() int  { return len(f.looks[0]) }
func (f *frame) Height() int { return len(f.looks) }

func (f *frame) CellAt(x, y int) *uv.Cell {
	c := &uv.Cell{Content: " ", Width: 1, Style: f.style[f.looks[y][x]]}
	if x < len(f.text[y]) {
		c.Content = string(f.text[y][x])
	}
	return c
}
