package parts

import (
	"context"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/service/vacation"
)

// Vacations stores the vacations of accounts. It is a [vacation.Store].
type Vacations struct{ *DB }

// Vacations returns the part of the store that stores vacations.
func (s *Parts) Vacations() Vacations { return Vacations{s.DB} }

// AddVacation stores a vacation and returns its number.
func (s Vacations) AddVacation(ctx context.Context, v vacation.Vacation) (number int64, err error) {
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		var running bool
		if err := tx.Row(`SELECT EXISTS (SELECT 1 FROM vacations WHERE account = $1 AND until > $2)`, string(v.Account),
			v.From.UnixMicro()).Scan(&running); err != nil {
			return nil, err
		}
		if running {
			return vacation.OnVacation.Refuse(), nil
		}
		number, err = tx.insert(`INSERT INTO vacations (account, since, until, early) VALUES ($1, $2, $3, FALSE) RETURNING n`,
			string(v.Account), v.From.UnixMicro(), v.Until.UnixMicro())
		if err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Vacations, v.Account)
	})
	return number, s.tell(TopicNews, err)
}

// EndVacation records that the player ended a vacation early.
func (s Vacations) EndVacation(ctx context.Context, v vacation.Vacation) error {
	return s.tell(TopicNews, s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.Exec(`UPDATE vacations SET until = $1, early = TRUE WHERE n = $2`, v.Until.UnixMicro(), v.Number); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Vacations, v.Account)
	}))
}

// Vacations returns the vacations that end after a time, the oldest first.
func (s Vacations) Vacations(ctx context.Context, after time.Time) ([]vacation.Vacation, error) {
	return all(s.query(ctx, `SELECT n, account, since, until, early FROM vacations WHERE until > $1 ORDER BY n`, after.UnixMicro()),
		func(v *vacation.Vacation) []any {
			return []any{&v.Number, &v.Account, micros{&v.From}, micros{&v.Until}, &v.Early}
		})
}

var _ vacation.Store = Vacations{}
