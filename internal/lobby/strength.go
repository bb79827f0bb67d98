package lobby

import (
	"context"
	"log/slog"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/rules"
)

// maxStrengthUpdates is how many tables one call of updateStrengths handles at most.
const maxStrengthUpdates = 20

// updateStrengths computes, for each running table, the mean rating of its players. It holds
// no lock while it does so, because it reads the disk.
func (c *maintenance) updateStrengths() {
	if c.cfg.Ladder == nil || c.cfg.Now().Before(c.strengthsAt) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	for _, line := range c.tables.directory.withoutStrength(maxStrengthUpdates) {
		strength, err := c.strengthOf(ctx, &line)
		if err != nil {
			c.cfg.Logger.Warn("cannot read the ratings of a table", slog.Int64("table", int64(line.ID)), slog.Any("error", err))
			c.strengthsAt = c.cfg.Now().Add(retryAfter)
			return
		}
		c.tables.directory.setStrength(line.ID, strength)
		c.publisher.invalidate()
	}
}

// InTeams reports whether the game is played in teams: some players are partners.
func (s *Summary) InTeams() bool {
	return (&rules.Facts{Team: s.Teams}).Teams()
}

// strengthOf returns the mean rating of a table's players, or 0 if no player has a rating.
func (c *maintenance) strengthOf(ctx context.Context, v *Summary) (int, error) {
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
