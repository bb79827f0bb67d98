package bot

import "quadrille/rules"

// computePawnBonus computes the bonus of a pawn on each square. The bonus is higher if the
// pawn is closer to promotion.
func (e *evaluator) computePawnBonus(a rules.Evaluable) {
	for army := range rules.Army(e.armies) {
		for _, reversed := range [2]bool{false, true} {
			pawn := rules.NewPiece(rules.Pawn, army).WithReversed(reversed)
			advance := rules.PawnAdvance(a, pawn)
			for _, sq := range e.reach.Squares {
				e.pawnBonus[pawn>>3&7][sq] = e.advance * int32(advance[sq]) / rules.AdvanceScale
			}
		}
	}
}
