package main

import (
	"context"
	"errors"
	"testing"
)

// An interrupted change of the ratings may have been stored already.
func TestInterruptedRatingsCommand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"--remake"}, {"void", "1", "--reason", "why"}, {"count", "1", "--reason", "why"}} {
		c := ratingsCommand()
		c.SetArgs(append(args, "--data", t.TempDir()))
		c.SilenceErrors, c.SilenceUsage = true, true
		if err := c.ExecuteContext(ctx); !errors.Is(err, errPartlyWritten) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
