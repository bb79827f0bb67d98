package parts

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"quadrille/internal/service/club"
)

// Compared is the result of [Ratings.Compare].
type Compared struct {
	Games, Players int      // number of rated games, and number of ratings (a player has one for each class of games)
	Differ         []string // descriptions of ratings whose stored value is wrong, at most differNamed
}

// differNamed is the maximum number of differences that are described.
const differNamed = 10

// Compare computes all ratings from the events of the tables and the ratings decisions (see
// [club.RatingsDecision]), and compares them with the stored ratings.
func (r *Ratings) Compare(ctx context.Context) (*Compared, error) {
	for {
		if err := r.keepUp(ctx); err != nil {
			return nil, err
		}
		switch c, err := r.compare(ctx); {
		case errors.Is(err, errStale): // a running server stored a decision, or computes all ratings again
		default:
			return c, r.Trouble(err)
		}
	}
}

// compare compares the ratings that are stored now. It returns errStale if a decision, or
// [Ratings.Reset], changes them in the meantime.
func (r *Ratings) compare(ctx context.Context) (*Compared, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	through, err := r.kept(ctx)
	if err != nil {
		return nil, err
	}
	kept, err := r.lines(ctx, through.through)
	if err != nil {
		return nil, err
	}
	c, book := &Compared{}, club.Book{}
	last := int64(0)
	for last < through.through {
		next, err := r.closed(ctx, last, through.through)
		if err != nil {
			return nil, err
		}
		if len(next) == 0 { // no finished table is left, although ratings are stored for more of them: the database is damaged
			c.Differ = append(
				c.Differ,
				fmt.Sprintf("ratings are stored for %d finished tables, but only %d such tables exist", through.through, last),
			)
			break
		}
		games, err := r.results(ctx, next)
		if err != nil {
			return nil, err
		}
		c.compareLines(enter(book, games), kept)
		last = next[len(next)-1].n
	}
	for where := range kept {
		c.differs(where, "is stored, but cannot be computed from the log")
	}
	c.Players = len(book)
	if now, err := r.kept(ctx); err != nil || now.decisions != through.decisions || now.deletions != through.deletions ||
		now.through < through.through {
		return nil, cmp.Or(err, errStale)
	}
	return c, nil
}

// ratingAt identifies a stored rating.
type ratingAt struct {
	table int64
	page  club.Page
	part  int
}

// lines returns the stored ratings of the tables up to the number `through`.
func (r *Ratings) lines(ctx context.Context, through int64) (map[ratingAt]club.Entry, error) {
	var id int64
	var e club.Entry
	lines := map[ratingAt]club.Entry{}
	err := r.query(ctx, `SELECT table_id, player, instance, game, format, rank, sides, mu, sigma FROM ratings WHERE n <= $1`, through).
		each([]any{&id, &e.Player, &e.Part, &e.Class.Game, &e.Class.Form, &e.Rank, &e.Parties, &e.After.Mu, &e.After.Sigma}, func() error {
			lines[ratingAt{id, e.Page, e.Part}] = e
			return nil
		})
	return lines, err
}

// compareLines compares the computed ratings `made` with the stored ratings `kept`. It removes
// each compared rating from `kept`.
func (c *Compared) compareLines(made []line, kept map[ratingAt]club.Entry) {
	for i, l := range made {
		if i == 0 || made[i-1].n != l.n {
			c.Games++
		}
		where := ratingAt{l.result.Table, l.Page, l.Part}
		switch e, ok := kept[where]; {
		case !ok:
			c.differs(where, "is not stored")
		case !e.Same(l.Entry):
			c.differs(where, fmt.Sprintf("is stored as %d, but computed as %d from the log", e.After.Shown(), l.After.Shown()))
		}
		delete(kept, where)
	}
}

func (c *Compared) differs(where ratingAt, how string) {
	if len(c.Differ) < differNamed {
		c.Differ = append(
			c.Differ,
			fmt.Sprintf("table %d, %s %s, %s: %s", where.table, where.page.Class.Game, where.page.Class.Form, where.page.Player, how),
		)
	}
}
