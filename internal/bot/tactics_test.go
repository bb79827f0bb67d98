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

// tactic is a position with the actions that a searcher must find or must avoid.
type tactic struct {
	motif  string
	game   *rules.Game
	find   []string
	refuse []string
	about  string // the idea of a composed position, as one sentence
	goal   string // what the side of the seat to move can force after each action in the field `find`; see [readGoal]
	loses  string // what the opponents can force after each action in the field `refuse`; see [readGoal]
	nodes  int
}

// setField sets the field with the given key, and reports whether there is such a field.
// A line whose key is not a field belongs to the text of the position.
func (one *tactic) setField(key, rest string) (err error, taken bool) {
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

// solve returns the action that a searcher chooses, and whether it is right.
func (one *tactic) solve(s *Searcher) (string, bool) {
	v := one.game.Variant
	c := s.Choose(context.Background(), one.game, Limits{Nodes: one.nodes})
	got := rules.Plain(v.Facts(), v.Actor(&one.game.Position), c.Action)
	return got, (len(one.find) == 0 || slices.Contains(one.find, got)) && !slices.Contains(one.refuse, got)
}

// readTactics reads a file of positions. In addition to its position text, each position has
// lines that set fields of [tactic].
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
			err, taken := one.setField(key, rest)
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

// TestTacticsAreFoundWithinASecond checks that the searcher solves each position within its
// node limit. The limit is lower than the number of nodes that one core searches in a second.
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
				if got, right := one.solve(s); !right {
					t.Errorf("%d, %s: chose %s, find %v, refuse %v", i+1, one.motif, got, one.find, one.refuse)
				}
				if len(one.find)+len(one.refuse) == 0 {
					t.Errorf("%d, %s: neither find nor refuse is given", i+1, one.motif)
				}
			}
		})
	}
}
