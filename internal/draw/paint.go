package draw

import (
	"strconv"
	"sync"

	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
)

// canvas holds the buffers for drawing a frame. Few sessions draw at the same time, so the
// sessions share a pool of canvases.
type canvas struct {
	grid      *Grid
	bytes     []byte
	sequences map[Style]span // for each style, where its escape sequence is in the field `bytes`
}

// span is the range of indices from `begin` up to but not including `end`.
type span struct{ begin, end int }

var canvases = sync.Pool{New: func() any { return &canvas{sequences: map[Style]span{}} }}

// Palette converts the shades of a theme to escape sequences, according to the colour
// profile of a terminal.
type Palette struct {
	Theme   *assets.Theme
	Profile colorprofile.Profile
}

// Frame calls f, which draws on a blank grid, and returns the grid as a frame.
func Frame(width, height int, ground Style, p Palette, f func(*Grid)) string {
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	if c.grid == nil || c.grid.Width != width || c.grid.Height != height {
		c.grid = NewGrid(width, height, ground)
	} else {
		c.grid.Fill(ground)
	}
	f(c.grid)
	c.paint(p)
	return string(c.bytes)
}

// paint encodes the grid in c.bytes, as lines of text with escape sequences.
func (c *canvas) paint(p Palette) {
	clear(c.sequences)
	b, g, now := c.bytes[:0], c.grid, Style{}
	for y := range g.Height {
		if y > 0 {
			b = append(b, '\n')
		}
		for _, cell := range g.Row(y) {
			if cell.Style != now {
				was, linked := now.Attr&Linked != 0, cell.Style.Attr&Linked != 0
				if was && !linked {
					b = appendLink(b, "")
				}
				now = cell.Style
				b = c.appendStyle(b, p, now)
				if linked && !was {
					b = appendLink(b, g.Link)
				}
			}
			b = append(b, cell.Text...)
		}
	}
	if now != (Style{}) {
		b = append(b, "\x1b[m"...)
	}
	if now.Attr&Linked != 0 {
		b = appendLink(b, "")
	}
	c.bytes = b
}

// appendStyle appends the same escape sequence as [Palette.appendStyle]. If b already
// contains the sequence, appendStyle copies it, which is faster.
func (c *canvas) appendStyle(b []byte, p Palette, s Style) []byte {
	if at, ok := c.sequences[s]; ok {
		return append(b, b[at.begin:at.end]...)
	}
	begin := len(b)
	b = p.appendStyle(b, s)
	c.sequences[s] = span{begin, len(b)}
	return b
}

// appendLink appends the escape sequence (OSC 8) that begins a hyperlink to `target`. If
// `target` is empty, it appends the sequence that ends a hyperlink.
func appendLink(b []byte, target string) []byte {
	return append(append(append(b, "\x1b]8;;"...), target...), "\x1b\\"...)
}

// appendStyle appends the escape sequence that resets the style and then selects s.
func (p Palette) appendStyle(b []byte, s Style) []byte {
	b = append(b, "\x1b[0"...)
	for _, attr := range [...]struct {
		attr Attr
		code string
	}{{Bold, ";1"}, {Underline, ";4"}, {Reverse, ";7"}} {
		if s.Attr&attr.attr != 0 {
			b = append(b, attr.code...)
		}
	}
	b = p.appendShade(b, 30, s.Fg)
	b = p.appendShade(b, 40, s.Bg)
	return append(b, 'm')
}

// appendShade appends the numbers that select a colour in an escape sequence. The parameter
// `base` is 30 for the foreground and 40 for the background.
func (p Palette) appendShade(b []byte, base int, shade assets.Shade) []byte {
	if shade == 0 || p.Profile <= colorprofile.ASCII {
		return b
	}
	tone, known := p.Theme.Tones[shade]
	mixed, other := p.Theme.Mixed(shade)
	switch {
	case other && p.Profile == colorprofile.TrueColor:
		b = appendNumbers(b, base+8, 2, int(mixed.R), int(mixed.G), int(mixed.B))
	case known && p.Profile == colorprofile.ANSI && tone.Basic < 8:
		b = appendNumbers(b, base+int(tone.Basic))
	case known && p.Profile == colorprofile.ANSI:
		b = appendNumbers(b, base+60+int(tone.Basic)-8)
	default:
		b = appendNumbers(b, base+8, 5, int(shade))
	}
	return b
}

func appendNumbers(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = strconv.AppendInt(append(b, ';'), int64(n), 10)
	}
	return b
}
