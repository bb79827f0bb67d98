package chess4

import "quadrille/rules"

// gainArmy transfers the army of a mated seat to the seat credited with the mate (C24). The
// army keeps its remaining castling rights (C29).
func (g *Game) gainArmy(p *rules.Position, army rules.Army, by rules.Seat) {
	p.Controller[army] = by
	p.Castling[army] = g.gainedCastling(p, army)
}

// gainedCastling returns the castling rights of a gained army. If its king is still on the
// board, the army has one right for each corner rook that is still on the board, even if
// king or rook must move back before castling (C29).
func (g *Game) gainedCastling(p *rules.Position, army rules.Army) (rights uint8) {
	if p.King[army] == rules.NoSquare {
		return 0
	}
	for i, side := range [2]uint8{rules.KingSide, rules.QueenSide} {
		if p.Rooks[army][i] != rules.NoSquare {
			rights |= side
		}
	}
	return rights
}

// pendingChoice returns the armies that a seat has gained, if there are several, because it
// must then choose one of them (C27).
func pendingChoice(p *rules.Position, seat rules.Seat) (gained rules.Seats) {
	for army, by := range p.Controller {
		if by == seat && rules.Seat(army) != seat {
			gained = gained.With(rules.Seat(army))
		}
	}
	if gained.Count() < 2 {
		return 0
	}
	return gained
}

// keepArmy keeps one gained army. The other gained armies become inactive permanently (C27).
func (g *Game) keepArmy(p *rules.Position, keep rules.Seat) {
	for s := range rules.Seat(rules.SeatCount) {
		if p.Choosing.Has(s) && s != keep {
			g.deactivate(p, rules.Army(s))
		}
	}
	p.Choosing = 0
	p.QuietPlies++
}

// deactivate makes an army inactive. Its en passant rights expire (C13).
func (g *Game) deactivate(p *rules.Position, army rules.Army) {
	p.Controller[army], p.Castling[army] = rules.NoSeat, 0
	g.expireEnPassant(p, army, false)
}

// movedNearer reports whether a move brings a king or rook nearer to its starting square: it
// reduces the distance in rows or in columns, and increases neither. Only such moves keep
// the castling right of a piece of a gained army (C29).
func (g *Game) movedNearer(home, from, to rules.Square) bool {
	if from == home {
		return false
	}
	homeRow, homeCol := g.reach.RowCol(home)
	fromRow, fromCol := g.reach.RowCol(from)
	toRow, toCol := g.reach.RowCol(to)
	rows := abs(toRow-homeRow) - abs(fromRow-homeRow)
	cols := abs(toCol-homeCol) - abs(fromCol-homeCol)
	return rows <= 0 && cols <= 0 && rows+cols < 0
}

func abs(n int) int { return max(n, -n) }
