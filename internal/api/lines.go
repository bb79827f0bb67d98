package api

import "bytes"

// MaxLine is the longest line that is read, without its end.
const MaxLine = 4096

// lines cuts what comes in into lines.
type lines struct {
	text []byte
	long bool // the line that is being read was too long, and its rest is passed over
}

// take calls each for every line that chunk completes. A line that is too long
// comes as nil.
func (l *lines) take(chunk []byte, each func(line []byte)) {
	for len(chunk) > 0 {
		part, rest, ended := bytes.Cut(chunk, []byte("\n"))
		l.add(part)
		if ended {
			l.end(each)
		}
		chunk = rest
	}
}

func (l *lines) add(part []byte) {
	if l.long = l.long || len(l.text)+len(part) > MaxLine; !l.long {
		l.text = append(l.text, part...)
	}
}

func (l *lines) end(each func([]byte)) {
	line := bytes.TrimSpace(l.text)
	switch {
	case l.long:
		each(nil)
	case len(line) > 0: // an empty line is nothing
		each(line)
	}
	l.text, l.long = l.text[:0], false
}
