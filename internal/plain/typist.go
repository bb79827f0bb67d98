package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/internal/player"
)

// typed is something that a person did with his keyboard.
type typed struct {
	line      string
	interrupt bool // ctrl-c
	end       bool // ctrl-d on an empty line
	long      bool // the line was too long to be read
}

// lineBytes is the longest line that is read.
const lineBytes = 500

// typist makes lines of what comes in. On a terminal it echoes, and knows the
// keys of the simplest of line editors; there is no other.
//
// The editor of golang.org/x/term is not used here. It moves the cursor by escape
// sequences for each backspace and each line that comes while somebody types, which
// dumb terminals print and screen readers speak; it takes every character for one
// cell, so that wide ones are erased by half; and it ends a line in the same way for
// ctrl-c, which asks a question here, and for ctrl-d.
type typist struct {
	echoes  bool
	secret  func() bool // whether what is being typed is for no eyes, nor a screen reader
	text    []byte      // valid UTF-8 on a terminal
	rest    []byte      // the beginning of a character
	long    bool
	escape  escape
	newLine bool // the last was a carriage return: a line feed belongs to it
}

// escape is how far a sequence of an arrow key or the like has come. They mean
// nothing here.
type escape uint8

const (
	noEscape escape = iota
	begun           // ESC
	inside          // ESC [
	last            // ESC O
)

// The keys that are no letters.
const (
	ctrlC, ctrlD, ctrlU  = 0x03, 0x04, 0x15
	backspace, del, esc  = 0x08, 0x7f, 0x1b
	erase, carriageRetrn = "\b \b", '\r'
)

// shown is what the terminal shows of an unfinished line.
func (t *typist) shown() string {
	if t.echoes && !t.secret() {
		return string(t.text)
	}
	return ""
}

// take reads a chunk, shows what is to be seen of it through echo, and calls did
// for what was done, in order.
func (t *typist) take(chunk []byte, echo func(string), did func(typed)) {
	if !t.echoes {
		t.lines(chunk, did)
		return
	}
	if t.escape == begun && len(chunk) > 0 && chunk[0] != '[' && chunk[0] != 'O' {
		t.escape = noEscape // the key itself, pressed alone
	}
	t.rest = append(t.rest, chunk...)
	for len(t.rest) > 0 && utf8.FullRune(t.rest) {
		r, n := utf8.DecodeRune(t.rest)
		t.rest = t.rest[n:]
		t.key(r, t.discreet(echo), did)
	}
}

// discreet shows of what is secret only where it ends.
func (t *typist) discreet(echo func(string)) func(string) {
	if !t.secret() {
		return echo
	}
	return func(text string) {
		if text == "\n" {
			echo(text)
		}
	}
}

// lines splits what comes without a terminal.
func (t *typist) lines(chunk []byte, did func(typed)) {
	for _, b := range chunk {
		switch {
		case b == '\n':
			t.enter(did)
		case b == carriageRetrn:
		case len(t.text) >= lineBytes:
			t.long = true
		default:
			t.text = append(t.text, b)
		}
	}
}

func (t *typist) enter(did func(typed)) {
	line := typed{line: string(t.text), long: t.long}
	t.text, t.long = t.text[:0], false
	did(line)
}

func (t *typist) key(r rune, echo func(string), did func(typed)) {
	wasReturn := t.newLine
	t.newLine = r == carriageRetrn
	switch {
	case t.inEscape(r), r == '\n' && wasReturn:
	case r == carriageRetrn, r == '\n':
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

// inEscape swallows the sequences of keys that mean nothing here.
func (t *typist) inEscape(r rune) bool {
	switch {
	case r == esc:
		t.escape = begun
		return true
	case t.escape == noEscape:
		return false
	case t.escape == begun && r == '[':
		t.escape = inside
	case t.escape == begun && r == 'O':
		t.escape = last
	case t.escape == inside && (r < '@' || r > '~'):
	default:
		t.escape = noEscape
	}
	return true
}

// visible reports whether a character can be typed: one that is a letter or sign
// by itself, as long as there is room.
func (t *typist) visible(r rune) bool {
	if r == utf8.RuneError || len(t.text)+utf8.RuneLen(r) > lineBytes {
		return false
	}
	return r == ' ' || unicode.IsPrint(r) && player.Shown(string(r), 2) == string(r)
}

// erase takes the last character back, with the only control characters that are
// ever sent of the program's own accord.
func (t *typist) erase(echo func(string)) {
	r, n := utf8.DecodeLastRune(t.text)
	if n == 0 {
		return
	}
	t.text = t.text[:len(t.text)-n]
	echo(strings.Repeat(erase, max(1, player.Cells(string(r)))))
}
