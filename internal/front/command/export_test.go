package command

import (
	"slices"
	"strings"
)

// Uses returns the path, arguments and flags of every command.
func Uses() (uses []string) {
	for _, row := range slices.Concat(rows, messageRows()) {
		uses = append(uses, strings.TrimPrefix(row.under+" "+row.use, " "))
	}
	return uses
}
