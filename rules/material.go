package rules

// Material returns, for each seat, the total value of the pieces that the seat controls.
// [Facts] defines the values. Kings count only if the game gives them a value, and never if they walk.
func Material(v Variant, p *Position) (total [SeatCount]int) {
	f := v.Facts()
	for _, sq := range f.Geometry.Squares {
		if piece := p.Board[sq]; piece.IsPiece() {
			if by := v.Controller(p, sq); by < SeatCount && p.State[by] != Walking {
				total[by] += f.Value(piece)
			}
		}
	}
	return total
}

// Checkers returns the seats whose pieces attack the king of a seat. Partners and seats that
// are not in play give no check.
func Checkers(v Variant, p *Position, seat Seat) (by Seats) {
	for _, sq := range CheckingSquares(v, p, seat) {
		by = by.With(v.Controller(p, sq))
	}
	return by
}

// CheckingSquares returns the squares of the pieces that give check to a seat.
func CheckingSquares(v Variant, p *Position, seat Seat) (squares []Square) {
	e, ok := v.(Evaluable)
	if !ok || p.King[seat] == NoSquare {
		return nil
	}
	var all PieceSet
	for a := range Army(SeatCount) {
		all |= AllOf(a)
	}
	for _, sq := range e.AttackTables().Attackers(&p.Board, p.King[seat], all, nil) {
		if c := v.Controller(p, sq); c < SeatCount && c != seat && !v.Facts().Partners(c, seat) && p.State[c].Attacks() {
			squares = append(squares, sq)
		}
	}
	return squares
}
