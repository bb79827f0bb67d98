package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Ladder answers questions about ratings. The answers include games that have just ended.
type Ladder interface {
	// Standings returns the players of a class who have played since a time, the best first,
	// at most MaxStandings.
	Standings(ctx context.Context, class Class, since time.Time) ([]Standing, error)
	// Classes returns the classes that have ratings, sorted by game and form.
	Classes(ctx context.Context) ([]Class, error)
	// Called returns the player with a name, compared in its folded form. Bots have the name
	// of their level.
	Called(ctx context.Context, name string) (p player.Player, ok bool, err error)
	// Record returns a player's rated games, sorted by game and form.
	Record(ctx context.Context, id player.ID) ([]Career, error)
}

// MaxStandings is the maximum number of players on a ladder.
const MaxStandings = 1000

// Active is how long a player stays on the ladder after their last game.
const Active = 90 * 24 * time.Hour

// Standing is a player's place in a class.
type Standing struct {
	Place  int // equal for equal ratings
	Player player.Player
	Rating Rating
	Games  int
	Last   time.Time // end of the last game, to the second
}

// Career is a player's record in a class.
type Career struct {
	Class  Class
	Rating Rating
	Places [MaxParties]int // number of first places, second places, and so on; a tie counts as the better place
	Drawn  int             // number of first places that were shared
	Steps  []Step          // the last games, the newest last, at most MaxSteps
}

// Limits of a career. A game has at most one party for each seat.
const (
	MaxParties = 4
	MaxSteps   = 20
)

// Games returns the number of games.
func (c *Career) Games() (n int) {
	for _, times := range c.Places {
		n += times
	}
	return n
}

// Won returns the number of unshared first places.
func (c *Career) Won() int { return c.Places[0] - c.Drawn }

// Lost returns the number of games without a first place.
func (c *Career) Lost() int { return c.Games() - c.Places[0] }

// Add adds a game, which must be later than the others.
func (c *Career) Add(s Step) {
	c.Rating = s.After
	if s.Rank >= 1 && s.Rank <= MaxParties {
		c.Places[s.Rank-1]++
	}
	if s.Rank == 1 && s.Shared {
		c.Drawn++
	}
	if c.Steps = append(c.Steps, s); len(c.Steps) > MaxSteps {
		c.Steps = c.Steps[1:]
	}
}

// Step is one game of a career.
type Step struct {
	Table         int64
	Ended         time.Time
	Rank, Parties int
	Shared        bool // whether the first place was shared
	After         Rating
}

// RatingsDecider takes games out of the ratings and restores them.
type RatingsDecider interface {
	// Decide stores a decision and updates the ratings. It refuses a decision that changes
	// nothing.
	Decide(ctx context.Context, d RatingsDecision) error
}

// RatingsDecision takes a game out of the ratings or restores it. Only the latest decision
// about a table applies.
type RatingsDecision struct {
	Table  int64
	Counts bool
	At     time.Time
	Author string
	Reason string
}
