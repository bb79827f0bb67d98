package table

import (
	"errors"
	"testing"
)

// An event that may have been stored is in doubt, whatever else has failed since.
func TestUnsureIsInDoubt(t *testing.T) {
	err := errors.Join(ErrUnsure, Refuse(CannotStore))
	if got := NotStored(err); got.Reason != InDoubt {
		t.Errorf("refused with %q", got)
	}
}
