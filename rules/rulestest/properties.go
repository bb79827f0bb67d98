package rulestest

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// PositionReadOrRefused checks that a position text is either refused, or read as a position
// that stays the same when it is written and read again. Fuzz tests call it.
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

// RefusedChangesNothing checks that a refused action does not change the game (G8). Fuzz
// tests call it.
func RefusedChangesNothing(t *testing.T, g *rules.Game, word string) {
	before, times := g.Position, g.Repetitions()
	if _, err := rules.TracePlay(g, 1, word); err != nil && (g.Position != before || g.Repetitions() != times) {
		t.Fatalf("%q was refused (%v) and changed the game", word, err)
	}
}
