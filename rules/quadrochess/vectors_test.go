package quadrochess

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
	if err != nil || len(files) < 3 {
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
	b := atStart(t)
	if text, err := os.ReadFile(strings.TrimSuffix(file, "jsonl") + "pos"); err == nil {
		b = at(t, string(text))
	}
	scanner := bufio.NewScanner(bytes.NewReader(trace))
	scanner.Buffer(nil, 1<<20)
	for ply := 0; scanner.Scan(); ply++ {
		var want map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		line := rules.TraceStart(b.Game, b.effects)
		if ply > 0 {
			if line, err = rules.TracePlay(b.Game, ply, want["action"].(string)); err != nil {
				t.Fatalf("ply %d: %v", ply, err)
			}
		}
		if diff := cmp.Diff(want, keysOf(t, line, want)); diff != "" {
			t.Fatalf("ply %d (-want +got):\n%s", ply, diff)
		}
	}
}

// keysOf is a line as programs read it, as far as the other line has its keys.
func keysOf(t *testing.T, line rules.Trace, as map[string]any) map[string]any {
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
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
