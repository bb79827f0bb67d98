package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestMatchInterruptedBeforeItsFirstGames checks that a match without a score prints none.
func TestMatchInterruptedBeforeItsFirstGames(t *testing.T) {
	c := matchCommand()
	c.SilenceUsage = true
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	c.SetContext(ctx)
	c.SetOut(&out)
	c.SetErr(io.Discard)
	c.SetArgs([]string{"random", "random", "greedy"})
	if err := c.Execute(); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("%v", err)
	}
	if out.Len() > 0 {
		t.Errorf("a match without games printed %q", out.String())
	}
}

// TestInterruptedMatchPrintsEarlierPairs interrupts the match of the second pair of engines.
func TestInterruptedMatchPrintsEarlierPairs(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := matchCommand()
	var out strings.Builder
	c.SetContext(ctx)
	c.SetOut(writerFunc(func(text []byte) (int, error) {
		cancel() // the first pair has ended: its score is being printed
		return out.Write(text)
	}))
	c.SetErr(io.Discard)
	c.SetArgs([]string{"random", "greedy", "random", "--games", "6", "--plies", "4", "--quiet"})
	if err := c.Execute(); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("%v", err)
	}
	if !strings.Contains(out.String(), "score of the row engine") || strings.Contains(out.String(), "greedy against random") {
		t.Errorf("%s", out.String())
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(text []byte) (int, error) { return f(text) }
