package draw

// ascii lists ASCII characters, each with the characters that it replaces.
var ascii = [...]struct{ by, these string }{
	{">", "▸→»"},
	{"<", "←"},
	{"^", "▲↑"},
	{"v", "▼↓✓"},
	{"x", "✗×"},
	{"*", "★"},
	{"o", "●◉"},
	{"-", "○─━–—"},
	{"|", "│"},
	{"+", "┌┐└┘╭╮╰╯├┤"},
	{"~", "…±"},
	{".", "•·"},
	{"'", "’‘"},
	{`"`, "“”"},
	{"[", "▛▙"},
	{"]", "▜▟"},
	{"#", "█▀▄▌▐▁▂▃▅▆▇▚▞▘▝▖▗"},
	{"P", "♙♟"},
	{"N", "♘♞"},
	{"B", "♗♝"},
	{"R", "♖♜"},
	{"Q", "♕♛"},
	{"K", "♔♚"},
}

var asciiFor = func() map[string]string {
	signs := map[string]string{"": " "} // the right half of a wide character
	for _, a := range ascii {
		for _, r := range a.these {
			signs[string(r)] = a.by
		}
	}
	return signs
}()

// ToASCII replaces all characters that are not in ASCII: signs by similar ones, and others by question
// marks.
func (g *Grid) ToASCII() {
	for i := range g.cells {
		c := &g.cells[i]
		if len(c.Text) == 1 {
			continue
		}
		sign, known := asciiFor[c.Text]
		if !known {
			sign = "?"
		}
		c.Text = sign
	}
}
