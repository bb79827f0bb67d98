package quadrochess

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestVariantContract(t *testing.T) {
	starts := rulestest.Positions(t)
	for _, text := range []string{allCastle, locked("black R h5; black N e5; white B k4; turn black-a")} {
		starts = append(starts, "variant quadrochess\n"+strings.ReplaceAll(text, ";", "\n"))
	}
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Run(t, rulestest.Suite{
		Variant: v, Open: open, Games: rulestest.Games(12, 24), Plies: 300,
		ActionTypes: []rules.ActionType{rules.Move}, Starts: starts,
	})
}
