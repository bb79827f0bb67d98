package club

import (
	"slices"
	"testing"
)

// TestKeyListOfOtherSystems splits a list with a byte order mark, carriage returns, blocks of
// PuTTYgen, comments, and a last line without an end.
func TestKeyListOfOtherSystems(t *testing.T) {
	list := "\ufeff# the club\r\nssh-ed25519 AAAA1 Inky of Ghosts\r\n\r\n" +
		"---- BEGIN SSH2 PUBLIC KEY ----\r\nComment: \u201cBlinky\u201d\r\nAAAA2\r\n---- END SSH2 PUBLIC KEY ----\r\n" +
		"ssh-ed25519\u00a0AAAA3"
	var lines []int
	var comments []string
	var last string
	for n, key := range keyTexts(list) {
		lines, comments, last = append(lines, n+1), append(comments, keyComment(key)), key
	}
	named := slices.Equal(comments, []string{"Inky of Ghosts", "Blinky", ""})
	if !slices.Equal(lines, []int{2, 4, 8}) || !named || last != "ssh-ed25519 AAAA3" {
		t.Errorf("lines %v, comments %q, the last key %q", lines, comments, last)
	}
	for n, key := range keyTexts("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA") {
		if n != 0 || key == "" {
			t.Errorf("%d: %q", n, key)
		}
	}
}
