package rulestest

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// PositionReadOrRefused checks, for fuzzing, that a text is refused as a position, or that
// writing and reading the position again gives the same one.
func PositionReadOrRefused(t *testing.T, open Open, text string) {
	g, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
	if err != nil || g.Position.Over() {
		return
	}
	written := rules.PositionText(g.Variant, &g.Position)
	again, _, err := rules.ParsePosition(strings.NewReader(written), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	if rules.KeyOf(&again.Position) != rules.KeyOf(&g.Position) {
		t.Fatalf("another position:\n%s", written)
	}
}

// RefusedChangesNothing checks, for fuzzing, that a refused action does not change the game
// (G8).
func RefusedChangesNothing(t *testing.T, g *rules.Game, word string) {
	before, times := g.Position, g.Repetitions()
	if _, err := rules.TracePlay(g, 1, word); err != nil && (g.Position != before || g.Repetitions() != times) {
		t.Fatalf("%q was refused (%v) and changed the game", word, err)
	}
}
