package bot

import "quadrille/rules"

// Costs of the steps and captures by which a pawn reaches promotion. A capture costs more
// than a step, because there may be nothing to capture.
const (
	stepCost  = 2
	takeCost  = 5
	farthest  = 20 // at this cost the bonus is zero
	unreached = 1 << 10
)

// computePawnBonus computes the bonus of a pawn on each square. The bonus is higher if the
// pawn is closer to promotion.
func (e *evaluator) computePawnBonus(a rules.Evaluable) {
	for army := range rules.Army(e.armies) {
		for _, reversed := range [2]bool{false, true} {
			pawn := rules.NewPiece(rules.Pawn, army).WithReversed(reversed)
			costs := e.promotionCosts(a, pawn)
			for _, sq := range e.reach.Squares {
				left := max(0, farthest-costs[sq])
				e.pawnBonus[pawn>>3&7][sq] = e.advance * int32(left*left) / (farthest * farthest)
			}
		}
	}
}

// promotionCosts returns the cost of reaching promotion from each square. It recomputes the
// costs of all squares until none decreases.
func (e *evaluator) promotionCosts(a rules.Evaluable, pawn rules.Piece) (costs [256]int) {
	for i := range costs {
		costs[i] = unreached
	}
	ways := e.reach.PawnDirections(pawn)
	for changed := true; changed; {
		changed = false
		for _, sq := range e.reach.Squares {
			best := costs[sq]
			if a.Promotes(pawn.Army(), sq) {
				best = 0
			}
			for d := range rules.Direction(8) {
				cost := costs[e.reach.Step(sq, d)]
				if d == ways.Step {
					best = min(best, cost+stepCost)
				} else if ways.Captures.Has(d) {
					best = min(best, cost+takeCost)
				}
			}
			if best < costs[sq] {
				costs[sq], changed = best, true
			}
		}
	}
	return costs
}
