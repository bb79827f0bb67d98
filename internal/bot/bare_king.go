package bot

import "quadrille/rules"

// Weights in the evaluation of a bare king (the king of a seat that has no other piece), in
// hundredths of a pawn. They make the opponents drive this king to the edge and bring their
// own kings nearer to it.
const (
	bareKingEdge     = 10 // penalty for each step between the bare king and the centre
	bareKingDistance = 4  // how much each step between the bare king and an opponent's king reduces the penalty
)

// bareKingNodes is the minimum number of positions that a bot searches if its opponents have
// only kings. The evaluation then has no noise, so that every level can finish a won game.
const bareKingNodes = 4_000

// isBare reports whether a seat is in play and has only a king: its other pieces may be dead. If
// two seats share an army, both must have only kings.
func (e *evaluator) isBare(p *rules.Position, m *material, seat rules.Seat) bool {
	if !p.State[seat].MovesOnBoard() || p.King[seat] == rules.NoSquare {
		return false
	}
	if p.State[seat] == rules.Walking {
		return true
	}
	for a := range rules.Army(e.armies) {
		mine := e.owner(p, a) == seat
		if e.facts.SeatArmies != nil {
			mine = e.facts.SeatArmies[seat] == a
		}
		kings := int32(0)
		if e.facts.SeatArmies == nil && p.King[a] != rules.NoSquare {
			kings = e.pieceValue[rules.King]
		}
		if mine && m[a].pieces > kings {
			return false
		}
	}
	return true
}

// opponentsAreBare reports whether all opponents of the root side that are in play have only
// kings.
func (e *evaluator) opponentsAreBare(p *rules.Position, m *material) bool {
	for seat := range rules.Seat(rules.SeatCount) {
		if p.State[seat].MovesOnBoard() && !e.rootSide.Has(seat) && !e.isBare(p, m, seat) {
			return false
		}
	}
	return true
}

// subtractBareKings lowers the value of each seat with a bare king.
func (e *evaluator) subtractBareKings(p *rules.Position, m *material, values *[rules.SeatCount]int32) {
	for seat := range rules.Seat(rules.SeatCount) {
		if !e.isBare(p, m, seat) {
			continue
		}
		row, col := e.reach.RowCol(p.King[seat])
		row, col = 2*row-e.reach.Height+1, 2*col-e.reach.Width+1 // twice the distances from the centre, in rows and in columns
		penalty := bareKingEdge * int32(max(row, -row)+max(col, -col)) / 2
		for other, king := range p.King {
			if king != rules.NoSquare && p.State[other].Attacks() && !e.allies[seat].Has(rules.Seat(other)) {
				penalty -= bareKingDistance * int32(e.reach.Distance(king, p.King[seat]))
			}
		}
		values[seat] -= penalty
	}
}

// endingFrom says from when on a level makes smaller errors: when one in endingFrom of all pieces is left.
const endingFrom = 2

// noiseIn returns the noise of a level in a position. When few pieces are left, errors shrink with them:
// otherwise weak levels give away the last pieces with which they could mate.
func (e *evaluator) noiseIn(noise int, p *rules.Position, m *material) int {
	return noise * int(min(e.initial, endingFrom*e.piecesLeft(p, m))) / int(e.initial)
}

// piecesLeft returns the value of all pieces on the board except kings.
func (e *evaluator) piecesLeft(p *rules.Position, m *material) (left int32) {
	for _, army := range m {
		left += army.pieces
	}
	for _, king := range p.King {
		if king != rules.NoSquare {
			left -= e.pieceValue[rules.King]
		}
	}
	return max(0, left)
}
