package plain

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"quadrille/internal/player"
)

// lineCells is the longest line that is ever sent.
const lineCells = 2000

// voice is what a session says. It goes out once in each turn of the session.
type voice struct {
	to     io.Writer
	out    bytes.Buffer
	typing *typist // what stands unfinished on the terminal
	broken bool    // a sentence came into it
	failed bool
}

// say says a sentence: it begins with a capital letter and ends like one. Nothing
// in it reaches a terminal that is not letters and signs.
func (v *voice) say(format string, args ...any) {
	if v.typing.shown() != "" && !v.broken {
		v.broken = true
		v.out.WriteByte('\n')
	}
	v.out.WriteString(player.Shown(sentence(fmt.Sprintf(format, args...)), lineCells))
	v.out.WriteByte('\n')
}

// echo shows what was typed.
func (v *voice) echo(text string) {
	if v.broken {
		v.mend()
	}
	v.out.WriteString(text)
}

// mend repeats what was typed on a line that news came into.
func (v *voice) mend() {
	if v.broken {
		v.broken = false
		v.out.WriteString(v.typing.shown())
	}
}

func (v *voice) bell() { v.out.WriteByte('\a') }

// flush sends what was said. A client that does not take it is cut by who gave
// us the writer; then nothing more is sent.
func (v *voice) flush() {
	v.mend()
	if v.out.Len() > 0 && !v.failed {
		_, err := v.to.Write(v.out.Bytes())
		v.failed = err != nil
	}
	v.out.Reset()
}

// sentence begins text with a capital letter and ends it with a stop.
func sentence(text string) string {
	text = capital(strings.TrimSpace(text))
	if text == "" || strings.ContainsRune(".?!", rune(text[len(text)-1])) {
		return text
	}
	return text + "."
}

// capital writes the first letter great. Squares stay small.
func capital(text string) string {
	if text == "" || len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
