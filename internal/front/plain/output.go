package plain

import (
	"bytes"
	"fmt"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/present"
)

// lineCells is the maximum width of a sentence, in terminal cells.
const lineCells = 2000

// output collects the sentences of a session. Flush writes them together after each input.
type output struct {
	To     io.Writer
	Typing *Editor // the editor of the line that the player is typing
	out    bytes.Buffer
	broken bool // whether output was printed after the line that the player is typing, so that this line must be shown again
	failed bool
}

// Failed reports whether a write has failed.
func (v *output) Failed() bool { return v.failed }

// say adds a sentence to the output, with a capital letter and a full stop.
func (v *output) say(format string, args ...any) {
	v.line(present.Sentence(fmt.Sprintf(format, args...)))
}

// line adds a line to the output as it is, without control characters.
func (v *output) line(text string) {
	if v.Typing.shown() != "" && !v.broken {
		v.broken = true
		v.out.WriteByte('\n')
	}
	v.out.WriteString(player.Shown(text, lineCells))
	v.out.WriteByte('\n')
}

// echo adds typed characters to the output.
func (v *output) echo(text string) {
	if v.broken {
		v.redraw()
	}
	v.out.WriteString(text)
}

// redraw writes the unfinished input line again if Say has printed a line after it.
func (v *output) redraw() {
	if v.broken {
		v.broken = false
		v.out.WriteString(v.Typing.shown())
	}
}

// bell rings the bell of the terminal.
func (v *output) bell() { v.out.WriteByte('\a') }

// flush writes the collected sentences. After a failed write it writes nothing more.
func (v *output) flush() {
	v.redraw()
	if v.out.Len() > 0 && !v.failed {
		_, err := v.To.Write(v.out.Bytes())
		v.failed = err != nil
	}
	v.out.Reset()
}
