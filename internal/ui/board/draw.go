package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// Draw puts the board on the grid with its corner at x, y.
func (v *View) Draw(g *Grid, x, y int) {
	v.drawNames(g, x, y)
	v.drawZones(g, x, y)
	v.drawSquares(g, x, y, func(rules.Square) bool { return true })
}

// Redraw draws anew the squares whose marks are others than they were when the
// board was drawn there.
func (v *View) Redraw(g *Grid, x, y int, were *Marks) {
	if v.Marks != *were {
		v.drawSquares(g, x, y, func(sq rules.Square) bool { return v.Marks[sq] != were[sq] })
	}
}

func (v *View) drawSquares(g *Grid, x, y int, which func(rules.Square) bool) {
	p := painter{view: v, grid: g, facts: v.Facts(), set: v.Chosen()}
	p.signs = signs(p.facts)
	p.load()
	for _, sq := range p.facts.Geometry.Squares {
		if !which(sq) {
			continue
		}
		dx, dy := v.Corner(sq)
		s := square{
			left: x + dx, top: y + dy, at: sq, man: v.Position.Board[sq], mark: v.Marks[sq],
			right: x + dx + v.Size.W - 1, bottom: y + dy + v.Size.H - 1,
		}
		s.ground = p.ground(&s)
		p.drawSquare(&s)
	}
}

// painter is what one drawing of a board needs for all its squares.
type painter struct {
	view  *View
	grid  *Grid
	facts *rules.Facts
	set   *assets.Set
	signs [rules.SeatCount]string
	men   [rules.King + 1]*assets.Drawing // where the size has drawings and the set asks for them
	dot   *assets.Drawing                 // where the size has drawings
}

func (p *painter) load() {
	p.dot = assets.FindDrawing("dot", p.view.Size.W, p.view.Size.H)
	if !p.set.Drawn {
		return
	}
	for k := rules.Pawn; k <= rules.King; k++ {
		p.men[k] = assets.FindDrawing(k.Name(), p.view.Size.W, p.view.Size.H)
	}
}

// square is one that is drawn: its outermost cells, and what there is to say.
type square struct {
	left, top, right, bottom int

	at     rules.Square
	man    rules.Piece
	mark   Mark
	ground Style
}

func (p *painter) drawSquare(s *square) {
	p.clear(s)
	switch {
	case s.man.IsPiece():
		p.putMan(s, p.stand(s))
	case p.dot != nil:
		p.drawEmpty(s)
	default:
		p.writeEmpty(s)
	}
	p.drawMarks(s)
}

func (p *painter) clear(s *square) {
	for y := s.top; y <= s.bottom; y++ {
		p.grid.blank(s.left, y, s.right+1, s.ground)
	}
}

// largeHeight is the lines from which on a square has room for a drawing, with
// signs beside it.
const largeHeight = 3

// ground is the look of a square without anything on it. In small squares those
// of the last move have none of their own: their sign is enough, and a move stays
// cheap to send.
func (p *painter) ground(s *square) Style {
	b := &p.view.Theme.Board
	if p.view.Theme.Plain {
		return p.plainGround(s.mark)
	}
	switch {
	case s.mark&Cursor != 0:
		return Style{Bg: b.Cursor}
	case s.mark&Lifted != 0:
		return Style{Bg: b.Lifted}
	case s.mark&(Check|Mated) != 0:
		return Style{Bg: b.Check}
	case s.mark&Premove != 0:
		return Style{Bg: b.Premove}
	case s.mark&Last != 0 && p.view.Size.H >= largeHeight:
		return Style{Bg: b.Last}
	}
	return p.view.bare(p.view.light(s.at))
}

// bare is the look of a square of which there is nothing to say.
func (v *View) bare(light bool) Style {
	if light {
		return Style{Bg: v.Theme.Board.Light}
	}
	return Style{Bg: v.Theme.Board.Dark}
}

// plainGround is ground without colour. In large squares an underline would strike
// through the drawing.
func (p *painter) plainGround(mark Mark) Style {
	switch {
	case mark&Cursor != 0:
		return Style{Attr: Reverse}
	case mark&Lifted != 0 && p.view.Size.H < largeHeight:
		return Style{Attr: Underline}
	}
	return Style{}
}

// light reports whether a square is one of the light ones.
func (v *View) light(sq rules.Square) bool {
	row, col := v.Facts().Geometry.RowCol(sq)
	return (row+col)%2 == v.Facts().Light
}

// ink is a style's look in another colour.
func ink(s Style, fg assets.Shade) Style {
	s.Fg = fg
	return s
}
