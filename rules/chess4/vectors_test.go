package chess4

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
	if err != nil || len(files) < 4 {
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

// The game that the source records, mended as C40 says.
func TestC30_C31_TheRecordedGame(t *testing.T) {
	record, err := os.ReadFile("testdata/chess4-firstgame.txt")
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	if err := rules.PlayWords(g, rules.Words(string(record))); err != nil {
		t.Fatal(err)
	}
	p := g.Position
	if p.Outcome.Why != rules.ByResignation || p.Outcome.Winners != rules.Seats(0).With(silver) {
		t.Errorf("ended by %v, won by %04b", p.Outcome.Why, p.Outcome.Winners)
	}
	if want := [4]uint8{0, 18, 12, 6}; p.Outcome.Scores != want {
		t.Errorf("scores %v sixths, want %v", p.Outcome.Scores, want)
	}
	if want := [4]uint8{0, 18, 0, 0}; p.Points != want {
		t.Errorf("points %v sixths, want %v", p.Points, want)
	}
	if !(p.Left[white] < p.Left[gold] && p.Left[gold] < p.Left[black] && p.Left[silver] == 0) {
		t.Errorf("left at moments %v, want White, Gold, Black", p.Left)
	}
	if want := [4]rules.Seat{silver, rules.NoSeat, rules.NoSeat, silver}; p.OutBy != want {
		t.Errorf("out by %v, want %v", p.OutBy, want)
	}
}
