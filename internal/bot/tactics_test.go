package bot

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/variants"
)

// tactic is a position with what is to be found in it, or to be refused.
type tactic struct {
	motif  string
	game   *rules.Game
	find   []string
	refuse []string
}

// The files say of each position, besides the text of the rule book (P1), what it
// is about and what the answer is.
func readTactics(t *testing.T, file string) (all []tactic) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		var one tactic
		var position strings.Builder
		for line := range strings.Lines(block) {
			word, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch word {
			case "motif":
				one.motif = rest
			case "find":
				one.find = strings.Fields(rest)
			case "refuse":
				one.refuse = strings.Fields(rest)
			default:
				position.WriteString(line)
			}
		}
		if one.game, _, err = rules.ParsePosition(strings.NewReader(position.String()), variants.New, "", nil); err != nil {
			t.Fatalf("%s: %s: %v", file, one.motif, err)
		}
		all = append(all, one)
	}
	return all
}

// A second of one core is some hundred thousand nodes; these take fewer.
func TestTacticsAreFoundWithinASecond(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	if len(files) < 4 {
		t.Fatalf("only %v", files)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			s := NewSearcher(16)
			all := readTactics(t, file)
			if len(all) < 10 {
				t.Errorf("only %d positions", len(all))
			}
			for i, one := range all {
				v := one.game.Variant
				c := s.Choose(context.Background(), one.game, Limits{Nodes: 8_000})
				got := rules.Plain(v.Facts(), v.Actor(&one.game.Position), c.Action)
				if len(one.find) > 0 && !slices.Contains(one.find, got) || slices.Contains(one.refuse, got) {
					t.Errorf("%d, %s: %s (%+v); to find %v, to refuse %v", i+1, one.motif, got, c, one.find, one.refuse)
				}
				if len(one.find)+len(one.refuse) == 0 {
					t.Errorf("%d, %s: nothing is asked", i+1, one.motif)
				}
			}
		})
	}
}
