package main

import (
	"context"
	"errors"
	"testing"
)

// The error of an interrupted command says that some changes may have been stored.
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
