package bot

import (
	"testing"

	"quadrille/rules"
)

func TestLevelsGetStronger(t *testing.T) {
	eachVariant(t, func(t *testing.T, _ variantCase, v rules.Variant) {
		for l := Level(1); l < Strongest; l++ {
			here, above := l.Limits(v, 7), (l+1).Limits(v, 7)
			if here.Nodes > above.Nodes || here.Noise < above.Noise || here == above || here.Noise == 0 || here.Seed != 7 {
				t.Errorf("level %d has %+v, the next level %+v", l, here, above)
			}
		}
		if best := Strongest.Limits(v, 7); best.Noise != 0 || best != (Strongest+1).Limits(v, 7) {
			t.Errorf("the strongest level has %+v", best)
		}
		if Level(0).Limits(v, 7) != Level(1).Limits(v, 7) {
			t.Error("level 0 does not have the limits of level 1")
		}
	})
}
