package main

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestPanicLinesAreLimited checks that records of panics are limited in length and number, even
// if they come from loggers with different attributes, and that other records are not.
func TestPanicLinesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		logger := newLogger(&out)
		panics := func(n int) (lines []string) {
			out.Reset()
			for i := range n {
				of := logger.With("remote", fmt.Sprint(i)).WithGroup("g")
				of.Error("panic", "panic", strings.Repeat("é", 5000), "stack", strings.Repeat(string(debug.Stack()), 5))
			}
			return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		}
		lines := panics(1000)
		if len(lines) != panicBurst || out.Len() > panicBurst*6000 {
			t.Errorf("1000 panics wrote %d lines and %d bytes", len(lines), out.Len())
		}
		if !strings.Contains(lines[0], "debug.Stack") {
			t.Errorf("no stack: %s", lines[0])
		}
		time.Sleep(time.Minute)
		if lines := panics(5); len(lines) != 1 || !strings.Contains(lines[0], `"omitted":990`) {
			t.Errorf("a minute later: %q", lines)
		}
		out.Reset()
		for range 100 {
			logger.Info("login", "name", "Ann")
		}
		if n := strings.Count(out.String(), "\n"); n != 100 {
			t.Errorf("%d of 100 other records", n)
		}
	})
}
