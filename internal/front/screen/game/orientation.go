package game

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/scene"
	"quadrille/internal/table"
	"quadrille/rules"
)

// orientation is how the viewer sees the board: which side is at the bottom, and the size of
// the squares.
type orientation struct {
	turned       int
	turnedByHand bool // whether the viewer turned the board; if so, the screen no longer turns it toward their seat
	larger       int  // number of size steps by which the keys + and - have enlarged the squares; negative if they are smaller
}

// terminal holds what determines a drawing, apart from the table.
type terminal struct {
	width, height int
	styles        draw.Styles
	pieces        *assets.Set                 // nil for the default piece set of each size of squares
	low           int                         // number of lines that the seats need below the board; 0 if they may not be there
	atMost        func(board.Size) board.Size // limits the size of squares, as the viewer has chosen in the settings
}

func (t *Screen) terminal() terminal {
	e := t.env
	low := 0
	if t.Study == nil && t.View != nil {
		low = scene.LowLines(t.View.Phase)
	}
	return terminal{width: e.Width, height: e.Height, styles: e.Styles, pieces: e.Pieces, low: low, atMost: e.LimitSize}
}

// orient turns the board so that the side of a seat is at the bottom, unless the viewer has
// turned it by hand.
func (b *orientation) orient(v *table.View, s rules.Seat) {
	if !b.turnedByHand {
		b.turned = board.Toward(v.Variant.Facts().Home[s])
	}
}

// drawn returns the board with a position as it is drawn now, but without the marks on
// squares.
func (b *orientation) drawn(v rules.Variant, p *rules.Position, on *terminal) board.View {
	view := board.View{Variant: v, Position: p, Turned: b.turned, Theme: on.styles.Theme, Pieces: on.pieces}
	view.Size = scene.FitSize(&view, on.width, on.height, on.low, on.atMost, b.larger)
	scene.Shorten(&view, on.height)
	return view
}

// resize changes the size of the squares by one step. It ignores a step to a size that does
// not fit. The function `drawn` returns the current size.
func (b *orientation) resize(by int, drawn func() board.Size) {
	before := drawn()
	if b.larger += by; drawn() == before {
		b.larger -= by
	}
}

// turn turns the board by a quarter turn, or by a half turn if its width and height differ.
func (b *orientation) turn(g *rules.Geometry) {
	quarters := 3
	if g.Width != g.Height {
		quarters = 2
	}
	b.turned, b.turnedByHand = (b.turned+quarters)&3, true
}

// Drawn returns the board as it is drawn now, but without the marks on squares.
func (t *Screen) Drawn() *board.View {
	v := t.drawn()
	return &v
}

// drawn returns the same as Drawn, without allocating.
func (t *Screen) drawn() board.View {
	on := t.terminal()
	return t.Board.drawn(t.View.Variant, &t.History.shown().Position, &on)
}

// Fits reports whether a terminal of the given size, which is too small for the normal
// layout, can still show the game or, before the game, the seats.
func (t *Screen) Fits(width, height int) bool {
	switch {
	case t.View == nil:
		return false
	case t.View.Phase == table.Waiting:
		return width >= draw.SmallWidth && height >= draw.SmallHeight
	}
	return scene.Fits(t.Drawn(), width, height)
}

// at returns the place on the screen at which the board is drawn.
func (t *Screen) at() draw.Spot {
	s := t.picture()
	return s.Layout().Board
}

// Cell returns the cell of the screen where the piece on a square is drawn, given the name
// of the square. It returns false if the board has no such square.
func (t *Screen) Cell(square string) (x, y int, ok bool) {
	if t.View == nil {
		return 0, 0, false
	}
	sq, ok := t.View.Variant.Facts().Geometry.Square(square)
	if !ok {
		return 0, 0, false
	}
	v, at := t.Drawn(), t.at()
	x, y = v.Corner(sq)
	return at.X + x + v.Size.W/2, at.Y + y + (v.Size.H-1)/2, true
}
