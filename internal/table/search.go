package table

import (
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Search is what is looked for among the games that are over. Zero fields ask
// for nothing.
type Search struct {
	Player player.ID // had a seat at the end
	Name   string    // was the name of one who had
	Game   string
	Result string    // AnyWon, AnyDrawn, Abandoned, or the outcome's word
	From   time.Time // ended then or later
	Until  time.Time // ended before
	Before ID        // ended before that table: for the next page
	// Viewer is who asks: private games are found if they played them, or all of them
	// with Private.
	Viewer  player.ID
	Private bool
	Limit   int // at most MaxFound; 0 is that
}

// Results to look for besides the words of outcomes. Abandoned is stored.
const (
	AnyWon    = "won"
	AnyDrawn  = "drawn"
	Abandoned = "abandoned"
)

// MaxFound is how many games one search finds at most.
const MaxFound = 100

// Found is a game that is over.
type Found struct {
	ID             ID
	Game           string
	Players        [rules.SeatCount]player.Player // at the end; zero where nobody sat
	Started, Ended time.Time                      // to the second
	Termination    string                         // the outcome's word, or "abandoned"
	Winners        []string                       // the seats' words; none in a draw
}
