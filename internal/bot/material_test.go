package bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// TestUpdatedMaterialIsCountedMaterial checks that updating the material after each action
// gives the same result as counting it again.
func TestUpdatedMaterialIsCountedMaterial(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		dice := rand.New(rand.NewPCG(20, 1))
		var e evaluator
		for range 20 {
			g := rules.NewGame(v)
			e.setGame(g)
			m := e.countMaterial(&g.Position)
			for ply := 0; ply < 300 && !g.Position.Over(); ply++ {
				before := g.Position
				legal := v.Legal(&g.Position, nil)
				a := legal[dice.IntN(len(legal))]
				effects, err := g.Play(a)
				if err != nil {
					t.Fatal(err)
				}
				m = e.updateMaterial(m, &before, &g.Position, a, &effects)
				if want := e.countMaterial(&g.Position); m != want {
					t.Fatalf("ply %d, %s: %v, want %v", ply, rules.Plain(v.Facts(), v.Actor(&before), a), m, want)
				}
			}
		}
	})
}
