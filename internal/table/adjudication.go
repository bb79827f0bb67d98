package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// Adjudication is how somebody ends a game who stands above it.
type Adjudication struct {
	// Winners is who has it: all that still play have a draw. None: there is no result,
	// and the game counts for nothing.
	Winners rules.Seats
	Reason  string // cleaned by the table; needed
}

// AdjudicationView is by whom a game was ended from above, and why.
type AdjudicationView struct {
	By     player.Player
	Reason string
}
