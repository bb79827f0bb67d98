package forchess

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
)

// The traces were made by two programs written apart from this one, from the
// rule book alone. Every key that a line has must be equal.
func TestT2_TracesAreEqualInEveryKey(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) != 6 {
		t.Fatalf("found %d traces: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { compareTrace(t, file) })
	}
}

func compareTrace(t *testing.T, file string) {
	trace, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, effects := positionOf(t, strings.TrimSuffix(file, "jsonl")+"pos")
	scanner := bufio.NewScanner(bytes.NewReader(trace))
	scanner.Buffer(nil, 1<<20)
	for ply := 0; scanner.Scan(); ply++ {
		var want map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		line := rules.TraceStart(g, effects)
		if ply > 0 {
			if line, err = rules.TracePlay(g, ply, want["action"].(string)); err != nil {
				t.Fatalf("ply %d: %v", ply, err)
			}
		}
		got := keysOf(t, line)
		for key := range got {
			if _, known := want[key]; !known {
				delete(got, key)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("ply %d (-want +got):\n%s", ply, diff)
		}
	}
}

func positionOf(t *testing.T, file string) (*rules.Game, rules.Effects) {
	text, err := os.Open(file)
	if os.IsNotExist(err) {
		v, err := New(nil)
		if err != nil {
			t.Fatal(err)
		}
		return rules.NewGameFrom(v, v.Start())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	g, effects, err := rules.ParsePosition(text, open, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, effects
}

func open(name string, options map[string]string) (rules.Variant, error) { return New(options) }

func keysOf(t *testing.T, line rules.Trace) map[string]any {
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	return keys
}

// Small positions with the exact legal actions; a block begins with its name.
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
