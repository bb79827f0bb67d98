package parts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"math"
	"time"

	"quadrille/internal/lock"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Ratings stores ratings; see [club.Ladder]. It computes them when they are read, from the
// events of finished tables, in the order in which the tables closed. Games that a
// moderator has excluded do not count. The transaction that stores the ratings begins only
// after they are computed, so it hardly delays moves.
type Ratings struct {
	*DB
	variant func(game string, options map[string]string) (rules.Variant, error)
	logger  *slog.Logger

	mu lock.Mutex // held while ratings are computed
}

// progress says which rated tables and ratings decisions the stored ratings take into account.
type progress struct {
	through   int64 // position of the last rated table in the order in which tables closed
	decisions int64 // number of the last decision to exclude a game from the ratings or to include it again
	deletions int64 // number of accounts that are being deleted
}

const markText = `SELECT n, (SELECT coalesce(max(n), 0) FROM rating_decisions), (SELECT count(*) FROM account_deletions) FROM rated_through`

// Ratings returns the part of the store that stores ratings. The parameter `variant`
// is a function that creates the variant of a game.
func (s *Parts) Ratings(variant func(game string, options map[string]string) (rules.Variant, error), logger *slog.Logger) *Ratings {
	return &Ratings{DB: s.DB, variant: variant, logger: logger}
}

// ratedTogether is the number of finished tables that are rated in one transaction.
const ratedTogether = 100

// keepUp rates the games that ended since the last call.
func (r *Ratings) keepUp(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		more, err := r.step(ctx)
		switch {
		case errors.Is(err, errStale): // a game was excluded from the ratings or counts again: begin again with the stored ratings
		case err != nil || !more:
			return r.Trouble(err)
		}
	}
}

// step rates the games of at most ratedTogether tables that are not rated yet, and reports
// whether more tables may be left.
func (r *Ratings) step(ctx context.Context) (more bool, err error) {
	kept, err := r.kept(ctx)
	if err != nil {
		return false, err
	}
	next, err := r.closed(ctx, kept.through, math.MaxInt64)
	if err != nil || len(next) == 0 {
		return false, err
	}
	games, err := r.results(ctx, next)
	if err != nil {
		return false, err
	}
	book, err := r.read(ctx, games)
	if err != nil {
		return false, err
	}
	err = r.keep(ctx, kept, next[len(next)-1].n, enter(book, games))
	return err == nil, err
}

// kept returns how far the stored ratings go: the last table that they include, and the last
// decision to exclude or include a game.
func (r *Ratings) kept(ctx context.Context) (m progress, err error) {
	err = r.Read.QueryRowContext(ctx, markText).Scan(&m.through, &m.decisions, &m.deletions)
	return m, err
}

// finishedTable is a finished table. `counts` is false if the game was excluded from the
// ratings.
type finishedTable struct {
	n      int64
	id     table.ID
	counts bool
}

// closed returns finished tables, ordered and numbered by when they finished: at most
// ratedTogether tables after number `after` of this order, up to number `through`.
func (r *Ratings) closed(ctx context.Context, after, through int64) ([]finishedTable, error) {
	return all(r.query(ctx, `SELECT t.finished, t.id,
			coalesce((SELECT v.counts FROM rating_decisions v WHERE v.table_id = t.id ORDER BY v.n DESC LIMIT 1), TRUE)
		FROM tables t WHERE t.finished > $1 AND t.finished <= $2 ORDER BY t.finished LIMIT $3`, after, through, ratedTogether),
		func(c *finishedTable) []any { return []any{&c.n, &c.id, &c.counts} })
}

// ratedGame is the result of a rated game, and the number of its table among the finished
// tables.
type ratedGame struct {
	n      int64
	result *club.Result
}

// results returns the results of the rated games of the given tables. An account that is being
// deleted has its anonymous ID in them, like in the stored ratings, even if the events of a table
// still have its old ID.
func (r *Ratings) results(ctx context.Context, tables []finishedTable) (games []ratedGame, err error) {
	deleted, err := r.Deletions(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range tables {
		if !c.counts {
			continue
		}
		result, err := r.result(ctx, c.id)
		if err != nil {
			return nil, err
		}
		if result != nil {
			for _, party := range result.Parties {
				for i, id := range party.Members {
					party.Members[i] = cmp.Or(deleted[id], id)
				}
			}
			games = append(games, ratedGame{c.n, result})
		}
	}
	return games, nil
}

// line is a stored change of one rating by one game.
type line struct {
	club.Entry
	ratedGame
}

// enter adds the results of games to the ratings in `book`, and returns the changes.
func enter(book club.Book, games []ratedGame) (lines []line) {
	for _, g := range games {
		for _, entry := range book.Enter(g.result) {
			lines = append(lines, line{entry, g})
		}
	}
	return lines
}

// read returns the stored ratings of the players of the given games.
func (r *Ratings) read(ctx context.Context, games []ratedGame) (club.Book, error) {
	book := club.Book{}
	for _, g := range games {
		for _, party := range g.result.Parties {
			for _, id := range party.Members {
				p := club.Page{Class: g.result.Class, Player: id}
				if _, read := book[p]; read {
					continue
				}
				var last club.Rated
				var ended int64
				err := r.Read.QueryRowContext(ctx,
					`SELECT mu, sigma, ended FROM ratings WHERE player = $1 AND game = $2 AND format = $3 ORDER BY n DESC LIMIT 1`,
					string(id), p.Class.Game, string(p.Class.Form)).
					Scan(&last.Mu, &last.Sigma, &ended)
				if errors.Is(err, sql.ErrNoRows) {
					continue
				}
				if err != nil {
					return nil, err
				}
				last.Ended = time.Unix(ended, 0)
				book[p] = last
			}
		}
	}
	return book, nil
}

// errStale reports that the ratings changed between reading and writing, for example because
// a moderator excluded a game from the ratings.
var errStale = errors.New("the ratings changed meanwhile")

// keep stores newly computed ratings of the tables up to the number `through`, unless the
// stored ratings have changed since the computation read them.
func (r *Ratings) keep(ctx context.Context, from progress, through int64, lines []line) error {
	return r.Update(ctx, func(tx *Tx) (refused, failed error) {
		var present progress
		if err := tx.Row(markText).Scan(&present.through, &present.decisions, &present.deletions); err != nil {
			return nil, err
		}
		if present != from {
			return errStale, nil
		}
		return nil, tx.rate(lines, through)
	})
}

func (tx *Tx) rate(lines []line, through int64) error {
	for _, l := range lines {
		err := tx.Exec(`INSERT INTO ratings (n, player, instance, table_id, game, format, ended, rank, sides, mu, sigma)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			l.n, string(l.Player), l.Part, l.result.Table, l.Class.Game, string(l.Class.Form),
			l.result.Ended.Unix(), l.Rank, l.Parties, l.After.Mu, l.After.Sigma)
		if err != nil {
			return err
		}
	}
	return tx.Exec(`UPDATE rated_through SET n = $1`, through)
}

// Reset deletes all ratings. They are computed again when they are next read.
func (r *Ratings) Reset(ctx context.Context) error {
	return r.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.Exec(`DELETE FROM ratings`); err != nil {
			return nil, err
		}
		return nil, tx.Exec(`UPDATE rated_through SET n = 0`)
	})
}
