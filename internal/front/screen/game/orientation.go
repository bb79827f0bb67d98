package game

import (
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/scene"
	"quadrille/internal/table"
	"quadrille/rules"
)

// orientation controls how the viewer sees the board: which side is at the bottom, and the
// size of the squares.
type orientation struct {
	t            *Screen
	turned       int
	turnedByHand bool // whether the viewer turned the board; if so, the screen no longer turns it toward their seat
	larger       int  // number of size steps by which the keys + and - have enlarged the squares; negative if they are smaller
}

// orient turns the board so that the side of a seat is at the bottom.
func (b *orientation) orient(v *table.View, s rules.Seat) {
	b.turned = board.Toward(v.Variant.Facts().Home[s])
}

// Drawn returns the board as it is drawn now, but without the marks on squares.
func (b *orientation) Drawn() *board.View {
	e := b.t.env
	v := &board.View{
		Variant: b.t.View.Variant, Position: &b.t.History.shown().Position,
		Turned: b.turned, Theme: e.Styles.Theme, Pieces: e.Pieces,
	}
	v.Size = scene.FitSize(v, e.Width, e.Height, e.LimitSize, b.larger)
	scene.Shorten(v, e.Height)
	return v
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
	return scene.Fits(t.Board.Drawn(), width, height)
}

// At returns the place on the screen at which the board is drawn.
func (b *orientation) At() draw.Spot {
	s := b.t.Picture()
	return s.Layout().Board
}

// resize changes the size of the squares by one step. It ignores a step to a size that does
// not fit.
func (b *orientation) resize(by int) {
	before := b.Drawn().Size
	if b.larger += by; b.Drawn().Size == before {
		b.larger -= by
	}
}

// turn turns the board by a quarter turn, or by a half turn if its width and height differ.
func (b *orientation) turn() {
	quarters := 3
	if g := b.t.View.Variant.Facts().Geometry; g.Width != g.Height {
		quarters = 2
	}
	b.turned, b.turnedByHand = (b.turned+quarters)&3, true
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
	v, at := t.Board.Drawn(), t.Board.At()
	x, y = v.Corner(sq)
	return at.X + x + v.Size.W/2, at.Y + y + (v.Size.H-1)/2, true
}
