package fold

import (
	"fmt"
	"slices"

	"quadrille/internal/table"
)

func applyAdmitted(s *State, e table.Event) error {
	if e.Target == nil || e.Target.ID == "" {
		return fmt.Errorf("%q without a target", e.Kind)
	}
	s.Access.Admitted = append(slices.Clone(s.Access.Admitted), *e.Target)
	return nil
}
