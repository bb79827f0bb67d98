package parts

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	return all(s.query(ctx, `SELECT kind, subject, until FROM quotas`), func(u *quota.Used) []any {
		return []any{&u.Kind, &u.Who, micros{&u.Full}}
	})
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
	const every = `SELECT table_id, account, address, at FROM table_origins`
	text, values := every+` ORDER BY table_id`, []any{}
	if at.IsValid() {
		text, values = every+` WHERE address = $1`, []any{at.String()}
	}
	return all(s.query(ctx, text, values...), func(o *quota.Origin) []any {
		return []any{&o.Table, &o.Account, prefix{&o.Address}, micros{&o.At}}
	})
}

// prefix scans a range of addresses that is stored as text.
type prefix struct{ *netip.Prefix }

// Scan sets the range; see [sql.Scanner].
func (p prefix) Scan(value any) (err error) {
	*p.Prefix, err = netip.ParsePrefix(fmt.Sprint(value))
	return err
}

// StoreOrigin stores the address from which a table was opened, if it is known.
func (tx *Tx) StoreOrigin(ctx context.Context, id table.ID, opened *table.Event) error {
	from, ok := player.AddressOf(ctx)
	if !ok {
		return nil
	}
	return tx.Exec(newOrigin, int64(id), string(opened.Player.ID), from.String(), opened.At.UnixMicro())
}

const newOrigin = `INSERT INTO table_origins (table_id, account, address, at) VALUES ($1, $2, $3, $4)`

const keepQuota = `INSERT INTO quotas (kind, subject, until) VALUES ($1, $2, $3)
			ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until`

const dropQuotas = `DELETE FROM quotas WHERE until <= $1`
