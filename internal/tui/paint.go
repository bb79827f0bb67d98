package tui

import (
	"strconv"
	"strings"

	"quadrille/assets"
	"quadrille/internal/tui/board"
)

// noBreak is the blank that ends each line. A line that ends in a plain blank is
// compared with more care for clearing its rest than for sending little, and
// each change then takes a cell more.
const noBreak = "\u00a0"

// paint writes a grid as the lines of a frame. Without colour only what bold,
// underline and reverse can say is said.
func paint(g *board.Grid, mono bool) string {
	var b strings.Builder
	b.Grow(2 * g.Width * g.Height)
	pen := board.Style{}
	for y := range g.Height {
		if y > 0 {
			b.WriteByte('\n')
		}
		for x, c := range g.Row(y) {
			s := c.Style
			if mono {
				s.Fg, s.Bg = 0, 0
			}
			if s != pen {
				writeStyle(&b, s)
				pen = s
			}
			if x == g.Width-1 && c.Text == " " {
				c.Text = noBreak
			}
			b.WriteString(c.Text)
		}
	}
	if pen != (board.Style{}) {
		b.WriteString("\x1b[m")
	}
	return b.String()
}

// writeStyle selects a style from scratch.
func writeStyle(b *strings.Builder, s board.Style) {
	b.WriteString("\x1b[0")
	for _, attr := range [...]struct {
		attr board.Attr
		code string
	}{{board.Bold, ";1"}, {board.Underline, ";4"}, {board.Reverse, ";7"}} {
		if s.Attr&attr.attr != 0 {
			b.WriteString(attr.code)
		}
	}
	writeShade(b, ";38;5;", s.Fg)
	writeShade(b, ";48;5;", s.Bg)
	b.WriteByte('m')
}

func writeShade(b *strings.Builder, code string, shade assets.Shade) {
	if shade != 0 {
		b.WriteString(code)
		b.WriteString(strconv.Itoa(int(shade)))
	}
}
