package chess4

import "quadrille/rules"

// gain hands the army of a seat that was mated out to the seat credited with it
// (C24), with what is left of its castling (C29).
func (ms *mates) gainArmy(p *rules.Position, army rules.Army, by rules.Seat) {
	p.Controller[army] = by
	p.Castling[army] = ms.gainedCastling(p, army)
}

// castlingSinceGain is the castlings for which the king and a corner's rook are
// still there; they may have to walk back first (C29).
func (ms *mates) gainedCastling(p *rules.Position, army rules.Army) (rights uint8) {
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

// mustChoose is the armies among which a seat must choose: those it gained, when
// they are more than one (C27).
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

// choose keeps one gained army; the others become inactive for good (C27).
func (ms *mates) keepArmy(p *rules.Position, keep rules.Seat) {
	for s := range rules.Seat(rules.SeatCount) {
		if p.Choosing.Has(s) && s != keep {
			ms.deactivate(p, rules.Army(s))
		}
	}
	p.Choosing = 0
	p.QuietPlies++
}

// retire makes an army inactive: its rights go with it (C13).
func (ms *mates) deactivate(p *rules.Position, army rules.Army) {
	p.Controller[army], p.Castling[army] = rules.NoSeat, 0
	ms.g.expireEnPassant(p, army, false)
}

// walked keeps the right to castle of a gained king or rook that moved: only a
// move that brings it nearer to its starting square by rank or file, and on
// neither farther, does; one that is home loses it by any move (C29).
func (ms *mates) movedNearer(home, from, to rules.Square) bool {
	if from == home {
		return false
	}
	homeRow, homeCol := ms.g.reach.RowCol(home)
	fromRow, fromCol := ms.g.reach.RowCol(from)
	toRow, toCol := ms.g.reach.RowCol(to)
	rows := abs(toRow-homeRow) - abs(fromRow-homeRow)
	cols := abs(toCol-homeCol) - abs(fromCol-homeCol)
	return rows <= 0 && cols <= 0 && rows+cols < 0
}

func abs(n int) int { return max(n, -n) }
