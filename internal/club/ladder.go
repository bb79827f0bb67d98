package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Ladder is what is known of who plays how well. Games that ended a moment ago are
// in it.
type Ladder interface {
	// Standings are those of a class who have played since then, the best first, at
	// most MaxStandings.
	Standings(ctx context.Context, class Class, since time.Time) ([]Standing, error)
	// Classes are those in which anybody has a rating, by game and form.
	Classes(ctx context.Context) ([]Class, error)
	// Called is who has that name, written in whatever way is the same; ok is false
	// if nobody has. Bots of a level are called by its name too.
	Called(ctx context.Context, name string) (p player.Player, ok bool, err error)
	// Record is what somebody has played that counts, by game and form.
	Record(ctx context.Context, id player.ID) ([]Career, error)
}

// MaxStandings is how long a ladder is at most.
const MaxStandings = 1000

// Active is how long somebody may have been away and still be on the ladder.
const Active = 90 * 24 * time.Hour

// Standing is somebody's place in a class.
type Standing struct {
	Place  int // equal for equal ratings
	Player player.Player
	Rating Rating
	Games  int
	Last   time.Time // when the last of them ended, to the second
}

// Career is what somebody has done in a class.
type Career struct {
	Class  Class
	Rating Rating
	Places [MaxParties]int // how often he came first, second, and so on; ties count for the better place
	Drawn  int             // how often he shared the first one
	Steps  []Step          // his last games, the newest last, at most MaxSteps
}

// Bounds on what a career holds: a game has no more parties than seats.
const (
	MaxParties = 4
	MaxSteps   = 20
)

// Games is how many there were.
func (c *Career) Games() (n int) {
	for _, times := range c.Places {
		n += times
	}
	return n
}

// Won is how often he was first alone.
func (c *Career) Won() int { return c.Places[0] - c.Drawn }

// Lost is how often somebody was before him.
func (c *Career) Lost() int { return c.Games() - c.Places[0] }

// Add notes one more game, later than those before.
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
	Shared        bool // the first place was
	After         Rating
}

// Arbiter has games not count, and count again.
type Arbiter interface {
	// Judge keeps a verdict, which must change something; ratings follow it.
	Judge(ctx context.Context, v Verdict) error
}

// Verdict is what a host said about a game: that it shall not count, or that it
// shall again. The last about a table holds.
type Verdict struct {
	Table  int64
	Counts bool
	At     time.Time
	Author string
	Reason string
}
