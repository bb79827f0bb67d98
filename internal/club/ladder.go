package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Ladder answers questions about ratings. It includes games that have just ended.
type Ladder interface {
	// Standings returns the players of a class who have played since a time, the best
	// first, at most MaxStandings.
	Standings(ctx context.Context, class Class, since time.Time) ([]Standing, error)
	// Classes returns the classes with ratings, by game and form.
	Classes(ctx context.Context) ([]Class, error)
	// Called finds a player by name, compared as when names are claimed. Bots are found by
	// the name of their level.
	Called(ctx context.Context, name string) (p player.Player, ok bool, err error)
	// Record returns a player's rated games, by game and form.
	Record(ctx context.Context, id player.ID) ([]Career, error)
}

// MaxStandings is the most players on a ladder.
const MaxStandings = 1000

// Active is how long a player stays on the ladder after their last game.
const Active = 90 * 24 * time.Hour

// Standing is a player's place in a class.
type Standing struct {
	Place  int // equal for equal ratings
	Player player.Player
	Rating Rating
	Games  int
	Last   time.Time // when the last of them ended, to the second
}

// Career is a player's record in a class.
type Career struct {
	Class  Class
	Rating Rating
	Places [MaxParties]int // number of first places, second places, and so on; a tie counts as the better place
	Drawn  int             // number of shared first places
	Steps  []Step          // the last games, the newest last, at most MaxSteps
}

// Limits of a career: a game has no more parties than seats.
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
	Shared        bool // the first place was shared
	After         Rating
}

// Arbiter takes games out of the ratings and restores them.
type Arbiter interface {
	// Judge stores a decision, which must change something, and updates the ratings.
	Judge(ctx context.Context, v Verdict) error
}

// Verdict is a decision to take a game out of the ratings or to restore it. The latest one
// of a table applies.
type Verdict struct {
	Table  int64
	Counts bool
	At     time.Time
	Author string
	Reason string
}
