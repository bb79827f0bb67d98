package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Ladder looks up ratings. The ratings include games that have just ended.
type Ladder interface {
	// Standings returns the players of a class who have finished a game since the given time,
	// the highest rating first. It returns at most MaxStandings players.
	Standings(ctx context.Context, class Class, since time.Time) ([]Standing, error)
	// Classes returns the classes in which somebody has a rating, sorted by game. The classes
	// of a game are sorted by form: free-for-all or teams.
	Classes(ctx context.Context) ([]Class, error)
	// Called returns the player with the given name. Names are compared in the form that
	// [player.Fold] returns. A bot is found by the name of its level.
	Called(ctx context.Context, name string) (p player.Player, ok bool, err error)
	// Record returns a player's record in each class, sorted by game and form.
	Record(ctx context.Context, id player.ID) ([]Career, error)
	// Changes returns the rating changes that the game of a table caused. It returns nil if the
	// game was not rated.
	Changes(ctx context.Context, table int64) ([]player.RatingChange, error)
}

// MaxStandings is the maximum number of players on a ladder.
const MaxStandings = 1000

// Active is how long a player stays on the ladder after their last rated game.
const Active = 90 * 24 * time.Hour

// Standing is a player's position on the ladder of a class.
type Standing struct {
	Place  int // place of the player, counting from 1; players with equal ratings have the same place
	Player player.Player
	Rating Rating
	Games  int
	Last   time.Time // time when the player's last game ended, to the second
}

// Career holds a player's rating and results in one class of games.
type Career struct {
	Class  Class
	Rating Rating
	Places [MaxParties]int // number of games in which the player was first, second and so on; tied players share the better place
	Drawn  int             // number of games in which the player shared the first place
	Steps  []Step          // the last games, at most MaxSteps, oldest first
}

// MaxParties is the maximum number of parties (teams or single players) in a game. MaxSteps
// is the maximum length of the field Steps of a [Career].
const (
	MaxParties = 4
	MaxSteps   = 20
)

// Games returns the number of rated games that the player has finished in the class.
func (c *Career) Games() (n int) {
	for _, times := range c.Places {
		n += times
	}
	return n
}

// View returns the career as front ends show it.
func (c *Career) View() player.Career {
	shown := player.Career{
		Game: c.Class.Game, Form: string(c.Class.Form), Rating: c.Rating.Shown(), Doubt: c.Rating.Doubt(),
		Games: c.Games(), Won: c.Won(), Drawn: c.Drawn, Lost: c.Lost(), Places: c.Places,
	}
	for _, step := range c.Steps {
		shown.History = append(shown.History, step.After.Shown())
	}
	return shown
}

// Won returns the number of games in which the player alone was in first place.
func (c *Career) Won() int { return c.Places[0] - c.Drawn }

// Lost returns the number of games in which the player was not in first place.
func (c *Career) Lost() int { return c.Games() - c.Places[0] }

// Add adds a rated game to the player's results. The games must be added in the order in
// which they ended.
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

// Step is the result and the new rating of a player after one rated game.
type Step struct {
	Table         int64
	Ended         time.Time
	Rank, Parties int
	Shared        bool // whether several parties shared the first place
	After         Rating
}

// RatingsDecider excludes games from the ratings, or includes them again.
type RatingsDecider interface {
	// Decide stores a decision and updates the ratings. It returns an error if the decision
	// would change nothing.
	Decide(ctx context.Context, d RatingsDecision) error
}

// RatingsDecision excludes a game from the ratings or includes it again. The latest decision
// about a table applies.
type RatingsDecision struct {
	Table  int64
	Counts bool
	At     time.Time
	Author string
	Reason string
}

// RatingsIn returns the ratings of the given people in a game: in its team games if `teams`
// is true, and in its free-for-alls otherwise. It omits guests and people without a rating.
func RatingsIn(ctx context.Context, ladder Ladder, game string, teams bool, people []player.ID) (map[player.ID]int, error) {
	class := Class{Game: game, Form: FreeForAll}
	if teams {
		class.Form = Teams
	}
	ratings := map[player.ID]int{}
	for _, id := range people {
		if id == "" || id.Guest() {
			continue
		}
		careers, err := ladder.Record(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, c := range careers {
			if c.Class == class {
				ratings[id] = c.Rating.Shown()
			}
		}
	}
	return ratings, nil
}
