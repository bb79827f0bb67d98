package command_test

import (
	"context"
	"io"
	"math"
	"strings"
	"testing"

	"quadrille/internal/command"
)

// What one may not use takes no other way, and so no longer, than what there is
// not: nothing of it is made, and nothing is looked up.
func TestAdminTakesAStrangerNoFurtherThanNonsense(t *testing.T) {
	h := newHouse(t)
	s := h.by(inky, false)
	s.Out, s.Err = io.Discard, io.Discard
	s.Directory, s.Keyring, s.Ladder, s.Memory, s.Accounts = nil, nil, nil, nil, nil // who asks them, falls
	cost := func(line string) float64 {
		words := strings.Fields(line)
		return testing.AllocsPerRun(20, func() { command.Run(context.Background(), s, words) })
	}
	for _, line := range []string{"admin", "admin members --json", "admin ban Ada --reason why", "help admin", "help admin ban"} {
		there, not := cost(line), cost(strings.Replace(line, "admin", "adnim", 1))
		if math.Abs(there-not) > 0.03*not { // the race detector counts some of its own
			t.Errorf("%s costs %v allocations, and what there is not %v", line, there, not)
		}
	}
}
