package board

import (
	"strings"

	"quadrille/assets"
	"quadrille/rules"
)

// Draw puts the board on the grid with its corner at x, y.
func (v *View) Draw(g *Grid, x, y int) {
	v.drawNames(g, x, y)
	v.drawZones(g, x, y)
	for _, sq := range v.Facts().Geometry.Squares {
		dx, dy := v.Corner(sq)
		v.drawSquare(g, x+dx, y+dy, sq)
	}
}

func (v *View) drawSquare(g *Grid, x, y int, sq rules.Square) {
	ground := v.ground(sq)
	for dy := range v.Size.H {
		g.blank(x, y+dy, x+v.Size.W, ground)
	}
	if m := v.Position.Board[sq]; m.IsMan() {
		v.drawMan(g, x, y, sq, ground)
	} else {
		v.drawEmpty(g, x, y, sq, ground)
	}
	v.drawMarks(g, x, y, sq, ground)
}

// ground is the look of a square without anything on it. The squares of the last
// move have none of their own: their sign is enough, and a move stays cheap to
// send.
func (v *View) ground(sq rules.Square) Style {
	row, col := v.Facts().Geometry.RowCol(sq)
	s := Style{Bg: v.Theme.Dark}
	if (row+col)%2 == v.Facts().Light {
		s.Bg = v.Theme.Light
	}
	switch mark := v.Marks[sq]; {
	case mark&(Cursor|Lifted) != 0 && v.Plain:
		s.Attr = Reverse
	case mark&(Cursor|Lifted) != 0:
		s.Fg, s.Bg = v.Theme.OnCursor, v.Theme.Cursor
	case mark&(Check|Mated) != 0:
		s.Bg = v.Theme.Check
	}
	return s
}

// drawMan draws a man: its kind, on one side the sign of its army, and on the
// other how it stands, if there is anything to say.
func (v *View) drawMan(g *Grid, x, y int, sq rules.Square, ground Style) {
	m := v.Position.Board[sq]
	s := ground
	if ground.Fg == 0 {
		s.Fg = v.armyShade(m.Army())
	}
	sign, state := Sign(v.Facts(), m.Army()), v.state(sq)
	if v.Look == Pictures && v.Size.H >= 3 {
		v.drawPicture(g, x, y, m.Kind(), s)
		g.Text(x, y+v.Size.H-1, 2, sign+state, s)
		return
	}
	cx, cy := x+v.Size.W/2, y+(v.Size.H-1)/2
	active := v.active(sq)
	strong := s
	if active {
		strong.Attr |= Bold
	}
	// One look for the whole line: each change of it costs more to send than a cell.
	g.blank(x, cy, x+v.Size.W, strong)
	g.Set(cx-1, cy, sign, strong)
	g.Set(cx, cy, v.glyph(m.Kind(), active), strong)
	if state != "" {
		g.Set(cx+1, cy, state, strong)
	}
}

var figures = [...]string{rules.Pawn: "♙", rules.Knight: "♞", rules.Bishop: "♝", rules.Rook: "♜", rules.Queen: "♛", rules.King: "♚"}

func (v *View) glyph(k rules.Kind, active bool) string {
	if v.Look != Letters {
		return figures[k]
	}
	letter := string(k.Letter())
	if !active {
		letter = strings.ToLower(letter)
	}
	return letter
}

func (v *View) drawPicture(g *Grid, x, y int, k rules.Kind, s Style) {
	picture := assets.Pictures[k.Word()]
	for dy := range v.Size.H {
		for dx := range v.Size.W {
			if block := picture.Block(v.Size.W, v.Size.H, dx, dy); block != " " {
				g.Set(x+dx, y+dy, block, s)
			}
		}
	}
}

func (v *View) drawEmpty(g *Grid, x, y int, sq rules.Square, ground Style) {
	text := " "
	switch {
	case v.Marks[sq]&Target != 0:
		text = "o"
	case v.Plain:
		text = "."
	}
	if text != " " {
		g.Set(x+v.Size.W/2, y+(v.Size.H-1)/2, text, v.over(ground))
	}
}

// drawMarks puts the signs of a square's marks: a bracket on both sides for the
// cursor, and in the upper right corner what matters most of the rest.
func (v *View) drawMarks(g *Grid, x, y int, sq rules.Square, ground Style) {
	right := x + v.Size.W - 1
	if v.Marks[sq]&Cursor != 0 {
		s := v.over(ground)
		for dy := range v.Size.H {
			g.Set(x, y+dy, "[", s)
			g.Set(right, y+dy, "]", s)
		}
	}
	if sign := v.markSign(sq); sign != "" && !v.hides(sq, sign) {
		g.Set(right, y, sign, v.signStyle(sq, sign, ground))
	}
}

// signStyle is the look of a mark's sign. That of the last move looks like the
// man beside it, or like plain words, so that a move is short to send.
func (v *View) signStyle(sq rules.Square, sign string, ground Style) Style {
	switch m := v.Position.Board[sq]; {
	case sign != lastSign || ground.Fg != 0:
		return v.over(ground)
	case m.IsMan():
		ground.Fg = v.armyShade(m.Army())
	default:
		ground.Fg = v.Theme.Text
		return ground
	}
	return ground.With(Bold)
}

// over is the look of a sign on a square.
func (v *View) over(ground Style) Style {
	if ground.Fg == 0 {
		ground.Fg = v.Theme.Target
	}
	return ground.With(Bold)
}

const lastSign = "~"

// hides reports whether a sign would take the place of how a man stands, which
// tells more than where the last move went. Larger squares have room for both.
func (v *View) hides(sq rules.Square, sign string) bool {
	return sign == lastSign && v.Size.H == 1 && v.Position.Board[sq].IsMan() && v.state(sq) != ""
}

func (v *View) markSign(sq rules.Square) string {
	mark := v.Marks[sq]
	switch {
	case mark&Lifted != 0:
		return "^"
	case mark&Target != 0 && v.Position.Board[sq].IsMan():
		return "x"
	case mark&Mated != 0:
		return "#"
	case mark&Check != 0:
		return "!"
	case mark&Last != 0:
		return lastSign
	}
	return ""
}
