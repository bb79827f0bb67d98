package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// Adjudication is how somebody ends a game who stands above it.
type Adjudication struct {
	// To is who has it: all that still play have a draw. None: there is no result,
	// and the game counts for nothing.
	To  rules.Seats
	Why string // cleaned by the table; needed
}

// VerdictView is by whom a game was ended from above, and why.
type VerdictView struct {
	By  player.Player
	Why string
}
