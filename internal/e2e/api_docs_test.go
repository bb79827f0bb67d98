package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/sshtest"
)

// The test runs the example session of docs/api.md: it sends the lines marked ">" and
// compares the server's answers with the lines marked "<". In a line marked "<", "…" matches
// any value and ["…"] matches any list; "ssh HOST" stands for the command that connects to the server.
func TestExampleSessionOfTheAPIDocs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/api.md")
	must(t, err)
	_, example, found := strings.Cut(string(text), "```session\n")
	example, _, ended := strings.Cut(example, "```")
	if !found || !ended {
		t.Fatal("docs/api.md has no example session")
	}
	server := serveFor(t)
	example = present.Addressed(example, server.sshCommand())
	m := connectAPIClient(t, server, sshtest.NewKey(t), "example")
	received := 0
	for line := range strings.Lines(example) {
		printed, isRequest := strings.CutPrefix(line, "> ")
		want, isAnswer := strings.CutPrefix(line, "< ")
		switch {
		case isRequest:
			m.sendLine(strings.TrimSpace(printed))
		case isAnswer:
			received++
			compare(t, want, m.next())
		}
	}
	if received < 20 {
		t.Errorf("only %d lines of the server's are in the example", received)
	}
}

func compare(t *testing.T, written string, got fields) {
	t.Helper()
	var want fields
	if err := json.Unmarshal([]byte(written), &want); err != nil {
		t.Fatalf("%v in %s", err, written)
	}
	if where := differs(map[string]any(want), map[string]any(got), "line"); where != "" {
		t.Fatalf("%s\nthe example has: %sthe server says:  %s", where, written, mustJSON(t, got))
	}
}

// differs describes the first difference between two JSON values, or returns "" if they are
// equal. In the wanted value, "…" stands for any value, and ["…"] for any array.
func differs(want, got any, at string) string {
	if want == "…" || reflect.DeepEqual(want, []any{"…"}) && reflect.TypeOf(got) == reflect.TypeOf(want) {
		return ""
	}
	w, isObject := want.(map[string]any)
	g, alsoObject := got.(map[string]any)
	switch {
	case isObject && alsoObject && len(w) == len(g):
		for name := range w {
			if where := differs(w[name], g[name], at+"."+name); where != "" {
				return where
			}
		}
		return ""
	case reflect.DeepEqual(want, got):
		return ""
	}
	return fmt.Sprintf("%s differs:", at)
}
