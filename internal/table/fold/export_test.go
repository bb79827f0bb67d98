package fold

import (
	"maps"
	"slices"

	"quadrille/internal/table"
)

// Kinds returns the kinds of events that a state can apply.
func Kinds() []table.Kind { return slices.Sorted(maps.Keys(folds)) }
