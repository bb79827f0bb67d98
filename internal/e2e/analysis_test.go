package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// blundered is a game in which silver loses the queen on the tenth move.
const blundered = "m10-k10 g2-g4 b8-c8 h13-h12 m9-l9 f1-j5 a7-c9 e13-e11 m7-l7 h1-b7"

// serveAnalysis starts a server and a game. The server's analyses search the given number of
// positions.
func serveAnalysis(t *testing.T, nodes int) (*testServer, *commandGame) {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	must(t, os.MkdirAll(data, 0o700))
	if err := os.WriteFile(filepath.Join(data, "quadrille.toml"), fmt.Appendf(nil, "[bots]\nanalysis_nodes = %d\n", nodes),
		0o600); err != nil {
		t.Fatal(err)
	}
	s := serveIn(t, data)
	p := gatherCommandGame(t, s.address, "chess4")
	v := p.game.Variant
	for _, plain := range strings.Fields(blundered) {
		actor := v.Actor(&p.game.Position)
		a, err := rules.ParsePlain(v.Facts(), actor, plain)
		if err == nil {
			_, err = p.game.Play(a)
		}
		must(t, err)
		p.seats[actor].mustRun(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
	}
	return s, p
}

// A running game cannot be analysed. After it ends, anybody can analyse it. The analysis
// finds that the worst move was the one that lost the queen.
func TestAnalysisByCommand(t *testing.T) {
	t.Parallel()
	s, p := serveAnalysis(t, 2000)
	stranger := newPerson(t, "Sue", 80, 24)
	const refusal = "the game at table 1 is not over: analyse it afterwards"
	if out, errs, status := stranger.runCommand(s.address, "analysis 1"); status != 1 || out != "" || errs != refusal+"\n" {
		t.Errorf("stranger: status %d, %q, %q", status, out, errs)
	}
	if out, err := p.seats[0].run(s.address, "analysis 1"); err == nil || out != "" || !strings.Contains(err.Error(), refusal) {
		t.Errorf("player: %q, %v", out, err)
	}
	p.resign(t, s.address, 3, 2, 0)
	out, errs, status := stranger.runCommand(s.address, "analysis 1")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	moves := slices.Index(lines, "Moves:")
	if status != 0 || errs != "" || lines[0] != "Turning points:" || moves < 0 || len(lines) != moves+14 {
		t.Fatalf("status %d, %s\n%s", status, errs, out)
	}
	blunder := lines[moves+10]
	if !strings.HasPrefix(blunder, "  10 silver h1-b7?") || !strings.Contains(blunder, " best ") ||
		!strings.Contains(blunder, ", expected score ") {
		t.Errorf("of the blunder: %s", blunder)
	}
	if !slices.Contains(lines[:moves], blunder) {
		t.Error("the blunder is not among the turning points")
	}
	if lines[moves+11] != "  11 gold gold:resign" {
		t.Errorf("of a resignation: %s", lines[moves+11])
	}
	if again, _, _ := stranger.runCommand(s.address, "analysis 1"); again != out {
		t.Errorf("another time it prints\n%s", again)
	}
	if out, _, _ := stranger.runCommand(s.address, "analysis 1 --tsv"); strings.Count(out, "\n") != 13 ||
		!strings.Contains(out, "\n10\tsilver\th1-b7?") || !strings.HasSuffix(out, "\tresign\t\t\t\t\t\t\n") {
		t.Errorf("with tabs it prints\n%s", out)
	}
	out, _, _ = stranger.runCommand(s.address, "analysis 1 --json")
	worst, largest := 0, -1
	for line := range strings.Lines(out) {
		var one struct{ Ply, Swing, Before, After int }
		if err := json.Unmarshal([]byte(line), &one); err != nil || one.Swing != one.Before-one.After {
			t.Fatalf("%s: %v", line, err)
		}
		if one.Swing > largest {
			worst, largest = one.Ply, one.Swing
		}
	}
	if worst != 10 || largest < 500 {
		t.Errorf("move %d lost %d:\n%s", worst, largest, out)
	}
}

// running matches the title of an analysis that is not complete.
var running = regexp.MustCompile(`Analysis(:| ━| \d)`)

// wholeAnalysis reports whether a screen shows a complete analysis.
func wholeAnalysis(text string) bool {
	return strings.Contains(text, "Analysis") && !running.MatchString(text)
}

// TestAnalysisEndsWithItsSession checks that a player cannot start a second analysis while
// their first analysis runs, and that closing a session ends its analysis.
func TestAnalysisEndsWithItsSession(t *testing.T) {
	t.Parallel()
	s, p := serveAnalysis(t, 10_000_000)
	p.resign(t, s.address, 3, 2, 0)
	p.again(t, s.address, "chess4")
	p.resign(t, s.address, 3, 2, 0) // a game without moves: its analysis ends immediately
	sue := newPerson(t, "Sue", 80, 24)
	session, err := sshtest.Dial(t, s.address, sshtest.KeyAuth(sue.key)).NewSession()
	s.must(err)
	s.must(session.Start("analysis 1"))
	other := func(status int) {
		t.Helper()
		for range 5000 {
			out, errs, got := sue.runCommand(s.address, "analysis 2")
			if got == 0 && strings.Count(out, "\n") != 5 ||
				got != 0 && !strings.Contains(errs, "the game of table 1 is being analysed for you") {
				t.Fatalf("status %d, %q, %q", got, out, errs)
			}
			if got == status {
				return
			}
		}
		t.Fatalf("the status never was %d", status)
	}
	other(1)
	s.must(session.Close())
	other(0)
}

// TestAnalysisOfAGameWithNotes analyses an annotated game of the archive.
func TestAnalysisOfAGameWithNotes(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	must(t, os.MkdirAll(data, 0o700))
	must(t, os.WriteFile(filepath.Join(data, "quadrille.toml"), []byte("[bots]\nanalysis_nodes = 1000\n"), 0o600))
	s := serveIn(t, data)
	sue := connectPerson(t, s, kinds[0], "Sue", 80, 24)
	help := sue.runOverClient("help analysis")
	if !strings.Contains(help, "analysis score 2   Captain Verney's opening") {
		t.Errorf("help prints\n%s", help)
	}
	lines := strings.Split(strings.TrimSpace(sue.runOverClient("analysis score 2")), "\n")
	moves := slices.Index(lines, "Moves:")
	if moves < 0 || len(lines) != moves+16 || !strings.HasPrefix(lines[moves+5], "  5 yellow i1-a9") ||
		!strings.Contains(lines[moves+5], ".") {
		t.Errorf("%d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	for line, want := range map[string]string{
		"analysis score 3": `no annotated game "3"; run "help analysis" to list them`,
		"analysis score x": `no annotated game "x"; run "help analysis" to list them`,
		"analysis score":   `"analysis score" needs a number`,
		"analysis table 1": `unknown word "table"; run "analysis N", or "analysis score N" for annotated games`,
	} {
		if out, errs, status := sue.runCommand(s.address, line); status != 1 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %q, %q", line, status, out, errs)
		}
	}
	sue.press("a")
	sue.See(t, "Annotated games")
	sue.press("2")
	sue.pressUntil("▸Captain Verney's opening", arrowDown)
	sue.press("\r")
	sue.See(t, "move 0 of 15")
	sue.press("a")
	sue.Await(t, "the whole analysis", wholeAnalysis)
	sue.press("]]]]]")
	sue.See(t, "Bxa9")
}
