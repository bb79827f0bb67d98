package store

import (
	"context"
	"database/sql"
	"time"

	"quadrille/internal/vacation"
)

// Vacations stores the vacations of accounts. It is a [vacation.Store].
type Vacations struct{ store *Store }

// Vacations returns the part of the store that stores vacations.
func (s *Store) Vacations() Vacations { return Vacations{s} }

// AddVacation stores a vacation and returns its number.
func (s Vacations) AddVacation(ctx context.Context, v vacation.Vacation) (number int64, err error) {
	err = s.store.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		result, err := p.conn.ExecContext(context.Background(), `INSERT INTO vacations (account, since, until, early) VALUES (?, ?, ?, 0)`,
			string(v.Account), v.From.UnixMicro(), v.Until.UnixMicro())
		if err == nil {
			number, err = result.LastInsertId()
		}
		return nil, err
	})
	return number, err
}

// EndVacation stores that the player ended a vacation early.
func (s Vacations) EndVacation(ctx context.Context, number int64, at time.Time) error {
	return s.store.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		_, err := p.conn.ExecContext(context.Background(), `UPDATE vacations SET until = ?, early = 1 WHERE n = ?`, at.UnixMicro(), number)
		return nil, err
	})
}

// Vacations returns the vacations that end after a time, the oldest first.
func (s Vacations) Vacations(ctx context.Context, after time.Time) ([]vacation.Vacation, error) {
	list, err := collect(ctx, s.store.read, func(rows *sql.Rows) (v vacation.Vacation, err error) {
		var from, until int64
		err = rows.Scan(&v.Number, &v.Account, &from, &until, &v.Early)
		v.From, v.Until = time.UnixMicro(from).UTC(), time.UnixMicro(until).UTC()
		return v, err
	}, `SELECT n, account, since, until, early FROM vacations WHERE until > ? ORDER BY n`, after.UnixMicro())
	return list, s.store.trouble(err)
}

var _ vacation.Store = Vacations{}
