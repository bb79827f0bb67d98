package rules

// Costs of the steps and captures by which a pawn reaches promotion. A capture costs more
// than a step, because there may be nothing to capture.
const (
	stepCost    = 2
	captureCost = 5
	// farthest is the lowest cost at which a pawn counts as not advanced.
	farthest  = 20
	unreached = 1 << 10
)

// AdvanceScale is the value that [PawnAdvance] returns for a square on which a pawn promotes.
const AdvanceScale = farthest * farthest

// PawnAdvance returns, for each square, how far a pawn on it has advanced: AdvanceScale
// where it promotes, and less the farther it is from promotion, down to 0. The parameter
// `pawn` tells the pawn's army and whether it travels backward.
func PawnAdvance(e Evaluable, pawn Piece) (advance [256]int) {
	for sq, cost := range promotionCosts(e, pawn) {
		left := max(0, farthest-cost)
		advance[sq] = left * left
	}
	return advance
}

// promotionCosts returns, for each square, the lowest cost at which the pawn can reach
// promotion from there (see stepCost and captureCost). It recomputes the costs of all squares
// until no cost decreases.
func promotionCosts(e Evaluable, pawn Piece) (costs [256]int) {
	for i := range costs {
		costs[i] = unreached
	}
	tables := e.AttackTables()
	ways := tables.PawnDirections(pawn)
	for changed := true; changed; {
		changed = false
		for _, sq := range tables.Squares {
			best := costs[sq]
			if e.Promotes(pawn.Army(), sq) {
				best = 0
			}
			for d := range Direction(8) {
				cost := costs[tables.Step(sq, d)]
				if d == ways.Step {
					best = min(best, cost+stepCost)
				} else if ways.Captures.Has(d) {
					best = min(best, cost+captureCost)
				}
			}
			if best < costs[sq] {
				costs[sq], changed = best, true
			}
		}
	}
	return costs
}
