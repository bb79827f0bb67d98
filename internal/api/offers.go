package api

import (
	"strings"

	"quadrille/internal/table"
)

// offers returns the values of the field offer that a command can have, with the
// table's commands for them. A rematch and open chat have no accept of their own: to
// accept them is to offer them too.
func offers(command string) map[string]table.CommandKind {
	kinds := map[string]table.CommandKind{}
	for _, row := range table.Commands {
		name, offer, _ := strings.Cut(row.JSON, " ")
		switch {
		case offer == "":
		case name == command:
			kinds[offer] = row.Kind
		case name == "offer" && command == "accept" && kinds[offer] == 0:
			kinds[offer] = row.Kind
		}
	}
	return kinds
}
