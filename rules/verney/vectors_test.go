package verney

import (
	"os"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestT2_TracesAreEqualInEveryKey(t *testing.T) {
	rulestest.Traces(t, open, "verney", 8)
}

func open(_ string, options map[string]string) (rules.Variant, error) { return New(options) }

func game(t testing.TB) rules.Variant {
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestV30_TheAuthorsOpening plays the opening that the author of the game gives. It checks the
// notation of each move, and which seats are in check after it. Where the author writes "any
// move", the file contains a particular move.
func TestV30_TheAuthorsOpening(t *testing.T) {
	record, err := os.ReadFile("testdata/verney-opening.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields("h3 c8 g12 l7 Bxa9 Qxh14+ Kxh14 Bxf14 Qxn8+ Kxa9 Kg14 Kxn8 k3 c4 Kxf14")
	checks := map[int]string{6: "white", 9: "black", 10: "black", 11: "black"}
	g := rules.NewGame(game(t))
	for i, word := range rules.SplitRecord(string(record)) {
		a, err := rules.ParsePlain(g.Variant.Facts(), g.Position.Turn, word)
		if err != nil {
			t.Fatal(err)
		}
		if own := g.Variant.(rules.Notation).Write(&g.Position, a); own != want[i] {
			t.Errorf("ply %d: written %s, want %s", i+1, own, want[i])
		}
		line, err := rules.TracePlay(g, i+1, word)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(line.Check, " "); got != checks[i+1] {
			t.Errorf("ply %d: %q in check, want %q", i+1, got, checks[i+1])
		}
	}
	for _, sq := range g.Variant.Facts().Geometry.Squares {
		if k := g.Position.Board[sq].Kind(); k == rules.Queen {
			t.Errorf("a queen is left on %s", g.Variant.Facts().Geometry.Name(sq))
		}
	}
}
