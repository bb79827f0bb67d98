package lobby

import (
	"context"
	"log/slog"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/rules"
)

// maxStrengthUpdates limits how many tables one round updates.
const maxStrengthUpdates = 20

// updateStrengths computes the mean ratings of running tables. It reads the disk, so it
// holds no lock.
func (c *maintenance) updateStrengths() {
	if c.cfg.Ladder == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	for _, line := range c.tables.directory.withoutStrength(maxStrengthUpdates) {
		strength, err := c.strengthOf(ctx, &line)
		if err != nil {
			c.cfg.Logger.Warn("cannot read the ratings of a table", slog.Int64("table", int64(line.ID)), slog.Any("error", err))
		}
		c.tables.directory.setStrength(line.ID, strength)
		c.publisher.invalidate()
	}
}

// InTeams reports whether any of the players are partners.
func (s *Summary) InTeams() bool {
	return (&rules.Facts{Team: s.Teams}).Teams()
}

// strengthOf returns the mean rating of a table's players in its game and form; 0 if
// nobody is rated.
func (c *maintenance) strengthOf(ctx context.Context, v *Summary) (int, error) {
	class := club.Class{Game: v.Terms.Game, Form: club.FreeForAll}
	if v.InTeams() {
		class.Form = club.Teams
	}
	sum, n := 0, 0
	seen := map[player.ID]bool{}
	for i := range v.Seats {
		id := v.Seats[i].Player.ID.RatedID()
		if id == "" || id.Guest() || seen[id] {
			continue
		}
		seen[id] = true
		careers, err := c.cfg.Ladder.Record(ctx, id)
		if err != nil {
			return 0, err
		}
		for _, c := range careers {
			if c.Class == class {
				sum, n = sum+c.Rating.Shown(), n+1
			}
		}
	}
	if n == 0 {
		return 0, nil
	}
	return sum / n, nil
}
