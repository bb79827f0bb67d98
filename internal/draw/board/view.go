package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// Size is the width and height of a square in cells.
type Size struct{ W, H int }

// Sizes lists the sizes of squares in terminal cells, smallest first.
var Sizes = []Size{{3, 1}, {5, 2}, {6, 2}, {6, 3}, {8, 4}, {10, 5}, {12, 6}, {14, 7}}

// SetFor returns the default piece set for a size, on a terminal that can show it.
func SetFor(s Size) *assets.Set {
	if s.H >= 2 {
		return setFine
	}
	return setLetters
}

var (
	setLetters = assets.SetNamed("letters")
	setFine    = assets.SetNamed("fine")
)

// View is a board as one viewer sees it: a position, its marks, the side at the bottom, the
// size of the squares, and the colours.
type View struct {
	Variant  rules.Variant
	Position *rules.Position
	Turned   int // number of clockwise quarter turns; see Toward
	Size     Size
	Pieces   *assets.Set // nil for the default piece set of this size
	Theme    *assets.Theme
	Marks    Marks
	Unnamed  bool // whether to omit the column names, to save a line
	Nameless bool // whether to omit the names of rows and columns
	Bare     bool // whether to omit the pieces, which the caller draws; see Pieces
}

// Chosen returns the piece set that the board is drawn with.
func (v *View) Chosen() *assets.Set {
	if v.Pieces != nil {
		return v.Pieces
	}
	return SetFor(v.Size)
}

func (v *View) Facts() *rules.Facts { return v.Variant.Facts() }

// The space for the names of rows and columns, in cells.
const (
	labelWidth  = 3
	labelHeight = 1
)

// Width returns the width of the board in cells, including row names and borders.
func (v *View) Width() int {
	cols, _ := v.shape()
	return v.left(cols)
}

// Height returns the height of the board in lines, including column names and captions.
func (v *View) Height() int {
	_, rows := v.shape()
	return v.top() + rows*v.Size.H + v.captions()
}

// left returns the x coordinate of a column of squares, relative to the left edge of the
// board.
func (v *View) left(col int) int {
	if v.Nameless {
		return col*v.Size.W + v.borders(col)
	}
	return labelWidth + col*v.Size.W + v.borders(col)
}

// top returns the y coordinate of the first row of squares, relative to the top of the
// board.
func (v *View) top() int {
	if v.Unnamed || v.Nameless {
		return v.captions()
	}
	return labelHeight + v.captions()
}

// Fit returns the largest size of squares at which the board fits into the given width and
// height. It returns false if even the smallest size does not fit.
func (v View) Fit(width, height int) (Size, bool) {
	for i := len(Sizes) - 1; i >= 0; i-- {
		if v.Size = Sizes[i]; v.Width() <= width && v.Height() <= height {
			return v.Size, true
		}
	}
	return Sizes[0], false
}

// Tiny is the size of squares with room for the sign of the army and the letter of the piece alone. It is for boards that do not
// fit otherwise.
var Tiny = Size{2, 1}

// FitInto sets the largest size of squares at which the board fits. If it would not fit otherwise, it
// omits the names of rows and columns, and then makes the squares tiny. It returns false if the board
// does not fit at all.
func (v *View) FitInto(width, height int) bool {
	size, fits := v.Fit(width, height)
	if !fits {
		v.Nameless = true
		size, fits = v.Fit(width, height)
	}
	if v.Size = size; !fits {
		v.Size = Tiny
		fits = v.Width() <= width && v.Height() <= height
	}
	return fits
}

// Corner returns the upper left cell of a square, relative to the upper left cell of the
// board.
func (v *View) Corner(sq rules.Square) (x, y int) {
	row, col := v.place(sq)
	return v.left(col), v.top() + row*v.Size.H
}

// Placed is a piece on a square, as the board shows it.
type Placed struct {
	Kind rules.Kind
	Ink  assets.Shade
	Live bool // whether a player can move the piece
	X, Y int  // upper left cell of the square, relative to that of the board
}

// Placed returns all pieces. A caller draws them on a board with the field Bare.
func (v *View) Placed() (list []Placed) {
	p := newPainter(v, v.Facts(), nil)
	for _, sq := range p.facts.Geometry.Squares {
		if piece := v.Position.Board[sq]; piece.IsPiece() {
			state := p.state(sq, piece)
			x, y := v.Corner(sq)
			list = append(list, Placed{piece.Kind(), state.ink, state.active, x, y})
		}
	}
	return list
}

// SquareAt returns the square that is drawn on a cell. The position of the cell is relative
// to the upper left cell of the board.
func (v *View) SquareAt(x, y int) (rules.Square, bool) {
	y -= v.top()
	cols, rows := v.shape()
	if y < 0 || y >= rows*v.Size.H {
		return rules.NoSquare, false
	}
	for col := range cols {
		if left := v.left(col); x >= left && x < left+v.Size.W {
			sq := v.squareAt(y/v.Size.H, col)
			return sq, sq != rules.NoSquare
		}
	}
	return rules.NoSquare, false
}
