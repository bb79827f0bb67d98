package rules_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
)

// TestTyped checks the characters of phones, word processors and other systems.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		"m7-k7":       "m7-k7",
		"\ufeffm7–k7": "m7-k7", "m7—k7\r\nk3\r": "m7-k7\nk3\n", "m7\u00a0k7": "m7 k7", "m7\u2212k7\u200b": "m7-k7",
		"Ｎｋ３＋": "Nk3+", "“a” ‘b’ «c»": `"a" 'b' "c"`, "N×k3": "Nxk3", "\xff–": "\xff–",
	} {
		if got := rules.Typed(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"\ufeffa – “b”\u00a0c\r\n": "a – “b” c\n", "\xff\r": "\xff\r", "a\rb": "a\nb"} {
		if got := rules.TextLines(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := rules.SplitRecord("\ufeffm7–k7\r\nj1-k3 # note\r\nb8—d8"); !slices.Equal(got, strings.Fields("m7-k7 j1-k3 b8-d8")) {
		t.Errorf("%q", got)
	}
}
