package bot

import (
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// forgetful is a game that does not implement [rules.Incremental].
type forgetful struct {
	rules.Variant
	rules.Evaluable
}

// TestKnownChecksChangeNoChoice checks that a search chooses the same action, with the same value, after
// the same number of nodes, whether or not it passes on what it knows about checks.
func TestKnownChecksChangeNoChoice(t *testing.T) {
	found := false
	for _, c := range variantCases {
		if _, ok := c.form.(rules.Incremental); !ok || !c.form.Facts().Teams() {
			continue
		}
		found = true
		dice := rand.New(rand.NewPCG(4, 3))
		for plies := 0; plies < 240; plies += 20 {
			g := playRandom(c.form, dice, plies)
			slow := g.Clone()
			slow.Variant = forgetful{c.form, c.form.(rules.Evaluable)}
			l := Limits{Nodes: 4000, Seed: dice.Uint64()}
			got, want := NewSearcher(14).Choose(t.Context(), g, l), NewSearcher(14).Choose(t.Context(), slow, l)
			if got != want {
				t.Errorf("%s after %d random plies: %+v, want %+v", c.name, plies, got, want)
			}
		}
	}
	if !found {
		t.Error("no game with teams is incremental")
	}
}
