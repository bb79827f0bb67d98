package rulestest

import (
	"errors"
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

// NotationReadOrRefused checks that a text in the notation of a game is either refused, or read as an action that is
// legal at the start. Fuzz tests call it.
func NotationReadOrRefused(t *testing.T, v rules.Variant, text string) {
	p := v.Start()
	a, err := v.(rules.Notation).Read(&p, text)
	var refusal *rules.Refusal
	switch {
	case err != nil && !errors.As(err, &refusal):
		t.Errorf("%q: %v is not a refusal", text, err)
	case err == nil:
		if _, err := rules.NewGame(v).Play(a); err != nil {
			t.Errorf("%q was read as an illegal action: %v", text, err)
		}
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
