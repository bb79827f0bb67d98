package draw

import "unicode/utf8"

// ascii lists ASCII characters, each with the characters that it replaces.
var ascii = [...]struct {
	by    Glyph
	these string
}{
	{'>', "▸→»"},
	{'<', "←"},
	{'^', "▲↑"},
	{'v', "▼↓✓"},
	{'x', "✗×"},
	{'*', "★"},
	{'o', "●◉"},
	{'-', "○─━–—"},
	{'|', "│"},
	{'+', "┌┐└┘╭╮╰╯├┤"},
	{'~', "…±"},
	{'.', "•·"},
	{'\'', "’‘"},
	{'"', "“”"},
	{'[', "▛▙"},
	{']', "▜▟"},
	{'#', "█▀▄▌▐▁▂▃▅▆▇▚▞▘▝▖▗"},
	{'P', "♙♟"},
	{'N', "♘♞"},
	{'B', "♗♝"},
	{'R', "♖♜"},
	{'Q', "♕♛"},
	{'K', "♔♚"},
}

var asciiFor = func() map[Glyph]Glyph {
	signs := map[Glyph]Glyph{RightHalf: ' '}
	for _, a := range ascii {
		for _, r := range a.these {
			signs[Glyph(r)] = a.by
		}
	}
	return signs
}()

// ToASCII replaces all characters that are not in ASCII: signs by similar ones, and others by question
// marks.
func (g *Grid) ToASCII() {
	for i := range g.cells {
		c := &g.cells[i]
		if c.Glyph >= 0 && c.Glyph < utf8.RuneSelf {
			continue
		}
		sign, known := asciiFor[c.Glyph]
		if !known {
			sign = '?'
		}
		c.Glyph = sign
	}
}
