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
	v.DrawSquares(g, x, y, func(rules.Square) bool { return true })
}

// Redraw draws only the squares whose marks have changed since the previous drawing. The
// parameter `old` holds the marks of that drawing.
func (v *View) Redraw(g *draw.Grid, x, y int, old *Marks) {
	if v.Marks != *old {
		v.DrawSquares(g, x, y, func(sq rules.Square) bool { return v.Marks[sq] != old[sq] })
	}
}

// DrawMoving draws a piece half way between two squares, over what the board shows there. In large
// squares it is small, because it is seen for a moment and a large drawing takes many bytes.
func (v *View) DrawMoving(g *draw.Grid, x, y int, piece rules.Piece, from, to rules.Square) {
	p := newPainter(v, v.Facts(), g)
	x1, y1 := v.Corner(from)
	x2, y2 := v.Corner(to)
	x, y = x+(x1+x2)/2, y+(y1+y2)/2
	look := draw.Style{Fg: p.armies[piece.Army()]}
	if v.outlined() && v.Theme.Large.Board != nil {
		look.Fg = p.outline
	}
	d := assets.FindDrawing(piece.Kind().Name(), 5, 2, !p.set.Fine)
	if p.drawings[piece.Kind()] == nil || d == nil {
		g.Ink(x+v.Size.W/2, y+(v.Size.H-1)/2, p.set.Pieces[piece.Kind()-rules.Pawn], look.With(draw.Bold))
		return
	}
	x, y = x+(v.Size.W-d.Width)/2, y+(v.Size.H-d.Height)/2
	for dy := range d.Height {
		for dx := range d.Width {
			if block := d.At(dx, dy); block != "" {
				g.Ink(x+dx, y+dy, block, look)
			}
		}
	}
}

// DrawSquares draws the squares for which the function `which` returns true.
func (v *View) DrawSquares(g *draw.Grid, x, y int, which func(rules.Square) bool) {
	p := newPainter(v, v.Facts(), g)
	for _, sq := range p.facts.Geometry.Squares {
		if !which(sq) {
			continue
		}
		dx, dy := v.Corner(sq)
		s := square{
			left: x + dx, top: y + dy, at: sq, light: v.light(sq), piece: v.Position.Board[sq], mark: v.Marks[sq],
			right: x + dx + v.Size.W - 1, bottom: y + dy + v.Size.H - 1,
		}
		s.ground = p.ground(&s)
		p.drawSquare(&s)
	}
}

// painter draws the squares of one board.
type painter struct {
	view     *View
	grid     *draw.Grid
	facts    *rules.Facts
	set      *assets.Set
	colours  *assets.Board
	outline  assets.Shade // colour of the outline of pieces; 0 if they have none
	armies   [rules.SeatCount]assets.Shade
	plates   [rules.SeatCount]assets.Shade // backgrounds of the cells of pieces; 0 for that of the square
	signs    [rules.SeatCount]string
	drawings [rules.King + 1]*assets.Drawing // drawing of each kind of piece; nil if there is none for this size
	dot      *assets.Drawing                 // drawing of the dot on a possible target; nil if there is none for this size
	corners  *[4]string
}

func newPainter(v *View, f *rules.Facts, g *draw.Grid) painter {
	p := painter{view: v, grid: g, facts: f, set: v.Chosen(), colours: &v.Theme.Board, corners: &quarterCorners}
	p.signs = signs(p.facts)
	outlined := v.outlined()
	if outlined {
		p.colours, p.outline = v.Theme.OutlinedBoard(), v.Theme.Large.Outline
	}
	for a, word := range p.facts.Armies {
		if p.armies[a] = v.Theme.Army(word, a); outlined {
			p.armies[a] = v.Theme.OutlinedArmy(word, a)
		}
		if v.Theme.Textured {
			p.plates[a] = v.Theme.Sixteen.Plates[word]
		}
	}
	p.load()
	return p
}

// load finds the drawings for the size of the squares.
func (p *painter) load() {
	size := p.view.Size
	if size.H < 2 || size.H == 2 && !p.set.Drawn {
		return
	}
	p.dot = assets.FindDrawing("dot", size.W, size.H, !p.set.Fine)
	if !p.set.Drawn {
		return
	}
	if size.H == 2 && p.set.Fine {
		p.corners = &sextantCorners
	}
	for k := rules.Pawn; k <= rules.King; k++ {
		p.drawings[k] = assets.FindDrawing(k.Name(), size.W, size.H, !p.set.Fine)
	}
}

// outlined reports whether pieces have an outline. The squares then have other colours.
func (v *View) outlined() bool {
	return v.Theme.Large != nil && (v.Bare || v.Size.H >= outlinedHeight && v.Chosen().Drawn)
}

// square is a square to draw: its cells, its piece and its marks.
type square struct {
	left, top, right, bottom int

	at     rules.Square
	light  bool
	piece  rules.Piece
	mark   Mark
	ground draw.Style
}

func (p *painter) drawSquare(s *square) {
	p.clear(s)
	switch {
	case s.piece.IsPiece() && p.view.Bare:
		st := p.state(s.at, s.piece)
		p.putSigns(s, st, p.pieceLook(s, st))
	case s.piece.IsPiece():
		p.putPiece(s, p.state(s.at, s.piece))
	case p.dot != nil:
		p.drawEmpty(s)
	default:
		p.writeEmpty(s)
	}
	p.drawMarks(s)
}

// clear fills a square with its background. On terminals with sixteen colours, a dark square has
// a texture.
func (p *painter) clear(s *square) {
	textured := p.view.Theme.Textured && s.mark&grounded == 0 && !s.light
	for y := s.top; y <= s.bottom; y++ {
		p.grid.Bar(s.left, y, p.view.Size.W, s.ground)
		for x := s.left; textured && x <= s.right; x++ {
			p.grid.Set(x, y, "░", ink(s.ground, p.view.Theme.Sixteen.Texture))
		}
	}
}

// largeHeight is the minimum height of a square that has room for a block drawing of a
// piece, and outlinedHeight that of a square with room for a drawing with an outline.
const (
	largeHeight    = 3
	outlinedHeight = 4
)

// grounded holds the marks that give a square another background.
const grounded = Lifted | Check | Mated | Best | Last

// ground returns the background of a square.
func (p *painter) ground(s *square) draw.Style {
	b := p.colours
	switch {
	case p.view.Theme.Plain:
		return p.plainGround(s.mark)
	case s.mark&grounded == 0 && s.light:
		return draw.Style{Bg: b.Light}
	case s.mark&grounded == 0:
		return draw.Style{Bg: b.Dark}
	case s.mark&(Lifted|Best) != 0:
		return draw.Style{Bg: b.Lifted}
	case s.mark&(Check|Mated) != 0:
		return draw.Style{Bg: b.Check}
	}
	return draw.Style{Bg: b.Last}
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
