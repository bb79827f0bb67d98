package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Search is a query for finished games. A zero field matches every game.
type Search struct {
	Player player.ID // a player who had a seat when the game ended
	Name   string    // the name of a player who had a seat when the game ended
	Game   string
	Result string    // AnyWon, AnyDrawn, Abandoned, or the name of a [rules.Termination]
	From   time.Time // games that ended at this time or later
	Until  time.Time // games that ended before this time
	Before ID        // the last table of the previous page of results
	// Viewer is the person who searches. In addition to public games they find the private games
	// that they played, or all private games if Private is set.
	Viewer  player.ID
	Private bool
	Limit   int // maximum number of results; 0 means MaxFound
}

// The values of Search.Result that are not terminations. Abandoned and WasAborted are also
// stored in logs: never rename them.
const (
	AnyWon     = "won"
	AnyDrawn   = "drawn"
	Abandoned  = "abandoned"
	WasAborted = "aborted"
)

// MaxFound is the maximum number of games that a search returns.
const MaxFound = 100

// Found is a finished game that a search found.
type Found struct {
	ID             ID
	Game           string
	Players        [rules.SeatCount]player.Player // the players when the game ended; zero for an empty seat
	Started, Ended time.Time                      // precise to the second
	Termination    string                         // name of a [rules.Termination], Abandoned or WasAborted
	Winners        []string                       // the names of the winning seats; none in a draw
	Ratings        []player.RatingChange          // empty if the game is not rated
}
