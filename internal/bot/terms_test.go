package bot

import (
	"math"
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// TestTermsAddUpToTheEvaluation checks that the terms, multiplied by their weights, are the
// evaluation of the pieces.
func TestTermsAddUpToTheEvaluation(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		weights := termWeights(v.(rules.Evaluable).Weights())
		dice := rand.New(rand.NewPCG(31, 1))
		for range 3 {
			g := rules.NewGame(v)
			for ply := 0; ply < 200 && !g.Position.Over(); ply++ {
				legal := v.Legal(&g.Position, nil)
				if _, err := g.Play(legal[dice.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
				if ply%3 > 0 { // a position differs little from the next one
					continue
				}
				var e evaluator
				e.setGame(g)
				e.standing = nil
				m := e.countMaterial(&g.Position)
				values := e.seatValues(&g.Position, &m)
				e.applyMates(&g.Position, &values)
				sum := 0.0
				for k, count := range Terms(v, &g.Position) {
					sum += weights[k] * count
				}
				if want := float64(e.relativeValue(&values)); math.Abs(sum-want) > 50 { // pawn bonuses and mated seats are rounded
					t.Fatalf("ply %d: the terms add up to %.0f, the evaluation is %.0f", ply, sum, want)
				}
			}
		}
	})
}

// termWeights returns the weight of each term in the order of TermNames.
func termWeights(w rules.Weights) (list []float64) {
	for kind := rules.Pawn; kind <= rules.King; kind++ {
		list = append(list, float64(w.Pieces[kind]))
	}
	for kind := rules.Knight; kind <= rules.Queen; kind++ {
		list = append(list, float64(w.Mobility[kind]))
	}
	return append(list, float64(w.KingAttack), float64(w.PawnAdvance), float64(w.Frozen))
}
