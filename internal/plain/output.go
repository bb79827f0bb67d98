package plain

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"quadrille/internal/plain/editor"
	"quadrille/internal/player"
)

// lineCells limits the width of a line.
const lineCells = 2000

// output collects the sentences of a session. They are written together after each input.
type output struct {
	to     io.Writer
	out    bytes.Buffer
	typing *editor.Editor // the editor with the unfinished line
	broken bool           // whether a sentence has interrupted the unfinished line
	failed bool
}

// say writes a sentence, with a capital letter and a full stop. Control characters are
// removed.
func (v *output) say(format string, args ...any) {
	if v.typing.Shown() != "" && !v.broken {
		v.broken = true
		v.out.WriteByte('\n')
	}
	v.out.WriteString(player.Shown(sentence(fmt.Sprintf(format, args...)), lineCells))
	v.out.WriteByte('\n')
}

// echo writes typed characters back.
func (v *output) echo(text string) {
	if v.broken {
		v.redraw()
	}
	v.out.WriteString(text)
}

// redraw repeats the unfinished line after a sentence has interrupted it.
func (v *output) redraw() {
	if v.broken {
		v.broken = false
		v.out.WriteString(v.typing.Shown())
	}
}

func (v *output) bell() { v.out.WriteByte('\a') }

// flush writes the collected sentences. After a failed write it writes nothing more.
func (v *output) flush() {
	v.redraw()
	if v.out.Len() > 0 && !v.failed {
		_, err := v.to.Write(v.out.Bytes())
		v.failed = err != nil
	}
	v.out.Reset()
}

// sentence adds a capital letter and a full stop to a text.
func sentence(text string) string {
	text = capital(strings.TrimSpace(text))
	if text == "" || strings.ContainsRune(".?!", rune(text[len(text)-1])) {
		return text
	}
	return text + "."
}

// capital writes the first letter in upper case, unless it belongs to a square.
func capital(text string) string {
	if text == "" || len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
