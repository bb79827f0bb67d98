package command_test

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"quadrille/internal/command"
)

// For a player without a role, an admin command is refused exactly like an unknown command.
// The refusal must also cost the same: it uses no service and builds no command.
func TestAdminLooksLikeAnUnknownCommand(t *testing.T) {
	h := newTestLobby(t)
	s := h.by(inky, false)
	s.Out, s.Err = io.Discard, io.Discard
	s.Directory, s.Keyring, s.Ladder, s.Memory, s.Accounts = nil, nil, nil, nil, nil // a use of any of these services would panic
	cost := func(line string) float64 {
		words := strings.Fields(line)
		return testing.AllocsPerRun(20, func() { command.Run(context.Background(), s, words) })
	}
	for _, line := range []string{"admin", "admin members --json", "admin ban Ada --reason why", "help admin", "help admin ban"} {
		there, not := cost(line), cost(strings.Replace(line, "admin", "adnim", 1))
		if math.Abs(there-not) > 0.03*not { // not exactly equal, because the race detector also allocates
			t.Errorf("%s costs %v allocations, an unknown command %v", line, there, not)
		}
	}
}
