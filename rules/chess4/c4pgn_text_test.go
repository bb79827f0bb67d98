package chess4

import (
	"strings"
	"testing"

	"quadrille/rules"
)

// TestRecordFromAPhone reads a record with a byte order mark, carriage returns, typographic quotes
// and dashes. Names keep their punctuation.
func TestRecordFromAPhone(t *testing.T) {
	text := "\ufeff[ White “Ann–Marie ’Q’” ]\r\n[ Silver \"Ben “B”\" ]\r\n\r\n1.\u00a0k7 Nk3 d8 h11"
	r, _, err := readRecord(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Names[0] != "Ann–Marie ’Q’" || r.Names[1] != "Ben “B”" || len(r.Actions) != 4 {
		t.Errorf("names %q, %d actions", r.Names, len(r.Actions))
	}
}

// TestPositionFromAPhone reads a position with a byte order mark and other blanks.
func TestPositionFromAPhone(t *testing.T) {
	text := "\ufeffvariant\u00a0chess4\r\nwhite K n7\r\nwhite P b5\r\nsilver K k1\r\nblack K a8\r\ngold K h14"
	open := func(_ string, options map[string]string) (rules.Variant, error) { return New(options) }
	if _, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil); err != nil {
		t.Error(err)
	}
}
