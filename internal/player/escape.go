package player

import (
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Escaping returns a writer that makes text safe for output other than a screen, such as
// a log. It writes control characters, characters that change the direction of text,
// unprintable characters and repeated combining marks as \u and four digits, so that a line
// of JSON keeps its meaning. It writes bytes of invalid UTF-8 as \x and two digits. It does
// not change clean text.
//
// If a Write ends in the middle of a character, the next Write writes the bytes of that
// character. The writer is not safe for concurrent use.
func Escaping(w io.Writer) io.Writer { return &escaping{w: w} }

type escaping struct {
	w      io.Writer
	half   []byte // first bytes of an incomplete character
	accent bool   // whether the last character was a combining mark
	line   []byte // output buffer, reused by each Write
}

// Write returns len(p), unless writing to the underlying writer fails. In that case it
// returns 0, although a part of p may have been written.
func (e *escaping) Write(p []byte) (int, error) {
	out := p
	if len(e.half) > 0 || e.accent || !tame(p) {
		out = e.escape(append(e.half, p...))
	}
	if len(out) == 0 {
		return len(p), nil
	}
	if _, err := e.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// tame reports whether p is printable ASCII text, as most output is.
func tame(p []byte) bool {
	for _, c := range p {
		if c != '\n' && (c < ' ' || c > '~') {
			return false
		}
	}
	return true
}

func (e *escaping) escape(p []byte) []byte {
	e.line, e.half = e.line[:0], nil
	for len(p) > 0 {
		r, size := utf8.DecodeRune(p)
		switch {
		case r == utf8.RuneError && size == 1 && !utf8.FullRune(p):
			e.half = append(e.half, p...)
			return e.line
		case r == utf8.RuneError && size == 1:
			e.line = append(e.line, '\\', 'x', digits[p[0]>>4], digits[p[0]&15])
		case e.prints(r):
			e.line = append(e.line, p[:size]...)
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				e.line = hex(e.line, unit)
			}
		}
		p = p[size:]
	}
	return e.line
}

// prints reports whether r is printable. A combining mark that follows another combining mark
// is not printable. The method also records in e.accent whether r is a combining mark.
func (e *escaping) prints(r rune) bool {
	after := e.accent
	e.accent = unicode.IsMark(r)
	switch {
	case r == '\n':
		return true
	case e.accent && after, unicode.Is(unicode.Me, r), !unicode.IsPrint(r):
		return false
	}
	return r < 0x80 || !unicode.In(r, hidden...) && r != blankBraille
}

// blankBraille is the Braille character without dots.
const blankBraille = '\u2800'

const digits = "0123456789abcdef"

func hex(b []byte, unit uint16) []byte {
	return append(b, '\\', 'u', digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}
