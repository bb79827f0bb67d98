package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// Adjudication is a result that a moderator gives.
type Adjudication struct {
	// Winners are the seats that win. If Winners contains all seats still in the game, the
	// game is drawn. If Winners is empty, the game ends without a result and is not rated.
	Winners rules.Seats
	Reason  string // required; the table removes control characters
}

// AdjudicationView shows which moderator ended a game, and why.
type AdjudicationView struct {
	By     player.Player
	Reason string
}
