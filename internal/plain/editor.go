package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player"
)

// typed is one line or control key of the input.
type typed struct {
	line      string
	interrupt bool // ctrl-c
	end       bool // ctrl-d on an empty line
	long      bool // the line was too long
}

// lineBytes is the length of the longest line that is read.
const lineBytes = 500

// editor splits the input into lines. On a terminal it echoes the characters, and handles
// backspace and ctrl-u.
//
// The editor of golang.org/x/term is not suitable for plain mode: dumb terminals print its
// cursor movements and screen readers speak them, it erases only half of a wide character,
// and it cannot tell ctrl-c from ctrl-d.
type editor struct {
	echoes  bool
	secret  func() bool // whether the current line is a password
	text    []byte      // the unfinished line; valid UTF-8 on a terminal
	rest    []byte      // the first bytes of an incomplete character
	long    bool
	escape  escape
	newLine bool // whether the last key was a carriage return; then a line feed is ignored
}

// escape is the part of an escape sequence that was read. Escape sequences are ignored.
type escape uint8

const (
	noEscape escape = iota
	afterEsc        // ESC
	inCSI           // ESC [
	inSS3           // ESC O
)

const (
	ctrlC, ctrlD, ctrlU   = 0x03, 0x04, 0x15
	backspace, del, esc   = 0x08, 0x7f, 0x1b
	erase, carriageReturn = "\b \b", '\r'
)

// shown returns the unfinished line as the terminal shows it.
func (t *editor) shown() string {
	if t.echoes && !t.secret() {
		return string(t.text)
	}
	return ""
}

// take handles a chunk of input: it echoes, and calls did for each line and control key.
func (t *editor) take(chunk []byte, echo func(string), did func(typed)) {
	if !t.echoes {
		t.lines(chunk, did)
		return
	}
	if t.escape == afterEsc && len(chunk) > 0 && chunk[0] != '[' && chunk[0] != 'O' {
		t.escape = noEscape // the escape key, pressed alone
	}
	t.rest = append(t.rest, chunk...)
	for len(t.rest) > 0 && utf8.FullRune(t.rest) {
		r, n := utf8.DecodeRune(t.rest)
		t.rest = t.rest[n:]
		t.key(r, t.echoFor(echo), did)
	}
}

// echoFor returns the echo for the current line. For a password, it echoes only the line
// end.
func (t *editor) echoFor(echo func(string)) func(string) {
	if !t.secret() {
		return echo
	}
	return func(text string) {
		if text == "\n" {
			echo(text)
		}
	}
}

// lines splits the input of a client that has no terminal.
func (t *editor) lines(chunk []byte, did func(typed)) {
	for _, b := range chunk {
		switch {
		case b == '\n':
			t.enter(did)
		case b == carriageReturn:
		case len(t.text) >= lineBytes:
			t.long = true
		default:
			t.text = append(t.text, b)
		}
	}
}

func (t *editor) enter(did func(typed)) {
	line := typed{line: string(t.text), long: t.long}
	t.text, t.long = t.text[:0], false
	did(line)
}

func (t *editor) key(r rune, echo func(string), did func(typed)) {
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
			did(typed{interrupt: true})
		}
	case r == ctrlD && len(t.text) == 0:
		did(typed{end: true})
	case t.visible(r):
		t.text = utf8.AppendRune(t.text, r)
		echo(string(r))
	}
}

// inEscape reports whether a character belongs to an escape sequence.
func (t *editor) inEscape(r rune) bool {
	switch {
	case r == esc:
		t.escape = afterEsc
		return true
	case t.escape == noEscape:
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
func (t *editor) visible(r rune) bool {
	if r == utf8.RuneError || len(t.text)+utf8.RuneLen(r) > lineBytes {
		return false
	}
	return r == ' ' || unicode.IsPrint(r) && player.Shown(string(r), 2) == string(r)
}

// erase removes the last character from the line and the terminal.
func (t *editor) erase(echo func(string)) {
	r, n := utf8.DecodeLastRune(t.text)
	if n == 0 {
		return
	}
	t.text = t.text[:len(t.text)-n]
	echo(strings.Repeat(erase, max(1, player.Cells(string(r)))))
}
