package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player"
)

// typedLine is a line of the input, or a control key.
type typedLine struct {
	Text      string
	Interrupt bool // whether the key is ctrl-c
	End       bool // whether the key is ctrl-d on an empty line
	Long      bool // whether the line was too long
}

// maxBytes is the maximum length of an input line, in bytes.
const maxBytes = 500

// Editor splits the input into lines. On a terminal it also echoes the characters and
// handles backspace and ctrl-u.
//
// The editor of golang.org/x/term is not suitable for plain mode. Dumb terminals print its
// cursor movements, and screen readers speak them. It erases only half of a wide character.
// It cannot tell ctrl-c from ctrl-d.
type Editor struct {
	Echoes  bool
	Secret  func() bool // reports whether the current line is a password
	text    []byte      // the unfinished line; on a terminal, it is always valid UTF-8
	rest    []byte      // the bytes of an incomplete character
	long    bool
	escape  escape
	newLine bool // whether the last key was a carriage return, after which a line feed is ignored
}

// escape tells which part of an escape sequence has been read. The editor ignores escape
// sequences.
type escape uint8

const (
	noEscape escape = iota
	afterEsc        // after ESC
	inCSI           // the bytes ESC [ have been read
	inSS3           // the bytes ESC O have been read
)

const (
	ctrlC, ctrlD, ctrlU = 0x03, 0x04, 0x15
	backspace, del, esc = 0x08, 0x7f, 0x1b
	carriageReturn      = '\r'
)

// erase is the output that removes the last character from a terminal, if the character
// is one cell wide.
const erase = "\b \b"

// shown returns the unfinished line as the terminal shows it. It is empty if the editor does
// not echo or the line is a password.
func (t *Editor) shown() string {
	if t.Echoes && !t.Secret() {
		return string(t.text)
	}
	return ""
}

// unfinished returns the line that has no end yet. On a terminal it returns "", because only Enter
// ends a line there.
func (t *Editor) unfinished() string {
	if t.Echoes || t.long {
		return ""
	}
	return string(t.text)
}

// take handles a chunk of input. It calls the function `echo` with the text that
// the terminal must show, and the function `did` with each line and each control key.
func (t *Editor) take(chunk []byte, echo func(string), did func(typedLine)) {
	if !t.Echoes {
		t.lines(chunk, did)
		return
	}
	if t.escape == afterEsc && len(chunk) > 0 && chunk[0] != '[' && chunk[0] != 'O' {
		t.escape = noEscape // the escape key was pressed alone: this chunk does not continue an escape sequence
	}
	t.rest = append(t.rest, chunk...)
	for len(t.rest) > 0 && utf8.FullRune(t.rest) {
		r, n := utf8.DecodeRune(t.rest)
		t.rest = t.rest[n:]
		t.key(r, t.echoFor(echo), did)
	}
}

// echoFor returns the function with which to echo the current line. If the line is a
// password, the function echoes only the line end.
func (t *Editor) echoFor(echo func(string)) func(string) {
	if !t.Secret() {
		return echo
	}
	return func(text string) {
		if text == "\n" {
			echo(text)
		}
	}
}

// lines splits the input of a client without a terminal into lines.
func (t *Editor) lines(chunk []byte, did func(typedLine)) {
	for _, b := range chunk {
		switch {
		case b == '\n':
			t.enter(did)
		case b == carriageReturn:
		case len(t.text) >= maxBytes:
			t.long = true
		default:
			t.text = append(t.text, b)
		}
	}
}

func (t *Editor) enter(did func(typedLine)) {
	line := typedLine{Text: string(t.text), Long: t.long}
	t.text, t.long = t.text[:0], false
	did(line)
}

func (t *Editor) key(r rune, echo func(string), did func(typedLine)) {
	wasReturn := t.newLine
	t.newLine = r == carriageReturn
	switch {
	case t.inEscape(r), r == '\n' && wasReturn:
	case r == carriageReturn, r == '\n':
		echo("\n")
		t.enter(did)
	case r == backspace, r == del:
		t.erase(echo)
	case r == ctrlU, r == ctrlC:
		if len(t.text) > 0 {
			echo("\n")
			t.text = t.text[:0]
		}
		if r == ctrlC {
			did(typedLine{Interrupt: true})
		}
	case r == ctrlD && len(t.text) == 0:
		did(typedLine{End: true})
	case t.visible(r):
		t.text = utf8.AppendRune(t.text, r)
		echo(string(r))
	}
}

// inEscape reports whether a character belongs to an escape sequence. A control character
// ends an incomplete sequence and has its usual meaning, as on a terminal. Otherwise Enter
// would do nothing after Alt-[, which sends ESC [.
func (t *Editor) inEscape(r rune) bool {
	switch {
	case r == esc:
		t.escape = afterEsc
		return true
	case t.escape == noEscape:
		return false
	case r < ' ' || r == del:
		t.escape = noEscape
		return false
	case t.escape == afterEsc && r == '[':
		t.escape = inCSI
	case t.escape == afterEsc && r == 'O':
		t.escape = inSS3
	case t.escape == inCSI && (r < '@' || r > '~'):
	default:
		t.escape = noEscape
	}
	return true
}

// visible reports whether a character is printable and fits into the line.
func (t *Editor) visible(r rune) bool {
	if r == utf8.RuneError || len(t.text)+utf8.RuneLen(r) > maxBytes {
		return false
	}
	return r == ' ' || unicode.IsPrint(r) && player.Shown(string(r), 2) == string(r)
}

// erase removes the last character from the line and the terminal.
func (t *Editor) erase(echo func(string)) {
	r, n := utf8.DecodeLastRune(t.text)
	if n == 0 {
		return
	}
	t.text = t.text[:len(t.text)-n]
	echo(strings.Repeat(erase, max(1, player.Cells(string(r)))))
}
