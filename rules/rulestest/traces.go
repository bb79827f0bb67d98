package rulestest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
)

// Open returns the game with the given name and options.
type Open = func(name string, options map[string]string) (rules.Variant, error)

// Traces replays the games recorded in testdata/*.jsonl, and compares each ply with its
// line in the replay format T2. Two other programs, written from the rule book alone,
// recorded the games. If a game does not begin with the starting position, a .pos file
// with the same name contains its first position.
func Traces(t *testing.T, open Open, game string, files int) {
	t.Helper()
	found, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(found) != files {
		t.Fatalf("found %d traces, want %d: %v", len(found), files, err)
	}
	for _, file := range found {
		t.Run(filepath.Base(file), func(t *testing.T) {
			g, effects := openGame(t, open, game, strings.TrimSuffix(file, "jsonl")+"pos")
			Trace(t, g, effects, file)
		})
	}
}

func openGame(t *testing.T, open Open, game, file string) (*rules.Game, rules.Effects) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		v, err := open(game, nil)
		if err != nil {
			t.Fatal(err)
		}
		return rules.NewGameFrom(v, v.Start())
	}
	if err != nil {
		t.Fatal(err)
	}
	g, effects, err := rules.ParsePosition(bytes.NewReader(text), open, game, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, effects
}

// Trace replays the game that is recorded in a file, from its first position, and compares each ply
// with its line in the replay format T2. The effects are those of [rules.NewGameFrom].
func Trace(t *testing.T, g *rules.Game, effects rules.Effects, file string) {
	trace, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(trace))
	lines.Buffer(nil, 1<<20)
	for ply := 0; lines.Scan(); ply++ {
		var want map[string]any
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		line := rules.TraceStart(g, effects)
		if ply > 0 {
			if line, err = rules.TracePlay(g, ply, want["action"].(string)); err != nil {
				t.Fatalf("ply %d: %v", ply, err)
			}
		}
		if diff := cmp.Diff(want, keysOf(t, line, want)); diff != "" {
			t.Fatalf("ply %d (-want +got):\n%s", ply, diff)
		}
	}
}

// keysOf returns a line of the replayed game as a JSON object, with only the keys that the
// recorded line has.
func keysOf(t *testing.T, line rules.Trace, as map[string]any) (keys map[string]any) {
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	for key := range keys {
		if _, known := as[key]; !known {
			delete(keys, key)
		}
	}
	return keys
}
