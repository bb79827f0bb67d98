package api

import (
	"bytes"

	"quadrille/internal/protocol"
)

// byteOrderMark begins the text that some systems write.
var byteOrderMark = []byte("\ufeff")

// lines splits the input into lines.
type lines struct {
	text []byte
	long bool // whether the current line is too long; the rest of it is skipped
}

// add calls the function `each` with every line that the bytes in `chunk` complete. In place
// of a line that is too long, it passes nil. It skips empty lines.
func (l *lines) add(chunk []byte, each func(line []byte)) {
	for len(chunk) > 0 {
		part, rest, ended := bytes.Cut(chunk, []byte("\n"))
		if l.long = l.long || len(l.text)+len(part) > protocol.MaxLine; !l.long {
			l.text = append(l.text, part...)
		}
		if ended {
			l.end(each)
		}
		chunk = rest
	}
}

// end ends the current line. It is also called at the end of the input, whose last line may lack
// a line end.
func (l *lines) end(each func([]byte)) {
	line := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(l.text), byteOrderMark))
	switch {
	case l.long:
		each(nil)
	case len(line) > 0:
		each(line)
	}
	l.text, l.long = l.text[:0], false
}
