package rules

// NewCross returns the attack tables of the cross-shaped board: 14 x 14 squares without the
// 3 x 3 squares in each corner, which leaves 160. The pawns of the four armies start at the
// south, west, north and east edges, in turn order. The function `name` returns the name of
// the square at a row and column.
func NewCross(name func(row, col int) string) *AttackTables {
	on := func(row, col int) bool { return row >= 3 && row < 11 || col >= 3 && col < 11 }
	var pawns [SeatCount]PawnDirections
	for s := range pawns {
		ahead := North.Turn(2 * s)
		pawns[s] = PawnDirections{Step: ahead, Captures: 1<<ahead.Turn(-1) | 1<<ahead.Turn(1)}
	}
	return NewAttackTables(NewGeometry(14, 14, on, name), pawns)
}

// CrossHome returns a square of a seat's back row on the cross-shaped board. The index i, 0
// to 7, counts from the seat's left. If `ahead` is not zero, CrossHome returns the square
// that is this number of rows nearer to the middle.
func (g *Geometry) CrossHome(s Seat, i, ahead int) Square {
	switch s {
	case 0:
		return g.At(13-ahead, 3+i)
	case 1:
		return g.At(3+i, ahead)
	case 2:
		return g.At(ahead, 10-i)
	}
	return g.At(10-i, 13-ahead)
}
