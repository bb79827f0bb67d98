package rules

import "fmt"

// Square is an index into [Board]. Do not send or store this number: outside the program a
// square is identified by its name.
type Square uint8

// NoSquare means that there is no square. The board contains [Wall] at this index.
const NoSquare Square = 0

// Board holds the contents of the squares row by row, surrounded by [Wall], so that a step
// over any edge meets a wall. It has 256 elements so that it can be indexed by a byte
// without a bounds check.
type Board [256]Piece

// Direction is one of the eight compass directions. Row 0 of the board is in the north. Even
// values are orthogonal directions, odd values diagonal ones.
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

// Opposite returns the opposite direction.
func (d Direction) Opposite() Direction { return (d + 4) & 7 }

// Turn returns the direction rotated clockwise by eighths of a full turn.
func (d Direction) Turn(eighths int) Direction { return (d + Direction(eighths)) & 7 }

// rowCol returns the changes of row and column for one step in the direction.
func (d Direction) rowCol() (row, col int) {
	return [8]int{-1, -1, 0, 1, 1, 1, 0, -1}[d], [8]int{0, 1, 1, 1, 0, -1, -1, -1}[d]
}

// Geometry describes the shape of a board and the names of its squares. It is built once for
// each game and never changes.
type Geometry struct {
	Width, Height int
	Squares       []Square // every square, row by row from the top left
	names         [256]string
	byName        map[string]Square
	rows, cols    [256]uint8
	empty         Board
	stride        int
	end           int                    // number of elements of a [Board] up to the last square, rounded up to a multiple of eight
	steps         [directionCount]Square // the number to add to a square, modulo 256, for a step in each direction
	knightMoves   [256]knightMoves
	// indexed by two squares: 1 + the direction from the first to the second, or 0 if no orthogonal or diagonal line
	// joins them
	lines [256][256]uint8
}

type knightMoves struct {
	count uint8
	to    [8]Square
}

// NewGeometry returns a board of width columns and height rows. The board contains only the
// squares for which on(row, col) is true, and name(row, col) is the name of each square. The
// board with its border, (width+1) x (height+2) cells, must fit into 256 cells.
func NewGeometry(width, height int, on func(row, col int) bool, name func(row, col int) string) *Geometry {
	g := &Geometry{Width: width, Height: height, byName: map[string]Square{}, stride: width + 1}
	if g.stride*(height+2) > len(g.empty) {
		panic(fmt.Sprintf("rules: a board of %d x %d squares is too large", width, height))
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
	g.end = (int(g.Squares[len(g.Squares)-1]) + 8) / 8 * 8
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

// fillTables computes the knight moves of a square and the lines that start there.
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

// At returns the square at a row and column, or NoSquare if the board has no square there.
func (g *Geometry) At(row, col int) Square {
	if row < 0 || col < 0 || row >= g.Height || col >= g.Width {
		return NoSquare
	}
	if sq := Square((row+1)*g.stride + col + 1); g.On(sq) {
		return sq
	}
	return NoSquare
}

// RowCol returns the row and column of a square, counted from the top left.
func (g *Geometry) RowCol(sq Square) (row, col int) { return int(g.rows[sq]), int(g.cols[sq]) }

// Step returns the neighbour of a square in a direction. If there is no square in that
// direction, Step returns an index at which a [Board] contains [Wall].
func (g *Geometry) Step(sq Square, d Direction) Square { return sq + g.steps[d] }

// Offset returns the number that Step adds to a square, modulo 256, for a direction.
func (g *Geometry) Offset(d Direction) Square { return g.steps[d&7] }

// Line returns the direction from one square to another. It returns false if no orthogonal
// or diagonal line joins them.
func (g *Geometry) Line(from, to Square) (Direction, bool) {
	l := g.lines[from][to]
	return Direction(l - 1), l != 0
}

// Aligned reports whether an orthogonal or diagonal line joins two squares. A piece that leaves
// one of them can expose a king on the other only if it does.
func (g *Geometry) Aligned(a, b Square) bool { return g.lines[a][b] != 0 }

// Distance returns the number of moves that a king needs from one square to another on an
// empty rectangular board.
func (g *Geometry) Distance(a, b Square) int {
	ra, ca := g.RowCol(a)
	rb, cb := g.RowCol(b)
	return max(ra-rb, rb-ra, ca-cb, cb-ca)
}

// KnightMoves returns the squares that a knight attacks from sq.
func (g *Geometry) KnightMoves(sq Square) []Square {
	l := &g.knightMoves[sq]
	return l.to[:l.count&15]
}

// Name returns the square's name in lower case, or "" if it is not on the board.
func (g *Geometry) Name(sq Square) string { return g.names[sq] }

// Square returns the square with the given name.
func (g *Geometry) Square(name string) (Square, bool) {
	sq, ok := g.byName[name]
	return sq, ok
}

// Empty returns a board without pieces.
func (g *Geometry) Empty() Board { return g.empty }
