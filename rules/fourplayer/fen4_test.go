package fourplayer

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/rules"
)

// tracedGames returns the recorded games of testdata: for each its options, actions and positions.
func tracedGames(t *testing.T) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no traces: %v", err)
	}
	games := map[string]map[string]string{}
	for _, file := range files {
		options := map[string]string{}
		for _, word := range strings.Split(strings.TrimSuffix(filepath.Base(file), ".jsonl"), "-") {
			if name, value, found := strings.Cut(word, "_"); found {
				options[name] = value
			}
		}
		games[file] = options
	}
	return games
}

// TestF_PositionsOfTheTraces compares FEN4 of each position of the recorded games, and reads it.
func TestF_PositionsOfTheTraces(t *testing.T) {
	for file, options := range tracedGames(t) {
		v, err := New(options)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(*Game)
		lines := readLines(t, strings.TrimSuffix(file, "jsonl")+"fen4")
		game := rules.NewGame(v)
		actions := traceActions(t, file)
		for i, want := range lines {
			got, err := g.writeFEN4(&game.Position)
			if err != nil || got != want {
				t.Fatalf("%s, ply %d: %v\ngot  %s\nwant %s", file, i, err, got, want)
			}
			p, err := g.readFEN4(want)
			if err != nil {
				t.Fatalf("%s, ply %d: %v", file, i, err)
			}
			again, err := g.writeFEN4(&p)
			if err != nil || again != want && !game.Position.Over() {
				t.Fatalf("%s, ply %d: %v\ntwice %s\nwant  %s", file, i, err, again, want)
			}
			if !game.Position.Over() && rules.KeyOf(&p) != rules.KeyOf(&game.Position) {
				t.Fatalf("%s, ply %d: another position", file, i)
			}
			if i < len(actions) {
				a, err := rules.ParsePlain(v.Facts(), v.Actor(&game.Position), actions[i])
				if err != nil {
					t.Fatal(err)
				}
				if _, err := game.Play(a); err != nil {
					t.Fatalf("%s, ply %d: %v", file, i+1, err)
				}
			}
		}
	}
}

func readLines(t *testing.T, file string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	scanner := bufio.NewScanner(strings.NewReader(string(text)))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		lines = append(lines, scanner.Text())
	}
	return lines
}

func traceActions(t *testing.T, file string) (actions []string) {
	t.Helper()
	for _, line := range readLines(t, file)[1:] {
		_, action, _ := strings.Cut(line, `"action":"`)
		action, _, _ = strings.Cut(action, `"`)
		actions = append(actions, action)
	}
	return actions
}
