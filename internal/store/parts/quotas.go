package parts

import (
	"context"
	"database/sql"
	"errors"
	"net/netip"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/quota"
	"quadrille/internal/table"
)

// Quotas stores how much of each quota is used, and the addresses from which unfinished
// tables were opened; see [quota.Store].
type Quotas struct{ *DB }

// Load returns the stored counters; see [quota.Store].
func (s *Quotas) Load(ctx context.Context) ([]quota.Used, error) {
	list, err := collect(ctx, s.Read, func(rows *sql.Rows) (u quota.Used, err error) {
		var until int64
		err = rows.Scan(&u.Kind, &u.Who, &until)
		u.Full = time.UnixMicro(until).UTC()
		return u, err
	}, `SELECT kind, subject, until FROM quotas`)
	return list, s.Trouble(err)
}

// Keep stores counters; see [quota.Store].
func (s *Quotas) Keep(ctx context.Context, list []quota.Used, now time.Time) error {
	return s.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.Exec(dropQuotas, now.UnixMicro()); err != nil {
			return nil, err
		}
		for _, u := range list {
			if err := tx.Exec(keepQuota, string(u.Kind), u.Who, u.Full.UnixMicro()); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

// Standing returns the time at which an account got its name, and whether it has finished
// a game with other people, not only with bots; see [quota.Store].
func (s *Quotas) Standing(ctx context.Context, id player.ID) (since time.Time, played bool, err error) {
	var micros int64
	err = s.Read.QueryRowContext(ctx, `SELECT since, EXISTS (
		SELECT 1 FROM game_players AS mine
		JOIN games ON games.table_id = mine.table_id AND games.termination NOT IN ('abandoned', 'aborted')
		JOIN game_players AS other ON other.table_id = mine.table_id AND other.player <> mine.player AND other.player NOT LIKE 'bot:%'
		WHERE mine.player = players.id)
		FROM players WHERE id = $1`, string(id)).Scan(&micros, &played)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, false, nil
	}
	return time.UnixMicro(micros).UTC(), played, s.Trouble(err)
}

// Origins returns who opened each unfinished table, and when. If the given address is valid,
// Origins returns only tables that were opened from it; see [quota.Store].
func (s *Quotas) Origins(ctx context.Context, at netip.Prefix) ([]quota.Origin, error) {
	const all = `SELECT table_id, account, address, at FROM table_origins`
	text, values := all+` ORDER BY table_id`, []any{}
	if at.IsValid() {
		text, values = all+` WHERE address = $1`, []any{at.String()}
	}
	list, err := collect(ctx, s.Read, func(rows *sql.Rows) (o quota.Origin, err error) {
		var id, opened int64
		var address string
		if err := rows.Scan(&id, &o.Account, &address, &opened); err != nil {
			return o, err
		}
		o.Table, o.At = table.ID(id), time.UnixMicro(opened).UTC()
		o.Address, err = netip.ParsePrefix(address)
		return o, err
	}, text, values...)
	return list, s.Trouble(err)
}

// collect returns all rows of a query, each converted by the function `scan`.
func collect[T any](ctx context.Context, db Queryer, scan func(*sql.Rows) (T, error), query string, values ...any) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, values...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// StoreOrigin stores the address from which a table was opened, if it is known.
func (tx *Tx) StoreOrigin(ctx context.Context, id table.ID, opened *table.Event) error {
	from, ok := player.AddressOf(ctx)
	if !ok {
		return nil
	}
	err := tx.Exec(newOrigin, int64(id), string(opened.Player.ID), from.String(), opened.At.UnixMicro())
	return err
}

const newOrigin = `INSERT INTO table_origins (table_id, account, address, at) VALUES ($1, $2, $3, $4)`

const keepQuota = `INSERT INTO quotas (kind, subject, until) VALUES ($1, $2, $3)
			ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until`

const dropQuotas = `DELETE FROM quotas WHERE until <= $1`
