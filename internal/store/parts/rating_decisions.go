package parts

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// reasonCells is the maximum width, in terminal cells, of the reason for excluding a game from
// the ratings or including it again.
const reasonCells = 200

// Decide excludes the game of a table from the ratings, or includes it again. The ratings
// after that game and after each later game are computed again when ratings are next
// read. Decisions are never deleted.
func (r *Ratings) Decide(ctx context.Context, d club.RatingsDecision) error {
	if d.Reason == "" {
		return errors.New("give a reason with --reason")
	}
	reason, err := player.CleanLine(d.Reason, reasonCells)
	if err != nil {
		return err
	}
	if err := r.keepUp(ctx); err != nil {
		return err
	}
	return r.Update(ctx, func(tx *Tx) (refused, failed error) {
		refused, failed = tx.mayDecide(d)
		if refused != nil || failed != nil {
			return refused, failed
		}
		return nil, tx.storeDecision(d, reason, r.Clock.Wall())
	})
}

// mayDecide refuses to void a game, or to count it for ratings again, if that would change
// nothing.
func (tx *Tx) mayDecide(d club.RatingsDecision) (refused, failed error) {
	var rated, struck bool
	err := tx.Row(`SELECT EXISTS (SELECT 1 FROM ratings WHERE table_id = $1),
		coalesce((SELECT NOT counts FROM rating_decisions WHERE table_id = $1 ORDER BY n DESC LIMIT 1), FALSE)`,
		d.Table).Scan(&rated, &struck)
	switch {
	case err != nil:
		return nil, err
	case !d.Counts && struck:
		return fmt.Errorf("the game of table %d is already void; nothing changed", d.Table), nil
	case !d.Counts && !rated:
		return fmt.Errorf("table %d has no rated game; give the table of a rated game that has a result", d.Table), nil
	case d.Counts && !struck:
		return fmt.Errorf("the game of table %d is not void; nothing changed", d.Table), nil
	}
	return nil, nil
}

// storeDecision stores a decision about a game, and deletes the ratings computed from
// that game and from later games.
func (tx *Tx) storeDecision(d club.RatingsDecision, reason string, now time.Time) error {
	if err := tx.Exec(`INSERT INTO rating_decisions (table_id, counts, at, author, reason) VALUES ($1, $2, $3, $4, $5)`,
		d.Table, d.Counts, now.UnixMicro(), d.Author, reason); err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM ratings WHERE n >= (SELECT finished FROM tables WHERE id = $1)`, d.Table); err != nil {
		return err
	}
	return tx.Exec(
		`UPDATE rated_through SET n = (SELECT finished - 1 FROM tables WHERE id = $1)
			WHERE n >= (SELECT finished FROM tables WHERE id = $1)`,
		d.Table,
	)
}

// Decisions returns all decisions that exclude games from the ratings or include them again,
// the oldest first.
func (r *Ratings) Decisions(ctx context.Context) ([]club.RatingsDecision, error) {
	return all(r.query(ctx, `SELECT table_id, counts, at, author, reason FROM rating_decisions ORDER BY n`),
		func(d *club.RatingsDecision) []any {
			return []any{&d.Table, &d.Counts, micros{&d.At}, &d.Author, &d.Reason}
		})
}
