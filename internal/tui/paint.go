package tui

import (
	"strconv"
	"sync"

	"quadrille/assets"
	"quadrille/internal/tui/board"
)

// canvas is what a frame is drawn on. Frames are drawn one after the other by
// few sessions at a time, so canvases are lent out and not kept by each session.
type canvas struct {
	grid  *board.Grid
	bytes []byte
}

var canvases = sync.Pool{New: func() any { return new(canvas) }}

// draw is the frame that f draws on a blank grid of that size.
func draw(width, height int, ground board.Style, mono bool, f func(*board.Grid)) string {
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	if c.grid == nil || c.grid.Width != width || c.grid.Height != height {
		c.grid = board.NewGrid(width, height, ground)
	} else {
		c.grid.Fill(ground)
	}
	f(c.grid)
	c.bytes = paint(c.bytes[:0], c.grid, mono)
	return string(c.bytes)
}

// paint appends a grid as the lines of a frame. Without colour only what bold,
// underline and reverse can say is said.
func paint(b []byte, g *board.Grid, mono bool) []byte {
	pen := board.Style{}
	for y := range g.Height {
		if y > 0 {
			b = append(b, '\n')
		}
		for _, c := range g.Row(y) {
			s := c.Style
			if mono {
				s.Fg, s.Bg = 0, 0
			}
			if s != pen {
				b = appendStyle(b, s)
				pen = s
			}
			b = append(b, c.Text...)
		}
	}
	if pen != (board.Style{}) {
		b = append(b, "\x1b[m"...)
	}
	return b
}

// appendStyle selects a style from scratch.
func appendStyle(b []byte, s board.Style) []byte {
	b = append(b, "\x1b[0"...)
	for _, attr := range [...]struct {
		attr board.Attr
		code string
	}{{board.Bold, ";1"}, {board.Underline, ";4"}, {board.Reverse, ";7"}} {
		if s.Attr&attr.attr != 0 {
			b = append(b, attr.code...)
		}
	}
	b = appendShade(b, ";38;5;", s.Fg)
	b = appendShade(b, ";48;5;", s.Bg)
	return append(b, 'm')
}

func appendShade(b []byte, code string, shade assets.Shade) []byte {
	if shade == 0 {
		return b
	}
	return strconv.AppendInt(append(b, code...), int64(shade), 10)
}
