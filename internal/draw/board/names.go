package board

import (
	"quadrille/internal/draw"
	"quadrille/rules"
)

// Sign returns the letter or digit that identifies an army. It is the first letter of the
// army's name. If the names of two armies of the game begin with the same letter, the sign
// of every army is its number.
func Sign(f *rules.Facts, a rules.Army) string {
	var firsts [256]int
	for _, word := range f.Armies {
		firsts[word[0]]++
	}
	for _, n := range firsts {
		if n > 1 {
			return "1234"[a : a+1]
		}
	}
	return f.Armies[a][:1]
}

// SeatSign returns the short text that stands for a seat: the sign of its army. If several
// seats share the army, the name of the seat's zone follows.
func SeatSign(f *rules.Facts, s rules.Seat) string {
	sign := Sign(f, f.SeatArmy(s))
	if zone := f.Zone(s); zone != nil {
		sign += zone.Name
	}
	return sign
}

// drawNames draws the names of the columns above the board and the names of the rows to the
// left of it.
func (v *View) drawNames(g *draw.Grid, x, y int) {
	if v.Nameless {
		return
	}
	s := draw.Style{Fg: v.Theme.Faint, Bg: v.Theme.Page}
	cols, rows := v.shape()
	for col := range cols {
		if v.Unnamed {
			break
		}
		name := v.shared(func(i int) rules.Square { return v.squareAt(i, col) }, rows)
		g.Text(x+v.left(col)+v.Size.W/2+1-len(name), y+v.captions(), v.Size.W, name, s)
	}
	for row := range rows {
		name := v.shared(func(i int) rules.Square { return v.squareAt(row, i) }, cols)
		at := y + v.top() + row*v.Size.H + (v.Size.H-1)/2
		g.Text(x+labelWidth-1-len(name), at, labelWidth, name, s)
	}
}

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// shared returns the letter or number that is common to the names of all squares of a row or
// column.
func (v *View) shared(at func(i int) rules.Square, n int) string {
	letter, number := "", ""
	same := [2]bool{true, true}
	for i := range n {
		sq := at(i)
		if sq == rules.NoSquare {
			continue
		}
		name := v.Facts().Geometry.Name(sq)
		l, d := name[:1], name[1:]
		same[0] = same[0] && (letter == "" || l == letter)
		same[1] = same[1] && (number == "" || d == number)
		letter, number = l, d
	}
	if same[0] {
		i := letter[0] - 'a'
		return capitals[i : i+1]
	}
	if same[1] {
		return number
	}
	return ""
}
