package command

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestEveryRowIsACommandWithHelp checks that each row is exactly one command, which does something
// and has the help texts of the row.
func TestEveryRowIsACommandWithHelp(t *testing.T) {
	var out bytes.Buffer
	r := &request{Session: Session{Out: &out}} // no player: this is the session of the server's operator
	r.rows = r.permitted()
	seen := map[string]bool{}
	for _, row := range r.rows {
		path := row.path()
		if seen[path] {
			t.Errorf("%s stands twice", path)
		}
		seen[path] = true
		c := &call{row: row, FlagSet: pflag.NewFlagSet("", pflag.ContinueOnError)}
		if row.bind(r, c); c.run == nil {
			t.Errorf("%s does nothing", path)
		}
		if found, rest := r.called(strings.Fields(path)); found != row || len(rest) > 0 {
			t.Errorf("%s calls %v", path, found)
		}
		out.Reset()
		if r.explain(row); !strings.Contains(out.String(), row.short) || row.short == "" || strings.HasSuffix(row.short, ".") {
			t.Errorf("help of %s says %q", path, out.String())
		}
	}
	if len(seen) != len(rows) {
		t.Errorf("%d rows make %d commands", len(rows), len(seen))
	}
}

// TestUsageNamesAllWordsOfACommand checks the usage of a command with two words before its name.
func TestUsageNamesAllWordsOfACommand(t *testing.T) {
	i := slices.IndexFunc(rows, func(w row) bool { return w.path() == "admin key code" })
	if got := rows[i].usage(); got != "admin key code NAME --reason REASON [--json]" {
		t.Errorf("%q", got)
	}
}
