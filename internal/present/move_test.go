package present_test

import (
	"testing"

	"quadrille/internal/present"
)

// TestWithMarks checks that people read the signs of chess, not those of a game's own notation.
func TestWithMarks(t *testing.T) {
	for text, want := range map[string]string{
		"Nk3": "Nk3", "Rd14##g": "Rd14#", "Bf11+": "Bf11+", "Qd4++ws": "Qd4+", "a8=Q+": "a8=Q+", "": "",
	} {
		if got := present.WithMarks(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
