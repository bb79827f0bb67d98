package wire

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// parser parses the text of a frame into cells. It truncates lines, and drops all sequences
// except styles and hyperlinks.
type parser struct {
	*types
	profile colorprofile.Profile
	cells   []cell // the parsed frame; blank at first
	width   int

	x, y     int
	look     look            // the current style
	resolved bool            // whether the cells look.styled and look.blank already have the style look.style
	looks    map[string]look // maps the parameters of escape sequences to the styles that they select; see selectStyle
}

// look is a style and two cells in this style: one to which the parser adds a glyph, and one
// that shows a space.
type look struct {
	style  style // the style that the frame asks for; the terminal may not support its colours
	styled cell  // the parser copies this cell for each character, and adds the glyph
	blank  cell
}

// parse parses the text of a frame into cells, which are blank at first.
func (c *canvas) parse(content string, t *types, profile colorprofile.Profile, cells []cell, width int) {
	p := parser{types: t, profile: profile, cells: cells, width: width, looks: c.looks}
	p.parse(content)
	clear(c.looks) // the keys of the map are parts of `content` and would keep the whole text in memory
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

// alone reports whether a text begins with an ASCII character that no combining mark follows.
func alone(text string) bool {
	return text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf || unjoined(text[1:]))
}

// unjoined reports whether a text begins with a character from U+2500 to U+27FF: boxes,
// blocks, chess symbols. Such a character does not combine with the character before it.
func unjoined(text string) bool {
	return len(text) >= 3 && text[0] == 0xE2 && text[1] >= 0x94 && text[1] <= 0x9F
}

// character draws the first character of a text, with its combining marks, and returns the
// rest of the text.
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

// put draws a glyph of the given width. If only half of a wide glyph fits, it draws a blank.
func (p *parser) put(glyph rune, width int) {
	if width <= 0 || p.x >= p.width || glyph == utf8.RuneError {
		return
	}
	if p.x+width > p.width {
		glyph, width = ' ', 1
	}
	if !p.resolved {
		p.resolve()
	}
	at := p.y*p.width + p.x
	p.x += width
	if glyph == ' ' {
		p.cells[at] = p.look.blank
		return
	}
	p.cells[at] = p.look.styled | cell(glyph)
	for i := 1; i < width; i++ {
		p.cells[at+i] = p.look.styled | rightHalf
	}
}

// resolve computes the fields `styled` and `blank` of p.look from its style.
func (p *parser) resolve() {
	s := p.look.style.within(p.profile)
	p.look.styled = cell(p.number(s)) << glyphBits
	p.look.blank = cell(p.number(s.blank()))<<glyphBits | ' '
	p.resolved = true
}

// selectStyle applies the parameters of a sequence that selects a style. Parameters that
// begin with a reset always select the same style. The parser stores such styles, because a
// frame has many changes between few styles.
func (p *parser) selectStyle(params string) {
	stored := strings.HasPrefix(params, "0;") && p.look.style.link == ""
	if l, ok := p.looks[params]; ok && stored {
		p.look, p.resolved = l, true
		return
	}
	p.look.style.apply(params)
	p.resolved = false
	if stored {
		p.resolve()
		p.looks[params] = p.look
	}
}

// escape applies an escape sequence if it sets a style or a hyperlink, and returns the text
// after it. An unterminated sequence ends at the end of the line.
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
			p.selectStyle(text[2:end])
		}
		if end < len(text) && text[end] >= 0x40 {
			end++
		}
		return text[end:]
	case ']', 'P', 'X', '^', '_':
		rest := afterString(text[2:])
		if target, ok := hyperlink(text[:len(text)-len(rest)]); ok {
			p.look.style.link, p.resolved = target, false
		}
		return rest
	case '\n':
		return text[1:]
	}
	return text[2:]
}

// maxLink is the maximum length of a hyperlink's target, in bytes.
const maxLink = 300

// hyperlink returns the target of an OSC 8 sequence without parameters. It refuses a target
// that contains spaces, semicolons, control characters or characters other than ASCII.
func hyperlink(sequence string) (target string, ok bool) {
	target, begins := strings.CutPrefix(sequence, "\x1b]8;;")
	target, ends := strings.CutSuffix(target, "\x1b\\")
	strange := func(r rune) bool { return r <= ' ' || r > '~' || r == ';' }
	return target, begins && ends && len(target) <= maxLink && !strings.ContainsFunc(target, strange)
}

// afterString returns the text after an operating system command (OSC) or another control
// string.
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
