package rules

import "testing"

// The letters of a Russian or Greek keyboard are read by their place: л7 is k7.
func TestLettersOfOtherLayouts(t *testing.T) {
	for text, want := range map[string]string{"ь7-л7": "m7-k7", "Ы": "S", "κ7": "k7", "ζ": "z", "m7-k7": "m7-k7", "é": "é"} {
		if got := latinLetters(text); got != want {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
	}
	if got := TypedWord("куышпт"); got != "resign" {
		t.Errorf("куышпт is read as %q", got)
	}
}
