package board

import (
	"math"

	"quadrille/rules"
)

// Toward returns the number of clockwise quarter turns that bring the given home side to the
// bottom of the view. If home is a corner, it comes to the bottom left.
func Toward(home rules.Direction) int {
	bottom := rules.South
	if home%2 == 1 {
		bottom = rules.SouthWest
	}
	return int(bottom-home+8) % 8 / 2
}

// turned returns the row and column that a place on the board has after the board was turned
// clockwise by the given number of quarter turns.
func turned(quarters, width, height, row, col int) (int, int) {
	switch quarters & 3 {
	case 1:
		return col, height - 1 - row
	case 2:
		return height - 1 - row, width - 1 - col
	case 3:
		return width - 1 - col, row
	}
	return row, col
}

// shape returns the number of columns and rows of the turned board.
func (v *View) shape() (cols, rows int) {
	g := v.Facts().Geometry
	if v.Turned&1 == 1 {
		return g.Height, g.Width
	}
	return g.Width, g.Height
}

// place returns the row and column of a square on the turned board.
func (v *View) place(sq rules.Square) (row, col int) {
	g := v.Facts().Geometry
	row, col = g.RowCol(sq)
	return turned(v.Turned, g.Width, g.Height, row, col)
}

// squareAt returns the square at a row and column of the turned board.
func (v *View) squareAt(row, col int) rules.Square {
	cols, rows := v.shape()
	row, col = turned(-v.Turned&3, cols, rows, row, col)
	return v.Facts().Geometry.At(row, col)
}

// Step returns the next square in a direction of the view. It skips places that are not part
// of the board. At the edge it returns sq.
func (v *View) Step(sq rules.Square, right, down int) rules.Square {
	row, col := v.place(sq)
	cols, rows := v.shape()
	for {
		row, col = row+down, col+right
		if row < 0 || col < 0 || row >= rows || col >= cols {
			return sq
		}
		if next := v.squareAt(row, col); next != rules.NoSquare {
			return next
		}
	}
}

// Begin returns the square where the cursor of a seat starts: the square of the seat's piece
// that is nearest to the middle of the bottom edge. On a board with zones, this is the bottom
// edge of the seat's zone. If the seat has no pieces, Begin returns a square near the middle
// of that edge.
func (v *View) Begin(seat rules.Seat) rules.Square {
	middle := v.middle(seat)
	row, col := v.place(middle)
	begin, least := middle, math.MaxInt
	for _, sq := range v.Order() {
		if !v.Position.Board[sq].IsPiece() || v.Variant.Controller(v.Position, sq) != seat {
			continue
		}
		r, c := v.place(sq)
		if far := (r-row)*(r-row) + (c-col)*(c-col); far < least {
			begin, least = sq, far
		}
	}
	return begin
}

func (v *View) middle(seat rules.Seat) rules.Square {
	cols, rows := v.shape()
	first := 0
	if zone := v.Facts().Zone(seat); zone != nil {
		first = v.firstColumn(zone)
		cols = len(zone.Squares) / rows
	}
	for row := rows - 2; row >= 0; row-- {
		if sq := v.squareAt(row, first+cols/2); sq != rules.NoSquare {
			return sq
		}
	}
	return v.Facts().Geometry.Squares[0]
}

// Order returns all squares, row by row from the top left of the view.
func (v *View) Order() []rules.Square {
	cols, rows := v.shape()
	order := make([]rules.Square, 0, len(v.Facts().Geometry.Squares))
	for i := range rows * cols {
		if sq := v.squareAt(i/cols, i%cols); sq != rules.NoSquare {
			order = append(order, sq)
		}
	}
	return order
}
