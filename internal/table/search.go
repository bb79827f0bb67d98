package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Search is a query for finished games. Zero fields match every game.
type Search struct {
	Player player.ID // a player with a seat at the end
	Name   string    // the name of a player with a seat at the end
	Game   string
	Result string    // AnyWon, AnyDrawn, Abandoned, or a termination
	From   time.Time // ended at this time or later
	Until  time.Time // ended before this time
	Before ID        // the last table of the previous page
	// Viewer is the person who searches. They find the private games that they played,
	// or with Private all private games.
	Viewer  player.ID
	Private bool
	Limit   int // at most MaxFound; 0 means MaxFound
}

// The values of Search.Result that are not terminations. The words of Abandoned and
// WasAborted are stored.
const (
	AnyWon     = "won"
	AnyDrawn   = "drawn"
	Abandoned  = "abandoned"
	WasAborted = "aborted"
)

// MaxFound is the most games that one search returns.
const MaxFound = 100

// Found is a finished game in the result of a search.
type Found struct {
	ID             ID
	Game           string
	Players        [rules.SeatCount]player.Player // at the end; zero for an empty seat
	Started, Ended time.Time                      // to the second
	Termination    string                         // a termination, "abandoned" or "aborted"
	Winners        []string                       // the names of the seats; none in a draw
}
