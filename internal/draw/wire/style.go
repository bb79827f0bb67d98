package wire

import (
	"image/color"
	"strconv"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// style has the colours and attributes of a cell.
type style struct {
	fg, bg colour
	attr   attr
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

// attr is a set of text attributes.
type attr uint8

const (
	bold attr = 1 << iota
	faint
	italic
	underline
	blink
	reverse
	conceal
	strike

	// The attributes that are visible on a blank.
	onBlank = underline | reverse | strike
)

// on and off are the codes that switch each attribute on and off.
var on, off = [...]uint8{1, 2, 3, 4, 5, 7, 8, 9}, [...]uint8{22, 22, 23, 24, 25, 27, 28, 29}

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

// within returns the style as a terminal with the given colour profile can show it.
func (s style) within(p colorprofile.Profile) style {
	if p <= colorprofile.NoTTY {
		return style{}
	}
	s.fg, s.bg = s.fg.within(p), s.bg.within(p)
	return s
}

func (c colour) within(p colorprofile.Profile) colour {
	var from color.Color
	switch c.kind() {
	case basic:
		from = ansi.BasicColor(c.part(0))
	case indexed:
		from = ansi.IndexedColor(c.part(0))
	case direct:
		from = color.RGBA{uint8(c.part(2)), uint8(c.part(1)), uint8(c.part(0)), 0xFF}
	default:
		return 0
	}
	switch to := p.Convert(from).(type) {
	case ansi.BasicColor:
		return mixed(basic, int(to))
	case ansi.IndexedColor:
		return mixed(indexed, int(to))
	case nil:
		return 0
	}
	return c
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
	return appendCodes(append(b, "0;"...), style{}, to)
}

func appendChange(b []byte, from, to style) []byte {
	return appendCodes(append(b, "\x1b["...), from, to)
}

// appendCodes appends the codes that change the style `from` into `to`, and the end of the
// escape sequence. The styles must differ.
func appendCodes(b []byte, from, to style) []byte {
	b, from.attr = appendOff(b, from.attr, to.attr)
	for i, code := range on {
		if bit := attr(1 << i); to.attr&^from.attr&bit != 0 {
			b = append(strconv.AppendUint(b, uint64(code), 10), ';')
		}
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

// appendOff appends the codes that switch attributes off, and returns the remaining
// attributes. The same code switches bold and faint off.
func appendOff(b []byte, from, to attr) ([]byte, attr) {
	for i, code := range off {
		if bit := attr(1 << i); from&^to&bit != 0 {
			b = append(strconv.AppendUint(b, uint64(code), 10), ';')
			from &^= bit
			if bit&(bold|faint) != 0 {
				from &^= bold | faint
			}
		}
	}
	return b, from
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
