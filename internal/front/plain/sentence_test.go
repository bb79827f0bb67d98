package plain

import "testing"

// TestSentenceBeginsWithAWholeLetter checks sentences that begin with a name in any script.
func TestSentenceBeginsWithAWholeLetter(t *testing.T) {
	for text, want := range map[string]string{
		"\u00f6mer says: hi": "\u00d6mer says: hi.", "\u00c9ric is here": "\u00c9ric is here.",
		"k9 is empty": "k9 is empty.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
