package game

import (
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// orientation is the viewer's view of the board: the side at the bottom and the size of
// squares.
type orientation struct {
	t            *Screen
	turned       int
	turnedByHand bool // the viewer turned the board, so it no longer follows the seat
	larger       int  // number of sizes above the one that fits; set with + and -
}

// orient turns the board so that a seat sees it from its own side.
func (b *orientation) orient(v *table.View, s rules.Seat) {
	b.turned = board.Toward(v.Variant.Facts().Home[s])
}

// Drawn returns the board as drawn now, without marks.
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

// Fits reports whether a game can be shown in a terminal that is too small for other screens.
func (t *Screen) Fits(width, height int) bool {
	return t.View != nil && t.View.Phase != table.Waiting && scene.Fits(t.Board.Drawn(), width, height)
}

// At returns where the board is drawn.
func (b *orientation) At() kit.Spot {
	s := b.t.Picture()
	return s.Layout().Board
}

// resize makes the squares larger or smaller by one size. It ignores steps beyond the sizes
// that fit.
func (b *orientation) resize(by int) {
	before := b.Drawn().Size
	if b.larger += by; b.Drawn().Size == before {
		b.larger -= by
	}
}

// turn turns the board by a quarter, or by a half if it is wider than high.
func (b *orientation) turn() {
	quarters := 3
	if g := b.t.View.Variant.Facts().Geometry; g.Width != g.Height {
		quarters = 2
	}
	b.turned, b.turnedByHand = (b.turned+quarters)&3, true
}

// Cell returns the cell of the screen that shows the piece on a named square, and false if
// the board has no such square.
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
