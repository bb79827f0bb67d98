package table

import (
	"time"

	"quadrille/internal/player"
)

// Elsewhere describes the people who are connected to a table through other nodes.
type Elsewhere struct {
	Present    map[player.ID]bool      // the players who are connected
	Spectators int                     // number of connections of spectators
	Lost       map[player.ID]time.Time // players whose node has failed, with the time at which that node was last known to run
}
