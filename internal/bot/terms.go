package bot

import "quadrille/rules"

// term is one term of an evaluation, with weights in which only this term counts: its weight is
// termScale.
type term struct {
	name    string
	weights rules.Weights
}

// termScale is so large that rounding a value to hundredths of a pawn does not matter.
const termScale = 1000

func terms() (list []term) {
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		t := term{name: kind.Name()}
		t.weights.Pieces[kind] = termScale
		list = append(list, t)
	}
	for kind := rules.Knight; kind <= rules.Queen; kind++ {
		t := term{name: "mobility of a " + kind.Name()}
		t.weights.Mobility[kind] = termScale
		list = append(list, t)
	}
	return append(list,
		term{"attacks on kings", rules.Weights{KingAttack: termScale}},
		term{"advance of pawns", rules.Weights{PawnAdvance: termScale}},
		term{"checkmates that can end", rules.Weights{Frozen: termScale}})
}

// TermNames returns the names of the terms that [Terms] counts.
func TermNames() (names []string) {
	for _, t := range terms() {
		names = append(names, t.name)
	}
	return names
}

// Terms returns the count of each term in a position, for the side to act: for example, how many
// more rooks it has than its opponents. The evaluation is the sum of the counts, each multiplied
// by the weight of its term, minus the penalties for bare kings, plus the value of points and
// prospects; see [rules.Standing].
func Terms(v rules.Variant, p *rules.Position) (counts []float64) {
	var e evaluator
	e.setGame(&rules.Game{Variant: v, Position: *p})
	e.standing = nil
	mated := e.evaluable.Weights().Mated
	for _, t := range terms() {
		t.weights.Mated = mated
		e.setWeights(t.weights)
		e.pawnBonus = [8][256]int32{}
		if e.advance != 0 {
			e.computePawnBonus(e.evaluable)
		}
		m := e.countMaterial(p)
		values := e.seatValues(p, &m)
		e.applyMates(p, &values)
		counts = append(counts, float64(e.relativeValue(&values))/termScale)
	}
	return counts
}
