package api

import (
	"strings"

	"quadrille/internal/table"
)

// offers returns the kind of table command for each value of the request field "offer". The
// argument is the command in the request: "offer", "accept" or "decline". A player accepts
// an offer of a rematch or of open chat by making the same offer.
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
