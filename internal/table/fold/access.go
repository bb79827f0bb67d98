package fold

import (
	"fmt"
	"slices"

	"quadrille/internal/table"
)

// applyAdmitted folds that a private table is open to somebody.
func applyAdmitted(s *State, e table.Event) error {
	if e.Target == nil || e.Target.ID == "" {
		return fmt.Errorf("%q whom", e.Kind)
	}
	s.Access.Admitted = append(slices.Clone(s.Access.Admitted), *e.Target)
	return nil
}
