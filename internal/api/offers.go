package api

import (
	"strings"

	"quadrille/internal/table"
)

// offers maps each value of the request field offer to the table's command. command is
// "offer", "accept" or "decline". To accept a rematch or open chat, a player offers it too.
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
