package bot

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// variantCase is a form of a game to test.
type variantCase struct {
	name string // the game and the options that are not the default: "NAME OPTION=VALUE"
	form rules.Variant
}

var variantCases = func() (list []variantCase) {
	for _, v := range variants.Forms() {
		name := v.Facts().Name
		for _, o := range v.Facts().ChosenOptions() {
			name += " " + o.Name + "=" + o.Value
		}
		list = append(list, variantCase{name, v})
	}
	return list
}()

// chosenCases returns the cases whose names are in QUADRILLE_VARIANT, a list separated by
// commas. If QUADRILLE_VARIANT is unset, chosenCases returns all cases.
func chosenCases() []variantCase {
	names := os.Getenv("QUADRILLE_VARIANT")
	if names == "" {
		return variantCases
	}
	return slices.DeleteFunc(
		slices.Clone(variantCases),
		func(f variantCase) bool { return !slices.Contains(strings.Split(names, ","), f.name) },
	)
}

func eachVariant(t *testing.T, do func(t *testing.T, f variantCase, v rules.Variant)) {
	for _, f := range variantCases {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			do(t, f, f.form)
		})
	}
}

// playRandom returns a game after random plies. It stops before an action that would end the
// game. It prefers captures, so that positions occur in which few pieces are left or a seat
// moves several armies.
func playRandom(v rules.Variant, dice *rand.Rand, plies int) *rules.Game {
	g := rules.NewGame(v)
	for range plies {
		legal := v.Legal(&g.Position, nil)
		a := legal[dice.IntN(len(legal))]
		for range 2 {
			if g.Position.Board[a.To] == 0 {
				a = legal[dice.IntN(len(legal))]
			}
		}
		next := g.Clone()
		if _, err := next.Play(a); err != nil || next.Position.Over() {
			break
		}
		g = next
	}
	return g
}
