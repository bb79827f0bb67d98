package forchess

import (
	"os"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestT2_TracesAreEqualInEveryKey(t *testing.T) {
	rulestest.Traces(t, open, "forchess", 6)
}

func open(name string, options map[string]string) (rules.Variant, error) { return New(options) }

// TestT2_PositionsHaveExactlyTheseActions checks the legal actions of seven small positions.
// testdata/forchess-positions.txt has a block for each position: its name, the position, and
// all its legal actions.
func TestT2_PositionsHaveExactlyTheseActions(t *testing.T) {
	text, err := os.ReadFile("testdata/forchess-positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "\n== ")[1:]
	if len(blocks) != 7 {
		t.Fatalf("%d positions", len(blocks))
	}
	for _, block := range blocks {
		name, rest, _ := strings.Cut(block, "\n")
		t.Run(name, func(t *testing.T) {
			position, legal, found := strings.Cut(rest, "legal ")
			if !found {
				t.Fatal("no legal actions given")
			}
			legal, _, _ = strings.Cut(legal, "\n")
			b := at(t, strings.TrimPrefix(position, "variant forchess\n"))
			if got := strings.Join(rules.LegalPlain(b.Variant, &b.Position), " "); got != legal {
				t.Errorf("legal %s, want %s", got, legal)
			}
		})
	}
}
