package bot

import "quadrille/rules"

// What a step ahead and a capture cost a pawn on its way to promotion: it cannot
// count on finding somebody to take.
const (
	stepCost  = 2
	takeCost  = 5
	farthest  = 20 // beyond that, a pawn is worth no more than itself
	unreached = 1 << 10
)

// lookAhead finds for each square how far a pawn there is from promoting, and what
// that makes it worth.
func (e *eyes) lookAhead(a rules.Evaluable) {
	for army := range rules.Army(e.armies) {
		for _, reversed := range [2]bool{false, true} {
			pawn := rules.NewPiece(rules.Pawn, army).WithReversed(reversed)
			costs := e.promotionCosts(a, pawn)
			for _, sq := range e.reach.Squares {
				left := max(0, farthest-costs[sq])
				e.ahead[pawn>>3&7][sq] = e.advance * int32(left*left) / (farthest * farthest)
			}
		}
	}
}

// promotionCosts is how far from promoting each square is for a pawn. It settles
// all squares again and again until no way becomes shorter.
func (e *eyes) promotionCosts(a rules.Evaluable, pawn rules.Piece) (costs [256]int) {
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
