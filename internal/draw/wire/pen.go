package wire

import "strconv"

// pen holds the position and the style of the character that the terminal draws next.
type pen struct {
	x     int // column; -1 if unknown, as after a wide character or a character in the last column
	y     int // row; -1 if unknown, and then x is unknown too
	style style
}

var lost = pen{x: -1, y: -1}

// appendMove appends the shortest sequence that moves the cursor to a cell, and records the
// new position in the pen.
func (p *pen) appendMove(b []byte, x, y int) []byte {
	if p.y == y {
		b = appendColumn(b, p.x, x)
		p.x = x
		return b
	}
	var room, other [32]byte
	best := appendPosition(room[:0], x, y)
	for _, byLines := range [...]bool{false, true} {
		way, column, ok := p.appendRow(other[:0], y, byLines)
		if !ok {
			continue
		}
		if way = appendColumn(way, column, x); len(way) < len(best) {
			best = append(best[:0], way...)
		}
	}
	p.x, p.y = x, y
	return append(b, best...)
}

// moveLength returns the number of bytes that appendMove appends.
func (p *pen) moveLength(x, y int) int {
	if p.y == y {
		return columnLength(p.x, x)
	}
	best := positionLength(x, y)
	if p.y < 0 {
		return best
	}
	best = min(best, p.rowLength(y)+columnLength(p.x, x))
	if down := y - p.y; down > 0 && down <= linesMax {
		best = min(best, down*len(lineEnd)+columnLength(0, x))
	}
	return best
}

// appendPosition appends the sequence that moves the cursor to an absolute position.
func appendPosition(b []byte, x, y int) []byte {
	b = append(b, "\x1b["...)
	if y > 0 || x > 0 {
		b = strconv.AppendInt(b, int64(y+1), 10)
	}
	if x > 0 {
		b = strconv.AppendInt(append(b, ';'), int64(x+1), 10)
	}
	return append(b, 'H')
}

func positionLength(x, y int) int {
	n := len("\x1b[H")
	if y > 0 || x > 0 {
		n += digits(y + 1)
	}
	if x > 0 {
		n += len(";") + digits(x+1)
	}
	return n
}

// digits returns the number of digits of a number below 10,000.
func digits(n int) int {
	switch {
	case n < 10:
		return 1
	case n < 100:
		return 2
	case n < 1000:
		return 3
	}
	return 4
}

// lineEnd moves the cursor to the first column of the next line. If more than linesMax were needed, another movement
// would take fewer bytes.
const (
	lineEnd  = "\r\n"
	linesMax = 4
)

// lineFeeds are bytes that each move the cursor down one line in the same column. They are
// vertical tabs, because a client may translate line feeds to CR LF.
const lineFeeds = "\v\v\v"

// appendRow appends the bytes that move the pen to row y, and returns the pen's new
// column. If byLines is set, it uses line ends, which move the pen to the first column. It
// returns false if the pen's row is unknown, or if byLines is set and row y is not below
// the pen or is too many lines away.
func (p *pen) appendRow(b []byte, y int, byLines bool) (way []byte, column int, ok bool) {
	down := y - p.y
	switch {
	case p.y < 0:
		return b, 0, false
	case byLines:
		if down <= 0 || down > linesMax {
			return b, 0, false
		}
		for range down {
			b = append(b, lineEnd...)
		}
		return b, 0, true
	case down >= 0 && down <= len(lineFeeds):
		return append(b, lineFeeds[:down]...), p.x, true
	case down == -1:
		return append(b, "\x1bM"...), p.x, true
	}
	n, letter := p.rowSteps(y)
	return appendSteps(b, n, letter), p.x, true
}

// rowSteps returns the parameter and the final letter of the sequence that moves the pen to row y.
func (p *pen) rowSteps(y int) (n int, letter byte) {
	n, letter = y-p.y, 'B'
	if n < 0 {
		n, letter = -n, 'A'
	}
	if n > 9 && y+1 < 10 { // use the absolute row, because that takes fewer bytes
		return y + 1, 'd'
	}
	return n, letter
}

func (p *pen) rowLength(y int) int {
	switch down := y - p.y; {
	case down >= 0 && down <= len(lineFeeds):
		return down
	case down == -1:
		return len("\x1bM")
	}
	n, _ := p.rowSteps(y)
	return stepsLength(n)
}

// appendColumn appends the shortest sequence that moves the cursor between two columns of a
// row. If `from` is -1, the cursor's column is unknown.
func appendColumn(b []byte, from, to int) []byte {
	begun, steps := len(b), to-from
	switch {
	case steps == 0:
		return b
	case to == 0:
		return append(b, '\r')
	case from < 0:
		return appendSteps(b, to+1, 'G')
	case steps < 0 && steps >= -3:
		return append(b, "\b\b\b"[:-steps]...)
	case steps < 0:
		b = appendSteps(b, -steps, 'D')
	default:
		b = appendSteps(b, steps, 'C')
	}
	var room [16]byte
	if straight := appendSteps(room[:0], to+1, 'G'); len(straight) < len(b)-begun {
		b = append(b[:begun], straight...)
	}
	return b
}

func columnLength(from, to int) int {
	switch steps := to - from; {
	case steps == 0:
		return 0
	case to == 0:
		return len("\r")
	case from < 0:
		return stepsLength(to + 1)
	case steps < 0 && steps >= -3:
		return -steps
	case steps < 0:
		return min(stepsLength(-steps), stepsLength(to+1))
	default:
		return min(stepsLength(steps), stepsLength(to+1))
	}
}

// appendSteps appends the CSI escape sequence with the parameter n and the given final
// letter. It omits the parameter if n is 1.
func appendSteps(b []byte, n int, letter byte) []byte {
	b = append(b, "\x1b["...)
	if n != 1 {
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, letter)
}

func stepsLength(n int) int {
	if n == 1 {
		return len("\x1b[X")
	}
	return len("\x1b[X") + digits(n)
}
