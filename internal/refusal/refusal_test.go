package refusal_test

import (
	"testing"

	"quadrille/internal/refusal"
)

// TestRefusalsWithSubjectsAreNotShared makes refusals of one reason with and without subjects: the text of each
// stays its own.
func TestRefusalsWithSubjectsAreNotShared(t *testing.T) {
	reason := &refusal.Reason{Code: "taken", Text: "%[1]s has that seat; %[2]s"}
	plain := reason.Refuse()
	blinky, pinky := reason.Refuse("Blinky", "open: red"), reason.Refuse("Pinky")
	if got := blinky.Error() + ". " + pinky.Error(); got != "Blinky has that seat; open: red. Pinky has that seat; " {
		t.Error(got)
	}
	if plain.Subject != "" || plain.Hint != "" || reason.Refuse() != plain {
		t.Errorf("%+v", plain)
	}
}
