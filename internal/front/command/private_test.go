package command

import (
	"io"
	"strings"
	"testing"
)

// Backspace and ctrl-u edit a password while it is typed; they do not become part of it.
func TestEditingATypedPassword(t *testing.T) {
	for typed, want := range map[string]string{
		"sesame  open \rmore":        "sesame  open ",
		"sesx\x7fame\n":              "sesame",
		"\x7f\bsesé\x7fame":          "sesame",
		"something\x15sesame\n":      "sesame",
		"sesame\x03":                 "",
		strings.Repeat("x", 2*256):   strings.Repeat("x", 256),
		strings.Repeat("\x7f", 2000): "",
	} {
		r := &request{Session: Session{In: strings.NewReader(typed), Err: io.Discard}}
		got, err := r.readPassword(fromInput)
		if got != want || (err != nil) != strings.Contains(typed, "\x03") {
			t.Errorf("%q: %q, %v", typed, got, err)
		}
	}
}
