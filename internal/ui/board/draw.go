package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// Draw draws the board with its upper left corner at x, y.
func (v *View) Draw(g *Grid, x, y int) {
	v.drawNames(g, x, y)
	v.drawZones(g, x, y)
	v.drawSquares(g, x, y, func(rules.Square) bool { return true })
}

// Redraw draws only the squares whose marks have changed. The marks at the previous drawing
// are were.
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
			left: x + dx, top: y + dy, at: sq, piece: v.Position.Board[sq], mark: v.Marks[sq],
			right: x + dx + v.Size.W - 1, bottom: y + dy + v.Size.H - 1,
		}
		s.ground = p.ground(&s)
		p.drawSquare(&s)
	}
}

// painter draws the squares of one board.
type painter struct {
	view     *View
	grid     *Grid
	facts    *rules.Facts
	set      *assets.Set
	signs    [rules.SeatCount]string
	drawings [rules.King + 1]*assets.Drawing // drawing of each kind of piece; nil if this size has none
	dot      *assets.Drawing                 // drawing of the dot on a possible target; nil if this size has none
}

func (p *painter) load() {
	if p.view.Size.H < largeHeight && !p.set.Fine {
		return
	}
	p.dot = assets.FindDrawing("dot", p.view.Size.W, p.view.Size.H)
	if !p.set.Drawn {
		return
	}
	for k := rules.Pawn; k <= rules.King; k++ {
		p.drawings[k] = assets.FindDrawing(k.Name(), p.view.Size.W, p.view.Size.H)
	}
}

// square is a square to draw: the cells that it covers, its piece and its marks.
type square struct {
	left, top, right, bottom int

	at     rules.Square
	piece  rules.Piece
	mark   Mark
	ground Style
}

func (p *painter) drawSquare(s *square) {
	p.clear(s)
	switch {
	case s.piece.IsPiece():
		p.putPiece(s, p.state(s))
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

// largeHeight is the minimum height of a large square. A large square has room for a block
// drawing and for signs.
const largeHeight = 3

// ground returns the background of a square.
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
	case s.mark&Last != 0:
		return Style{Bg: b.Last}
	}
	return p.view.bare(p.view.light(s.at))
}

// bare returns the background of a square without marks.
func (v *View) bare(light bool) Style {
	if light {
		return Style{Bg: v.Theme.Board.Light}
	}
	return Style{Bg: v.Theme.Board.Dark}
}

// plainGround returns the background on a terminal without colours. Large squares are not
// underlined, because the line would run through the drawing.
func (p *painter) plainGround(mark Mark) Style {
	switch {
	case mark&Cursor != 0:
		return Style{Attr: Reverse}
	case mark&Lifted != 0 && p.view.Size.H < largeHeight:
		return Style{Attr: Underline}
	}
	return Style{}
}

// light reports whether a square is light.
func (v *View) light(sq rules.Square) bool {
	row, col := v.Facts().Geometry.RowCol(sq)
	return (row+col)%2 == v.Facts().Light
}

// ink returns the style with another text colour.
func ink(s Style, fg assets.Shade) Style {
	s.Fg = fg
	return s
}
