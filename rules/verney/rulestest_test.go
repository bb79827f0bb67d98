package verney

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestVariantContract(t *testing.T) {
	starts := rulestest.Positions(t)
	for _, first := range seatNames {
		t.Run("first "+first, func(t *testing.T) {
			v, err := New(map[string]string{"first": first})
			if err != nil {
				t.Fatal(err)
			}
			s := rulestest.Suite{
				Variant: v, Open: open, Games: rulestest.Games(2, 4), Plies: 200, ActionTypes: []rules.ActionType{rules.Move},
			}
			if first == seatNames[yellow] {
				s.Starts, s.Games = starts, 4*s.Games
			}
			rulestest.Run(t, s)
		})
	}
}
