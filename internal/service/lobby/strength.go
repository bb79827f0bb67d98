package lobby

import (
	"context"
	"log/slog"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/view"
)

// maxStrengthUpdates is how many tables one call of updateStrengths handles at most.
const maxStrengthUpdates = 20

// readRatings reads the ratings that tables lack. After an error it returns the time at which it
// will read again. It holds no lock, because it reads the disk.
func (c *maintenance) readRatings() (again time.Time) {
	if c.cfg.Ladder == nil || c.cfg.Clock.Steady().Before(c.ratingsAt) {
		return c.ratingsAt
	}
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	err := c.updateStrengths(ctx)
	for _, t := range c.tables.loaded.all() {
		if err == nil {
			err = c.tables.showRatings(ctx, t)
		}
	}
	c.ratingsAt = time.Time{}
	if err != nil {
		c.cfg.Logger.Warn("cannot read ratings; trying again in a minute", slog.Any("error", err))
		c.ratingsAt = c.cfg.Clock.Steady().Add(retryAfter)
	}
	return c.ratingsAt
}

// updateStrengths computes, for each running table, the mean rating of its players.
func (c *maintenance) updateStrengths(ctx context.Context) error {
	for _, line := range c.tables.directory.withoutStrength(maxStrengthUpdates) {
		strength, err := c.strengthOf(ctx, line)
		if err != nil {
			return err
		}
		c.tables.directory.setStrength(line.ID, strength)
		c.publisher.invalidate()
	}
	return nil
}

// strengthOf returns the mean rating of a table's players, or 0 if no player has a rating.
func (c *maintenance) strengthOf(ctx context.Context, v *view.Summary) (int, error) {
	var people []player.ID
	for i := range v.Seats {
		people = append(people, v.Seats[i].Player.ID.RatedID())
	}
	ratings, err := club.RatingsIn(ctx, c.cfg.Ladder, v.Terms.Game, v.InTeams(), people)
	if err != nil || len(ratings) == 0 {
		return 0, err
	}
	sum := 0
	for _, rating := range ratings {
		sum += rating
	}
	return sum / len(ratings), nil
}
