package verney

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
	if err != nil || len(files) != 8 {
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

// positionOf is the position in the file, or the start if there is no such file.
func positionOf(t *testing.T, file string) (*rules.Game, rules.Effects) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return rules.NewGame(game(t)), rules.Effects{}
	}
	if err != nil {
		t.Fatal(err)
	}
	g, effects, err := rules.ParsePosition(bytes.NewReader(text), open, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, effects
}

func open(_ string, options map[string]string) (rules.Variant, error) { return New(options) }

func game(t testing.TB) rules.Variant {
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func keysOf(t *testing.T, line rules.Trace) (keys map[string]any) {
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	return keys
}

// The author's opening as the source has it, with a + for each check. Where it
// says "any move" the file chooses one.
func TestV30_TheAuthorsOpening(t *testing.T) {
	record, err := os.ReadFile("testdata/verney-opening.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields("h3 c8 g12 l7 Bxa9 Qxh14+ Kxh14 Bxf14 Qxn8+ Kxa9 Kg14 Kxn8 k3 c4 Kxf14")
	stands := map[int]string{6: "white", 9: "black", 10: "black", 11: "black"}
	g := rules.NewGame(game(t))
	for i, word := range rules.Words(string(record)) {
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
		if got := strings.Join(line.Check, " "); got != stands[i+1] {
			t.Errorf("ply %d: %q in check, want %q", i+1, got, stands[i+1])
		}
	}
	for _, sq := range g.Variant.Facts().Geometry.Squares {
		if k := g.Position.Board[sq].Kind(); k == rules.Queen {
			t.Errorf("a queen is left on %s", g.Variant.Facts().Geometry.Name(sq))
		}
	}
}
