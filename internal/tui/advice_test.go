package tui

import (
	"strings"
	"testing"
)

// What does not fit beside a board is left out by the sentence.
func TestAdviceIsNotCutWithinASentence(t *testing.T) {
	screen := &tableScreen{env: &env{}, view: waiting(t, 0)}
	for _, width := range []int{24, 33} {
		whole := screen.advice("", width, 20)
		if len(whole) < 2 {
			t.Fatalf("width %d: %q", width, whole)
		}
		less := screen.advice("", width, len(whole)-1)
		if got := strings.Join(less, " "); len(less) >= len(whole) || got != screen.beginsWhen() {
			t.Errorf("width %d: %q, where only %d lines of %q fit", width, got, len(whole)-1, whole)
		}
	}
}
