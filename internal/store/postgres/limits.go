package postgres

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/reserve"
	"quadrille/internal/store/parts"
)

// Limits stores token buckets that all nodes share; see [reserve.Store]. A bucket is stored as the
// time at which it will be full again, in the SQL table of the quotas.
type Limits struct{ backend *backend }

// errNoTokens ends a transaction of Take that takes no tokens.
var errNoTokens = errors.New("a bucket has too few tokens")

const keepBucket = `INSERT INTO quotas (kind, subject, until) VALUES ($1, $2, $3)
	ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until`

// Take takes tokens from buckets; see [reserve.Store].
func (l *Limits) Take(ctx context.Context, claims ...reserve.Claim) (short reserve.Claim, wait time.Duration, err error) {
	err = l.backend.Update(ctx, func(tx *parts.Tx) (refused, failed error) {
		short, wait = reserve.Claim{}, 0
		full := make([]int64, len(claims))
		for i, c := range claims {
			at, now, err := fullAt(tx, c)
			if err != nil {
				return nil, err
			}
			full[i] = at + micros(c, c.N)
			if over := full[i] - now - micros(c, c.Rate.Burst); over > 0 {
				short, wait = c, time.Duration(over)*time.Microsecond
				return errNoTokens, nil
			}
		}
		for i, c := range claims {
			if err := tx.Exec(keepBucket, c.Kind, c.Who, full[i]); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if errors.Is(err, errNoTokens) {
		err = nil
	}
	return short, wait, err
}

// Return puts tokens back into buckets; see [reserve.Store].
func (l *Limits) Return(ctx context.Context, claims ...reserve.Claim) error {
	return l.backend.Update(ctx, func(tx *parts.Tx) (refused, failed error) {
		for _, c := range claims {
			at, now, err := fullAt(tx, c)
			if err == nil {
				err = tx.Exec(keepBucket, c.Kind, c.Who, max(now, at-micros(c, c.N)))
			}
			if err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

// micros returns the time in which n tokens flow into the bucket of a claim, in microseconds.
func micros(c reserve.Claim, n int) int64 {
	return int64(min(n, c.Rate.Burst)) * c.Rate.Every.Microseconds()
}

// fullAt returns the time at which the bucket of a claim will be full again, and the current
// time of the database, in microseconds. A bucket that was stored under a slower rate is empty.
func fullAt(tx *parts.Tx, c reserve.Claim) (at, now int64, err error) {
	err = tx.Row(`SELECT coalesce((SELECT until FROM quotas WHERE kind = $1 AND subject = $2), 0),
		CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)`, c.Kind, c.Who).Scan(&at, &now)
	return min(max(at, now), now+micros(c, c.Rate.Burst)), now, err
}

var _ reserve.Store = (*Limits)(nil)
