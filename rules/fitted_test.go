package rules_test

import (
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// fittedToy is the toy game with a row of its own.
type fittedToy struct{ *rulestest.Toy }

func (fittedToy) Fitted(table string) string { return map[string]string{"numbers": `{"a": 1}`}[table] }

// TestFittedRow checks that the row of a game's form comes first, and then the one that the game
// brings.
func TestFittedRow(t *testing.T) {
	v, err := rulestest.NewToy(nil)
	if err != nil {
		t.Fatal(err)
	}
	toy := fittedToy{v.(*rulestest.Toy)}
	type row map[string]int
	known := map[string]row{rules.Form(v.Facts()): {"a": 2}}
	for _, c := range []struct {
		table map[string]row
		name  string
		v     rules.Variant
		want  int
	}{
		{known, "numbers", toy, 2},
		{nil, "numbers", toy, 1},
		{nil, "others", toy, 0},
		{nil, "numbers", v, 0},
	} {
		if got := rules.FittedRow(c.table, c.name, c.v)["a"]; got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
