package rules

import (
	"strings"
	"unicode"
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
	if strings.IndexFunc(text, func(r rune) bool { return r == '\r' || r >= 0x80 }) < 0 {
		return text
	}
	return strings.Map(typedRune, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
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
		return '\n'
	}
	return r
}
