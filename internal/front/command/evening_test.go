package command_test

import (
	"bytes"
	"strings"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/refusal"
)

// TestEveningsAsTables prints an evening, and the commands at its table, with tabs and on a terminal.
func TestEveningsAsTables(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	for _, line := range []string{"evening new Night --game chess4 clock=none", "evening add Bob Cid Sid Mina", "evening next"} {
		w.administer("Olga", line)
	}
	spoken := false
	run := func(terminal bool, line string) string {
		t.Helper()
		var out, errs bytes.Buffer
		session := w.session("Bob", &out, &errs)
		session.Spoken = spoken
		session.Terminal, session.File = terminal, &out
		if status, _ := command.Run(t.Context(), session, strings.Fields(line)); status != 0 {
			t.Fatalf("%s: status %d: %s", line, status, errs.String())
		}
		return out.String()
	}
	if out := run(false, "evening list --tsv"); !strings.HasPrefix(out, "Night\t1\t2") ||
		!strings.HasSuffix(out, "\t4 people\t1 round, on\n") {
		t.Errorf("evening list: %q", out)
	}
	out := run(false, "evening sheet --tsv")
	if !strings.HasPrefix(out, "1\t1\t") || strings.Count(out, "\n") != 4 || !strings.Contains(out, "\tCid\t\topen\t\n") {
		t.Errorf("evening sheet: %q", out)
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(out, "1\t1\t"), "\t")
	if out := run(false, "at "+number+" --tsv"); !strings.Contains(out, "ready\tmark yourself ready") {
		t.Errorf("at: %q", out)
	}
	for line, head := range map[string]string{
		"evening list": "| NAME ", "evening show": "| BOARD | TABLE | STATE   | ", "evening sheet": "| BOARD ",
		"at " + number: "| COMMAND ",
	} {
		if out := run(true, line); !strings.Contains(out, head) {
			t.Errorf("%s on a terminal: %s", line, out)
		}
	}
	w.administer("Olga", "evening score 1 void --reason late")
	for _, line := range []string{"evening show", "evening sheet"} {
		if out := run(true, line); !strings.Contains(out, "| does not count ") {
			t.Errorf("%s on a terminal: %s", line, out)
		}
	}
	spoken = true
	for line, want := range map[string]string{
		"evening show":      ".\nBoard 1, table " + number + ", does not count: white ",
		"evening sheet":     ".\nDoes not count: late.\nNo place: Bob, no games.\n",
		"evening standings": "No place: Bob, no games.\nNo place: Cid, no games.\n",
	} {
		if out := run(false, line); !strings.Contains(out, want) {
			t.Errorf("%s in plain mode: %q", line, out)
		}
	}
	spoken = false
	if out := run(false, "evening show"); !strings.Contains(out, "  void  white=") {
		t.Errorf("evening show: %q", out)
	}
}
