package bot

import (
	"context"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestQuietCheckmateAfterAPartnersCheck checks that the search finds a checkmate by a
// quiet action: after n4-n5 the silver queen gives check, and gold then protects the
// queen. A deep search overlooks this if it skips quiet actions while a seat other than
// the seat to act is in check.
func TestQuietCheckmateAfterAPartnersCheck(t *testing.T) {
	v, err := variants.New("chess4", map[string]string{"teams": "on"})
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	parse := func(word string) rules.Action {
		t.Helper()
		a, err := rules.ParsePlain(v.Facts(), v.Actor(&g.Position), word)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, word := range strings.Fields("m5-l5 j2-j4 b11-c11 e14-d12 n6-i1 h1-i1 c11-d12 f13-f12 n5-l6 i1-m5 b7-d7 g13-g11") {
		if _, err := g.Play(parse(word)); err != nil {
			t.Fatal(err)
		}
	}
	s := NewSearcher(16)
	for depth := 4; depth <= 7; depth++ {
		if c := s.Choose(context.Background(), g, Limits{Depth: depth, Only: parse("n4-n5"), FirstMate: true}); c.Value > -Decided {
			t.Errorf("depth %d: n4-n5 has the value %d, want a loss", depth, c.Value)
		}
		if c := s.Choose(context.Background(), g, Limits{Depth: depth, FirstMate: true}); c.Action == parse("n4-n5") || c.Value < -Decided {
			t.Errorf("depth %d: n4-n5 is chosen, or the value %d is a loss", depth, c.Value)
		}
	}
}
