package rules

import "errors"

// WhyBound is why a man has no legal move although it could go somewhere: its king
// would stand in check. nil if that is not the reason.
func ExplainImmobile(v Variant, p *Position, from Square) *Refusal {
	for _, to := range v.Facts().Geometry.Squares {
		var r *Refusal
		if errors.As(v.Explain(p, NewMove(from, to)), &r) && (r.Reason == LeavesCheck || r.Reason == StillInCheck) {
			return r
		}
	}
	return nil
}
