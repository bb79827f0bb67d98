package api

import (
	"strings"

	"quadrille/internal/table"
)

// offers maps the values of the field offer of a command to the table's commands. A rematch
// and open chat are accepted by offering them too.
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
