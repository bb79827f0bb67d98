package plain

import (
	"slices"
	"testing"

	"quadrille/internal/table"
)

// TestPlainModeHasAllTableCommands checks that plain mode has all table commands, with the
// same names and the same help. The exceptions are the command that plays a move and the
// command "play on".
func TestPlainModeHasAllTableCommands(t *testing.T) {
	s := &session{}
	all := slices.Concat(playingCommands(s), tableCommands(s))
	for _, row := range table.Commands {
		if row.Kind == table.Play || row.Kind == table.PlayOn {
			continue
		}
		if !slices.ContainsFunc(all, func(c command) bool { return slices.Equal(c.names, row.Names) && c.line == row.Help }) {
			t.Errorf("plain mode has no %s", row.Names[0])
		}
	}
}
