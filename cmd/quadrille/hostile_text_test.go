package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"quadrille/internal/player/hostile"
)

// Error messages contain no control characters, whatever the arguments contain.
func TestErrorsAreCleanText(t *testing.T) {
	dir := t.TempDir()
	for i, raw := range hostile.Strings {
		if raw == "" || strings.Contains(raw, "\x00") || len(raw) > 200 || i%5 > 0 {
			continue // skip texts that are too long or cannot be an argument; to save time, skip most other texts
		}
		args := [][]string{
			{raw, "x"},
			{"version", raw},
			{"version", "--" + raw},
			{"perft", "--variant", raw, "1"},
			{"serve", "--listen", "127.0.0.1:x" + raw, "--data", filepath.Join(dir, "d")},
		}[i/5%5]
		out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
		if err == nil || strings.Count(string(bytes.TrimSpace(out)), "\n") > 1 {
			t.Errorf("%q: %v, %q", args, err, out)
		}
		if strings.ContainsFunc(string(out), func(r rune) bool {
			return r != '\n' && (unicode.IsControl(r) || r == unicode.ReplacementChar) || unicode.Is(unicode.Cf, r)
		}) {
			t.Errorf("%q: %q is not clean text", args, out)
		}
	}
}
