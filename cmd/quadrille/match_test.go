package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

func TestInterruptedMatchPrintsScore(t *testing.T) {
	c := matchCommand()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	c.SetContext(ctx)
	c.SetOut(&out)
	c.SetErr(io.Discard)
	c.SetArgs([]string{"random", "random"})
	if err := c.Execute(); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("%v", err)
	}
	if !strings.Contains(out.String(), "random against random at Chess4: ") || !strings.Contains(out.String(), "undecided whether") {
		t.Errorf("%q", out.String())
	}
}
