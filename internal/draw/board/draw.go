package board

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/rules"
)

// Draw draws the board with its upper left corner at x, y.
func (v *View) Draw(g *draw.Grid, x, y int) {
	v.drawNames(g, x, y)
	v.drawZones(g, x, y)
	v.drawSquares(g, x, y, func(rules.Square) bool { return true })
}

// Redraw draws only the squares whose marks have changed since the previous drawing. The
// parameter `old` holds the marks of that drawing.
func (v *View) Redraw(g *draw.Grid, x, y int, old *Marks) {
	if v.Marks != *old {
		v.drawSquares(g, x, y, func(sq rules.Square) bool { return v.Marks[sq] != old[sq] })
	}
}

func (v *View) drawSquares(g *draw.Grid, x, y int, which func(rules.Square) bool) {
	p := painter{view: v, grid: g, facts: v.Facts(), set: v.Chosen()}
	p.signs = signs(p.facts)
	p.load()
	p.findMoved()
	for _, sq := range p.facts.Geometry.Squares {
		if !which(sq) {
			continue
		}
		dx, dy := v.Corner(sq)
		s := square{
			left: x + dx, top: y + dy, at: sq, piece: v.Position.Board[sq], mark: v.Marks[sq],
			right: x + dx + v.Size.W - 1, bottom: y + dy + v.Size.H - 1,
		}
		s.ground, s.base = p.ground(&s)
		p.drawSquare(&s)
	}
}

// painter draws the squares of one board.
type painter struct {
	view     *View
	grid     *draw.Grid
	facts    *rules.Facts
	set      *assets.Set
	signs    [rules.SeatCount]string
	drawings [rules.King + 1]*assets.Drawing // drawing of each kind of piece; nil if there is none for this size
	moved    rules.Piece                     // the piece that moved last, if it is still on the board
	movedTo  rules.Square
	dot      *assets.Drawing // drawing of the dot on a possible target; nil if there is none for this size
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

// findMoved finds the piece that moved last.
func (p *painter) findMoved() {
	for _, sq := range p.facts.Geometry.Squares {
		if piece := p.view.Position.Board[sq]; p.view.Marks[sq]&Last != 0 && piece.IsPiece() {
			p.moved, p.movedTo = piece, sq
		}
	}
}

// square is a square to draw: its cells, its piece and its marks.
type square struct {
	left, top, right, bottom int

	at     rules.Square
	piece  rules.Piece
	mark   Mark
	ground draw.Style // background
	base   draw.Style // background of the square's bottom line
}

func (p *painter) drawSquare(s *square) {
	p.clear(s)
	switch {
	case s.piece.IsPiece() && p.view.Bare:
		st := p.state(s.at, s.piece)
		p.putSigns(s, st, p.pieceLook(s.ground, st))
	case s.piece.IsPiece():
		p.putPiece(s, p.state(s.at, s.piece))
	case p.dot != nil:
		p.drawEmpty(s)
	default:
		p.writeEmpty(s)
	}
	p.drawMarks(s)
}

func (p *painter) clear(s *square) {
	for y := s.top; y <= s.bottom; y++ {
		p.grid.Bar(s.left, y, p.view.Size.W, s.ground)
	}
	if s.base != s.ground {
		p.grid.Bar(s.left, s.bottom, p.view.Size.W, s.base)
	}
}

// largeHeight is the minimum height of a square that has room for a block drawing of a
// piece.
const largeHeight = 3

// ground returns the background of a square and, as `base`, that of its bottom line. If the
// square is part of the last move and its piece is a block drawing, only the bottom line
// has the colour of the last move, because redrawing the whole square after the next move
// would take many bytes.
func (p *painter) ground(s *square) (ground, base draw.Style) {
	if p.view.Theme.Plain {
		ground = p.plainGround(s.mark)
		return ground, ground
	}
	ground = p.view.bare(p.view.light(s.at))
	b := &p.view.Theme.Board
	switch {
	case s.mark&Cursor != 0:
		ground.Bg = b.Cursor
	case s.mark&Lifted != 0:
		ground.Bg = b.Lifted
	case s.mark&(Check|Mated) != 0:
		ground.Bg = b.Check
	case s.mark&Premove != 0:
		ground.Bg = b.Premove
	case s.mark&Last != 0 && p.drawn(s.piece) && !p.view.Whole:
		return ground, draw.Style{Bg: b.Last}
	case s.mark&Last != 0:
		ground.Bg = b.Last
	}
	return ground, ground
}

// drawn reports whether a piece is drawn as a block drawing of at least three lines.
func (p *painter) drawn(piece rules.Piece) bool {
	return p.view.Size.H >= largeHeight && piece.IsPiece() && p.drawings[piece.Kind()] != nil
}

// bare returns the background of a square without marks.
func (v *View) bare(light bool) draw.Style {
	if light {
		return draw.Style{Bg: v.Theme.Board.Light}
	}
	return draw.Style{Bg: v.Theme.Board.Dark}
}

// plainGround returns the background of a square in a theme without colours. Large squares
// are not underlined, because the line would run through the drawing.
func (p *painter) plainGround(mark Mark) draw.Style {
	switch {
	case mark&Cursor != 0:
		return draw.Style{Attr: draw.Reverse}
	case mark&Lifted != 0 && p.view.Size.H < largeHeight:
		return draw.Style{Attr: draw.Underline}
	}
	return draw.Style{}
}

// light reports whether a square is light.
func (v *View) light(sq rules.Square) bool {
	row, col := v.Facts().Geometry.RowCol(sq)
	return (row+col)%2 == v.Facts().Light
}

// ink returns the style with another text colour.
func ink(s draw.Style, fg assets.Shade) draw.Style {
	s.Fg = fg
	return s
}
