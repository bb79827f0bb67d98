package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Typed returns text with the characters of a plain keyboard in place of those that phones,
// word processors and input methods write instead: it turns dashes into hyphens, typographic
// quotes into straight ones, full-width characters into ASCII, and all kinds of blanks into
// spaces. It ends lines with a line feed alone, and leaves out the byte order mark and other
// invisible characters.
//
// Typed is for text with a syntax, such as moves, records, positions and options. It changes
// the punctuation of names and sentences, so it is not for these.
func Typed(text string) string {
	if plainText(text) {
		return text
	}
	return strings.Map(typedRune, lineEnds.Replace(text))
}

// TypedLine is like [Typed] for text that is one line: it returns spaces instead of line ends.
func TypedLine(text string) string { return strings.ReplaceAll(Typed(text), "\n", " ") }

// TextLines returns text that may contain names or sentences, as files and clients on other
// systems write it: without the byte order mark, with a line feed alone at the end of a line, and
// with spaces for other kinds of blanks. It changes no punctuation; see [Typed].
func TextLines(text string) string {
	if plainText(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\ufeff':
			return -1
		case r >= 0x80 && unicode.Is(unicode.Zs, r):
			return ' '
		}
		return r
	}, lineEnds.Replace(text))
}

// lineEnds replaces the line ends of other systems.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// plainText reports whether nothing in text has to be replaced: it is ASCII without carriage
// returns, or no text at all.
func plainText(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r == '\r' || r >= 0x80 }) < 0 || !utf8.ValidString(text)
}

// typedRune returns the character of a plain keyboard that stands for r, or -1 if r is
// invisible.
func typedRune(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case unicode.Is(unicode.Pd, r), r == '\u2043', r == '\u2212': // hyphen bullet, minus sign
		return '-'
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		return -1
	case r >= '\uff01' && r <= '\uff5e':
		return r - '\uff01' + '!'
	case r >= '\u2018' && r <= '\u201b', r == '\u2032': // single quotes, prime
		return '\''
	case r >= '\u201c' && r <= '\u201f', r == '\u2033', r == '\u00ab', r == '\u00bb': // double quotes, double prime, guillemets
		return '"'
	case r == '\u00d7': // multiplication sign, which some people write for a capture
		return 'x'
	case r == '\u2028', r == '\u2029':
		return ' '
	}
	return r
}
