package fourplayer

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// sparse is a position with a king that walks, dead pieces, a one-point queen, rights and points.
const sparse = `variant fourplayer
turn red
red K h1
red R d1
red P e2
red D f6
unmoved h1 d1
blue K a7
blue P d5
yellow P e11
yellow R d14
green K n7
green P m6
out yellow red
walking green
passed c5 d5 red
points red 29
points blue 9
`

func TestVariantContract(t *testing.T) {
	for name, options := range map[string]map[string]string{
		"points":    nil,
		"autoclaim": {"autoclaim": "on", "setup": "classic"},
		"stay":      {"walk": "off", "setup": "byg"},
		"teams":     {"teams": "on", "setup": "rg"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			s := rulestest.Suite{
				Variant: v, Open: open, Games: rulestest.Games(2, 3), Plies: 250, ActionTypes: []rules.ActionType{rules.Move},
			}
			if options == nil {
				s.Starts, s.Games = []string{sparse}, 2*s.Games
			}
			rulestest.Run(t, s)
		})
	}
}
