package parts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Standings returns the ladder of a class; see [club.Ladder].
func (r *Ratings) Standings(ctx context.Context, class club.Class, since time.Time) ([]club.Standing, error) {
	if err := r.keepUp(ctx); err != nil {
		return nil, err
	}
	list, err := all(r.query(ctx, `SELECT r.player, coalesce(p.name, ''), coalesce(p.bot, FALSE), r.mu, r.sigma, last.games, r.ended
		FROM (SELECT player, max(n) AS n, count(*) AS games FROM ratings
			WHERE game = $1 AND format = $2 GROUP BY player) last
		JOIN ratings r ON r.n = last.n AND r.player = last.player AND r.instance = 0
		LEFT JOIN players p ON p.id = r.player
		WHERE r.ended >= $3 AND r.player NOT LIKE 'deleted:%'`, class.Game, string(class.Form), since.Unix()),
		func(s *club.Standing) []any {
			return []any{
				&s.Player.ID, &s.Player.Name, &s.Player.BotAccount, &s.Rating.Mu, &s.Rating.Sigma, &s.Games, seconds{&s.Last},
			}
		})
	if err != nil {
		return nil, err
	}
	now := r.Clock.Wall()
	for i := range list {
		s := &list[i]
		if s.Player.ID.Bot() {
			s.Player.Name = player.BotName(s.Player.ID)
		}
		s.Rating = s.Rating.Aged(now.Sub(s.Last))
	}
	slices.SortFunc(list, func(a, b club.Standing) int {
		return cmp.Or(cmp.Compare(b.Rating.Low(), a.Rating.Low()), cmp.Compare(a.Player.ID, b.Player.ID))
	})
	list = list[:min(len(list), club.MaxStandings)]
	for i := range list {
		if list[i].Place = i + 1; i > 0 && list[i-1].Rating.Shown() == list[i].Rating.Shown() {
			list[i].Place = list[i-1].Place
		}
	}
	return list, nil
}

// Classes returns the classes in which there are ratings.
func (r *Ratings) Classes(ctx context.Context) ([]club.Class, error) {
	if err := r.keepUp(ctx); err != nil {
		return nil, err
	}
	return all(r.query(ctx, `SELECT DISTINCT game, format FROM ratings ORDER BY game, format`), func(c *club.Class) []any {
		return []any{&c.Game, &c.Form}
	})
}

// Called returns the player who has the given name; see [club.Ladder].
func (r *Ratings) Called(ctx context.Context, name string) (p player.Player, ok bool, err error) {
	err = r.Read.QueryRowContext(ctx, `SELECT id, name, bot FROM players WHERE folded = $1`, player.Fold(name)).
		Scan(&p.ID, &p.Name, &p.BotAccount)
	if errors.Is(err, sql.ErrNoRows) {
		p, ok = player.NamedBot(name)
		return p, ok, nil
	}
	return p, err == nil, r.Trouble(err)
}

// Changes returns the changes that the game of a table made to ratings; see [club.Ladder].
func (r *Ratings) Changes(ctx context.Context, id int64) ([]player.RatingChange, error) {
	if err := r.keepUp(ctx); err != nil {
		return nil, err
	}
	return r.ratingChanges(ctx, id)
}

// ratingChanges reads the changes that the game of a table made to ratings.
func (s *DB) ratingChanges(ctx context.Context, id int64) (list []player.RatingChange, err error) {
	lively, err := s.lively(ctx, table.ID(id))
	if err != nil {
		return nil, err
	}
	var who player.ID
	var before, after club.Rating
	var idle int64 // in seconds
	err = s.query(ctx, `SELECT r.player, r.mu, r.sigma, coalesce(old.mu, $2), coalesce(old.sigma, $3),
			r.ended - coalesce(old.ended, r.ended)
		FROM ratings r LEFT JOIN ratings old ON old.player = r.player AND old.game = r.game AND old.format = r.format
			AND old.instance = 0 AND old.n = (SELECT max(n) FROM ratings before
				WHERE before.player = r.player AND before.game = r.game AND before.format = r.format AND before.n < r.n)
		WHERE r.n = (SELECT finished FROM tables WHERE id = $1) AND r.instance = 0`, id, club.Newcomer.Mu, club.Newcomer.Sigma).
		each([]any{&who, &after.Mu, &after.Sigma, &before.Mu, &before.Sigma, &idle}, func() error {
			if lively {
				before = before.Aged(time.Duration(idle) * time.Second)
			}
			list = append(list, player.RatingChange{Player: who, Before: before.Shown(), After: after.Shown()})
			return nil
		})
	return list, err
}

// Record returns the results of a player's rated games, by class. If several players or
// teams share the first place, there is no second place.
func (r *Ratings) Record(ctx context.Context, id player.ID) (list []club.Career, err error) {
	if err := r.keepUp(ctx); err != nil {
		return nil, err
	}
	var class club.Class
	var step club.Step
	err = r.query(ctx, `SELECT game, format, table_id, ended, rank, sides,
			NOT EXISTS (SELECT 1 FROM ratings second WHERE second.n = r.n AND second.rank = 2), mu, sigma
		FROM ratings r WHERE player = $1 ORDER BY game, format, n, instance`, string(id)).
		each([]any{
			&class.Game, &class.Form, &step.Table,
			seconds{&step.Ended},
			&step.Rank, &step.Parties, &step.Shared, &step.After.Mu,
			&step.After.Sigma,
		}, func() error {
			if n := len(list); n == 0 || list[n-1].Class != class {
				list = append(list, club.Career{Class: class})
			}
			list[len(list)-1].Add(step)
			return nil
		})
	now := r.Clock.Wall()
	for i := range list {
		c := &list[i]
		c.Rating = c.Rating.Aged(now.Sub(c.Steps[len(c.Steps)-1].Ended))
	}
	return list, err
}
