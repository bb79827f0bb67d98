package table_test

import (
	"errors"
	"io"
	"testing"

	"pgregory.net/rapid"

	"quadrille/internal/table"
)

func TestParseClockReadsString(t *testing.T) {
	for _, text := range []string{"none", "1+0", "5+10", "180+180"} {
		c, err := table.ParseClock(text)
		if err != nil || c.String() != text {
			t.Errorf("%q reads as %q, %v", text, c, err)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-+]?[0-9]{0,20}\+[-+]?[0-9]{0,20}`)).Draw(r, "clock")
		if c, err := table.ParseClock(text); err == nil {
			if again, err := table.ParseClock(c.String()); err != nil || again != c || c.Start < 0 || c.Increment < 0 {
				r.Errorf("%q reads as %q", text, c)
			}
		}
	})
}

func TestRefusalUnwrapsItsCause(t *testing.T) {
	var err error = &table.Refusal{Reason: table.CannotStore, Cause: io.ErrShortWrite}
	if !errors.Is(err, io.ErrShortWrite) {
		t.Error("the cause is not in the chain")
	}
}
