package rules

import "fmt"

// Square is a place on the board: an index into [Board]. Its value means
// nothing outside the process; people and stores use its name.
type Square uint8

// NoSquare is no square at all; it always holds the wall.
const NoSquare Square = 0

// Board holds the squares row by row behind a border of wall, so that a step
// over any edge meets wall. An index of a byte needs no bounds check.
type Board [256]Piece

// Direction is one of the eight compass directions of the natural view, in
// which row 0 is at the top. Even ones are straight, odd ones diagonal.
type Direction uint8

// The directions, clockwise.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest

	directionCount = 8
)

// Opposite is the direction back.
func (d Direction) Opposite() Direction { return (d + 4) & 7 }

// Turn is the direction that many eighths of a turn clockwise.
func (d Direction) Turn(eighths int) Direction { return (d + Direction(eighths)) & 7 }

// rowCol is one step, rows counted downward.
func (d Direction) rowCol() (row, col int) {
	return [8]int{-1, -1, 0, 1, 1, 1, 0, -1}[d], [8]int{0, 1, 1, 1, 0, -1, -1, -1}[d]
}

// Geometry is the shape of a board and the names of its squares. It is made
// once for a game and never changes.
type Geometry struct {
	Width, Height int
	Squares       []Square // every square, row by row from the top left
	names         [256]string
	byName        map[string]Square
	rows, cols    [256]uint8
	empty         Board
	stride        int
	steps         [directionCount]Square // added to a square, wrapping
	knightMoves   [256]knightMoves
	lines         [256][256]uint8 // [a][b]: 1 + direction from a toward b, 0 if they share no line
}

type knightMoves struct {
	count uint8
	to    [8]Square
}

// NewGeometry makes the board of the squares for which on is true, within width
// columns and height rows, each called as name says. The board and its border
// must fit 256 cells: (width+1) x (height+2) of them.
func NewGeometry(width, height int, on func(row, col int) bool, name func(row, col int) string) *Geometry {
	g := &Geometry{Width: width, Height: height, byName: map[string]Square{}, stride: width + 1}
	if g.stride*(height+2) > len(g.empty) {
		panic(fmt.Sprintf("rules: a board of %d x %d does not fit", width, height))
	}
	for i := range g.empty {
		g.empty[i] = Wall
	}
	for row := range height {
		for col := range width {
			if on(row, col) {
				g.add(row, col, name(row, col))
			}
		}
	}
	for d := range Direction(directionCount) {
		row, col := d.rowCol()
		g.steps[d] = Square(row*g.stride + col)
	}
	for _, from := range g.Squares {
		g.fillTables(from)
	}
	return g
}

func (g *Geometry) add(row, col int, name string) {
	sq := Square((row+1)*g.stride + col + 1)
	g.empty[sq] = 0
	g.Squares = append(g.Squares, sq)
	g.names[sq], g.byName[name] = name, sq
	g.rows[sq], g.cols[sq] = uint8(row), uint8(col)
}

// measure fills the tables of one square: where a knight leaps, and which
// squares lie on its lines.
func (g *Geometry) fillTables(from Square) {
	row, col := g.RowCol(from)
	for _, leap := range [8][2]int{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}} {
		if to := g.At(row+leap[0], col+leap[1]); to != NoSquare {
			l := &g.knightMoves[from]
			l.to[l.count] = to
			l.count++
		}
	}
	for d := range Direction(directionCount) {
		for to := g.Step(from, d); g.On(to); to = g.Step(to, d) {
			g.lines[from][to] = uint8(d) + 1
		}
	}
}

// On reports whether the square is on the board.
func (g *Geometry) On(sq Square) bool { return g.empty[sq] != Wall }

// At is the square in that row and column of the natural view, NoSquare if the
// board has none there.
func (g *Geometry) At(row, col int) Square {
	if row < 0 || col < 0 || row >= g.Height || col >= g.Width {
		return NoSquare
	}
	if sq := Square((row+1)*g.stride + col + 1); g.On(sq) {
		return sq
	}
	return NoSquare
}

// RowCol is where a square lies in the natural view, from 0, 0 at the top left.
func (g *Geometry) RowCol(sq Square) (row, col int) { return int(g.rows[sq]), int(g.cols[sq]) }

// Step is the neighbour of a square; it may be wall.
func (g *Geometry) Step(sq Square, d Direction) Square { return sq + g.steps[d] }

// Line is the direction from one square toward another, if a straight or
// diagonal line joins them.
func (g *Geometry) Line(from, to Square) (Direction, bool) {
	l := g.lines[from][to]
	return Direction(l - 1), l != 0
}

// Distance is the number of king's steps between two squares of an empty,
// unbroken board.
func (g *Geometry) Distance(a, b Square) int {
	ra, ca := g.RowCol(a)
	rb, cb := g.RowCol(b)
	return max(ra-rb, rb-ra, ca-cb, cb-ca)
}

// Leaps are the squares that a knight reaches from sq.
func (g *Geometry) KnightMoves(sq Square) []Square {
	l := &g.knightMoves[sq]
	return l.to[:l.count&15]
}

// Name is what the square is called, in lower case; empty off the board.
func (g *Geometry) Name(sq Square) string { return g.names[sq] }

// Square is the square of that name.
func (g *Geometry) Square(name string) (Square, bool) {
	sq, ok := g.byName[name]
	return sq, ok
}

// Empty is a board without men.
func (g *Geometry) Empty() Board { return g.empty }
