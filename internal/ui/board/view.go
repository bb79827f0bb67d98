package board

import (
	"quadrille/assets"
	"quadrille/rules"
)

// Size is the cells of a square.
type Size struct{ W, H int }

// Sizes is every size of square, the smallest first.
var Sizes = []Size{{3, 1}, {5, 2}, {6, 3}, {8, 4}, {10, 5}, {12, 6}, {14, 7}}

// SetFor is the set of chessmen that a size gets by itself.
func SetFor(s Size) *assets.Set {
	switch {
	case s.H >= largeHeight:
		return setDrawn
	case s.H == 2:
		return setChessmen
	}
	return setLetters
}

var (
	setLetters  = assets.SetNamed("letters")
	setChessmen = assets.SetNamed("chessmen")
	setDrawn    = assets.SetNamed("drawn")
)

// View is a board as somebody looks at it.
type View struct {
	Variant  rules.Variant
	Position *rules.Position
	Turned   int // quarters of a turn, clockwise; see Toward
	Size     Size
	Men      *assets.Set // of chessmen; nil for what suits the size
	Theme    *assets.Theme
	Marks    Marks
}

// Chosen is the set of chessmen that is drawn.
func (v *View) Chosen() *assets.Set {
	if v.Men != nil {
		return v.Men
	}
	return SetFor(v.Size)
}

// Facts are those of the game that is drawn.
func (v *View) Facts() *rules.Facts { return v.Variant.Facts() }

// Room for the names of rows and columns.
const (
	labelWidth  = 3
	labelHeight = 1
)

// Width is the cells that a board takes, names of its rows and borders included.
func (v *View) Width() int {
	cols, _ := v.shape()
	return v.left(cols)
}

// Height is the lines that it takes, names of its columns and zones included.
func (v *View) Height() int {
	_, rows := v.shape()
	return v.top() + rows*v.Size.H + v.captions()
}

// left is the cell where a column of squares begins.
func (v *View) left(col int) int { return labelWidth + col*v.Size.W + v.borders(col) }

// top is the line where the first row of squares begins.
func (v *View) top() int { return labelHeight + v.captions() }

// Fit is the largest size of square with which the board fits, and whether even
// the smallest does.
func (v View) Fit(width, height int) (Size, bool) {
	for i := len(Sizes) - 1; i >= 0; i-- {
		if v.Size = Sizes[i]; v.Width() <= width && v.Height() <= height {
			return v.Size, true
		}
	}
	return Sizes[0], false
}

// Corner is the upper left cell of a square, from the board's own corner.
func (v *View) Corner(sq rules.Square) (x, y int) {
	row, col := v.place(sq)
	return v.left(col), v.top() + row*v.Size.H
}

// SquareAt is the square that was drawn on a cell, counted from the board's
// corner.
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
