package bot

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
	about  string // of one that was composed: its idea in a sentence
	goal   string // and what the side to act forces by what is to be found, as [readAim] reads it
	loses  string // and what its adversaries force after what is to be refused
	nodes  int
}

// word takes one line that is not the position's, and reports whether it is one.
func (one *tactic) word(key, rest string) (err error, taken bool) {
	switch key {
	case "motif":
		one.motif = rest
	case "about":
		one.about = rest
	case "find":
		one.find = strings.Fields(rest)
	case "refuse":
		one.refuse = strings.Fields(rest)
	case "goal":
		one.goal = rest
	case "loses":
		one.loses = rest
	case "nodes":
		one.nodes, err = strconv.Atoi(rest)
	default:
		return nil, false
	}
	return err, true
}

// ask reports what a searcher answers, and whether that is right.
func (one *tactic) ask(s *Searcher) (string, bool) {
	v := one.game.Variant
	c := s.Choose(context.Background(), one.game, Limits{Nodes: one.nodes})
	got := rules.Plain(v.Facts(), v.Actor(&one.game.Position), c.Action)
	return got, (len(one.find) == 0 || slices.Contains(one.find, got)) && !slices.Contains(one.refuse, got)
}

// The files say of each position, besides the text of the rule book (P1), what it
// is about and what the answer is; those under testdata/composed also why
// (TestComposedPositionsAreProved).
func readTactics(t *testing.T, file string) (all []tactic) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		one := tactic{nodes: 8_000}
		var position strings.Builder
		for line := range strings.Lines(block) {
			key, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
			err, taken := one.word(key, rest)
			if err != nil {
				t.Fatalf("%s: %s: %v", file, line, err)
			}
			if !taken {
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
				if got, right := one.ask(s); !right {
					t.Errorf("%d, %s: %s; to find %v, to refuse %v", i+1, one.motif, got, one.find, one.refuse)
				}
				if len(one.find)+len(one.refuse) == 0 {
					t.Errorf("%d, %s: nothing is asked", i+1, one.motif)
				}
			}
		})
	}
}
