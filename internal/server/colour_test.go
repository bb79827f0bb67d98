package server

import "testing"

func TestColourlessTerminals(t *testing.T) {
	for term, want := range map[string]bool{
		"vt100": true, "vt220": true, "xterm-mono": true, "linux-m": true,
		"xterm": false, "xterm-256color": false, "xterm-ghostty": false, "linux": false, "screen": false, "": false,
	} {
		if colourless(term) != want {
			t.Errorf("%q: colourless is %v", term, !want)
		}
	}
}
