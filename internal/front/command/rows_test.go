package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestEveryRowIsACommandWithHelp checks that each row becomes exactly one command, with the
// help texts of the row.
func TestEveryRowIsACommandWithHelp(t *testing.T) {
	var out bytes.Buffer
	r := &request{Session: Session{Out: &out}} // no player: this is the session of the server's operator
	root := r.root("ssh HOST")
	r.add(root, func(string) bool { return true })
	built := 0
	var count func(c *cobra.Command)
	count = func(c *cobra.Command) {
		names := map[string]bool{}
		for _, sub := range c.Commands() {
			if built++; names[sub.Name()] {
				t.Errorf("%s stands twice", sub.CommandPath())
			}
			names[sub.Name()] = true
			if out.Reset(); sub.RunE == nil {
				t.Errorf("%s does nothing", sub.CommandPath())
			}
			r.explain(sub)
			if !strings.Contains(out.String(), sub.Short) || sub.Short == "" || strings.HasSuffix(sub.Short, ".") {
				t.Errorf("help of %s says %q", sub.CommandPath(), out.String())
			}
			count(sub)
		}
	}
	count(root)
	if built != len(rows)+len(messageRows()) {
		t.Errorf("%d rows make %d commands", len(rows), built)
	}
}
