package wire

import (
	"strconv"
	"unicode/utf8"

	"quadrille/internal/draw"
)

// style has the colours and attributes of a cell.
type style struct {
	fg, bg colour
	attr   draw.Attr
	link   string // target of a hyperlink; empty for none
}

// colour holds the kind of a colour in the top byte and its value in the lower bytes. Zero
// is the terminal's default colour.
type colour uint32

const (
	basic   colour = iota + 1 // one of the 16 basic colours, by its number from 0 to 15
	indexed                   // index in the palette of 256 colours
	direct                    // red, green and blue, one byte each
)

const kindShift = 24

func (c colour) kind() colour   { return c >> kindShift }
func (c colour) part(n int) int { return int(c >> (8 * n) & 0xFF) }

func mixed(kind colour, value int) colour { return kind<<kindShift | colour(value) }

// onBlank holds the attributes that are visible on a blank.
const onBlank = draw.Underline | draw.Reverse

// attributes lists the attributes with the codes that switch each of them on and off.
var attributes = [...]struct {
	attr    draw.Attr
	on, off int64
}{{draw.Bold, 1, 22}, {draw.Underline, 4, 24}, {draw.Reverse, 7, 27}}

// blank returns the part of a style that is visible in a blank cell. Only this part is
// stored for blank cells, so that an invisible change of style sends no bytes.
func (s style) blank() style {
	s.attr, s.link = s.attr&onBlank, ""
	if s.attr == 0 {
		s.fg = 0
	}
	return s
}

// shows reports whether a cell of style w looks right when it is drawn in style s. The
// parameter `blank` tells whether the cell is a blank.
func (s style) shows(w style, blank bool) bool {
	if blank {
		return s.link == "" && s.blank() == w
	}
	return s == w
}

// appendLink appends the escape sequence (OSC 8) that changes the hyperlink.
func appendLink(b []byte, from, to string) []byte {
	if from == to {
		return b
	}
	return append(append(append(b, "\x1b]8;;"...), to...), "\x1b\\"...)
}

// appendStyle appends the sequences that change the style. They set either all of the new
// style or only what differs from the old one, whichever takes fewer bytes.
func appendStyle(b []byte, from, to style) []byte {
	b = appendLink(b, from.link, to.link)
	if from.link = to.link; from == to {
		return b
	}
	begun := len(b)
	b = appendChange(b, from, to)
	if scratch := appendScratch(b, to); len(scratch)-len(b) < len(b)-begun {
		return append(b[:begun], scratch[len(b):]...)
	}
	return b
}

func appendScratch(b []byte, to style) []byte {
	b = append(b, "\x1b["...)
	to.link = ""
	if to == (style{}) {
		return append(b, 'm')
	}
	return appendCodes(append(b, ';'), style{}, to)
}

func appendChange(b []byte, from, to style) []byte {
	return appendCodes(append(b, "\x1b["...), from, to)
}

// appendCodes appends the codes that change the style `from` into `to`, and the end of the
// escape sequence. The styles must differ.
func appendCodes(b []byte, from, to style) []byte {
	for _, one := range attributes {
		was, is := from.attr&one.attr != 0, to.attr&one.attr != 0
		if was == is {
			continue
		}
		code := one.on
		if was {
			code = one.off
		}
		b = append(strconv.AppendInt(b, code, 10), ';')
	}
	if from.fg != to.fg {
		b = appendColour(b, 30, to.fg)
	}
	if from.bg != to.bg {
		b = appendColour(b, 40, to.bg)
	}
	b[len(b)-1] = 'm'
	return b
}

// appendColour appends the codes of a colour. Base is 30 for the foreground and 40 for
// the background.
func appendColour(b []byte, base int, c colour) []byte {
	switch c.kind() {
	case basic:
		if n := c.part(0); n < 8 {
			b = strconv.AppendInt(b, int64(base+n), 10)
		} else {
			b = strconv.AppendInt(b, int64(base+60+n-8), 10)
		}
	case indexed:
		b = strconv.AppendInt(b, int64(base+8), 10)
		b = strconv.AppendInt(append(b, ";5;"...), int64(c.part(0)), 10)
	case direct:
		b = append(strconv.AppendInt(b, int64(base+8), 10), ";2"...)
		for n := 2; n >= 0; n-- {
			b = strconv.AppendInt(append(b, ';'), int64(c.part(n)), 10)
		}
	default:
		b = strconv.AppendInt(b, int64(base+9), 10)
	}
	return append(b, ';')
}

func appendRune(b []byte, r rune) []byte { return utf8.AppendRune(b, r) }
