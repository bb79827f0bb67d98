package wire

import (
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// parser draws the lines of a frame into cells. What does not fit is cut, and
// what a line leaves free is blank. Sequences other than styles are dropped.
type parser struct {
	*types
	profile colorprofile.Profile
	cells   []cell // blank at first
	width   int

	x, y   int
	asked  style // as the frame has it
	dipped bool  // ink and blank are those of asked
	ink    cell  // what it makes of a character, but for the glyph
	blank  cell  // and of a blank
}

func (p *parser) parse(content string) {
	height := len(p.cells) / max(p.width, 1)
	for p.y < height && len(content) > 0 {
		switch b := content[0]; {
		case b == '\n':
			p.x, p.y = 0, p.y+1
			content = content[1:]
		case b == '\x1b':
			content = p.escape(content)
		case alone(content):
			if b >= ' ' && b != 0x7F {
				p.put(rune(b), 1)
			}
			content = content[1:]
		default:
			content = p.character(content)
		}
	}
}

// alone reports whether a text begins with an ASCII character that no mark
// follows.
func alone(text string) bool {
	return text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf || unjoined(text[1:]))
}

// unjoined reports whether a text begins with one of the signs from U+2500 to
// U+27FF: boxes, blocks, chessmen. They join nothing before them.
func unjoined(text string) bool {
	return len(text) >= 3 && text[0] == 0xE2 && text[1] >= 0x94 && text[1] <= 0x9F
}

// character draws the first character of a text, with its marks, and returns the
// rest.
func (p *parser) character(text string) string {
	if unjoined(text) && (len(text) == 3 || text[3] < utf8.RuneSelf || unjoined(text[3:])) {
		r, _ := utf8.DecodeRuneInString(text)
		p.put(r, ansi.StringWidth(text[:3]))
		return text[3:]
	}
	cluster, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	if r, size := utf8.DecodeRuneInString(cluster); size == len(cluster) {
		p.put(r, width)
	} else if width > 0 {
		p.put(p.cluster(cluster), width)
	}
	return text[max(len(cluster), 1):]
}

// put draws a glyph of that width. A wide one that half fits is a blank.
func (p *parser) put(glyph rune, width int) {
	if width <= 0 || p.x >= p.width || glyph == utf8.RuneError {
		return
	}
	if p.x+width > p.width {
		glyph, width = ' ', 1
	}
	if !p.dipped {
		p.dip()
	}
	at := p.y*p.width + p.x
	p.x += width
	if glyph == ' ' {
		p.cells[at] = p.blank
		return
	}
	p.cells[at] = p.ink | cell(glyph)
	for i := 1; i < width; i++ {
		p.cells[at+i] = p.ink | rightHalf
	}
}

// dip looks up the numbers of the style that was asked for.
func (p *parser) dip() {
	s := p.asked.within(p.profile)
	p.ink = cell(p.number(s)) << glyphBits
	p.blank = cell(p.number(s.blank()))<<glyphBits | ' '
	p.dipped = true
}

// escape follows a sequence, if it is one of a style, and returns what comes
// after it. One that does not end, ends with its line.
func (p *parser) escape(text string) string {
	if len(text) == 1 {
		return ""
	}
	switch text[1] {
	case '[':
		end := 2
		for end < len(text) && text[end] >= 0x20 && text[end] < 0x40 {
			end++
		}
		if end < len(text) && text[end] == 'm' {
			p.asked.apply(text[2:end])
			p.dipped = false
		}
		if end < len(text) && text[end] >= 0x40 {
			end++
		}
		return text[end:]
	case ']', 'P', 'X', '^', '_':
		return afterString(text[2:])
	case '\n':
		return text[1:]
	}
	return text[2:]
}

// afterString is what comes after an operating system command or its like, of
// which the text is the inside.
func afterString(text string) string {
	for i := range len(text) {
		switch {
		case text[i] == '\a':
			return text[i+1:]
		case text[i] == '\n':
			return text[i:]
		case text[i] == '\x1b' && i+1 < len(text) && text[i+1] == '\\':
			return text[i+2:]
		}
	}
	return ""
}
