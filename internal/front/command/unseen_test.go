package command_test

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"quadrille/internal/front/command"
)

// To a player without a role, an admin command looks exactly like an unknown command. Both
// refusals must also cost the same: they use no service and build no command.
func TestAdminLooksLikeAnUnknownCommand(t *testing.T) {
	h := newTestLobby(t)
	s := h.by(inky, false)
	s.Out, s.Err = io.Discard, io.Discard
	s.Directory, s.Keyring, s.Ladder, s.Memory, s.Accounts = nil, nil, nil, nil, nil // make any use of these services panic
	cost := func(line string) float64 {
		words := strings.Fields(line)
		return testing.AllocsPerRun(20, func() { command.Run(context.Background(), s, words) })
	}
	for _, line := range []string{"admin", "admin members --json", "admin ban Ada --reason why", "help admin", "help admin ban"} {
		there, not := cost(line), cost(strings.Replace(line, "admin", "adnim", 1))
		if math.Abs(there-not) > 0.03*not { // allow a difference of 3 %, because the race detector also allocates
			t.Errorf("%s costs %v allocations, an unknown command %v", line, there, not)
		}
	}
}
