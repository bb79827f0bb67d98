package api

import (
	"strings"
	"testing"

	"quadrille/internal/table"
)

// A refusal that is new has to get a code; those that there are have one each.
func TestEveryRefusalOfATableHasACode(t *testing.T) {
	seen := map[string]table.Reason{}
	for r := table.NoReason + 1; ; r++ {
		said := (&table.Refusal{Reason: r}).Error()
		if said == "refused" { // behind the last
			break
		}
		code := faultOf(&table.Refusal{Reason: r}).Code
		if other, twice := seen[code]; code == "" || twice || strings.ToLower(code) != code {
			t.Errorf("%q has the code %q, as has %d", said, code, other)
		}
		seen[code] = r
	}
	if len(seen) != len(tableCodes) {
		t.Errorf("%d refusals, %d codes", len(seen), len(tableCodes))
	}
}
