package postgres

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
)

// confirmText commits a record to the write-ahead log that changes nothing. With a synchronous
// standby, the commit waits until the standby has this record, and so all earlier ones.
const confirmText = `SELECT pg_logical_emit_message(true, 'quadrille', '')`

// confirmer finds out whether all transactions that are visible on the primary are also on the
// synchronous standby. They may not be after PostgreSQL has been restarted, or after a wait
// for the standby was cancelled.
type confirmer struct {
	config *pgx.ConnConfig
	turn   chan struct{} // capacity 1; the holder may use the other fields
	conn   *pgx.Conn     // nil if there is no connection
	begun  time.Time     // when the last successful confirmation began

	doubted   atomic.Int64 // number of the calls of doubt
	confirmed atomic.Int64 // value of `doubted` at the beginning of the last successful confirmation
}

// confirm returns nil if everything that was visible when it was called is durable, also on the
// synchronous standby. Calls at the same time share a commit.
func (c *confirmer) confirm(ctx context.Context) error {
	asked := clock.Steady()
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-c.turn }()
	if c.begun.After(asked) {
		return nil
	}
	begun, doubted := clock.Steady(), c.doubted.Load()
	err := c.commit(ctx)
	if err != nil && ctx.Err() == nil && c.conn == nil { // the connection was lost, perhaps long ago
		err = c.commit(ctx)
	}
	if err == nil {
		c.begun = begun
		c.confirmed.Store(doubted)
	}
	return err
}

// commit commits a record. If it fails, it closes the connection, and pgx asks PostgreSQL to
// cancel the statement; that is harmless, because the record changes nothing.
func (c *confirmer) commit(ctx context.Context) (err error) {
	if c.conn == nil {
		if c.conn, err = pgx.ConnectConfig(ctx, c.config); err != nil {
			c.conn = nil
			return err
		}
	}
	if _, err = c.conn.Exec(ctx, confirmText); err == nil {
		err = replicated(c.conn.PgConn())
	}
	if err != nil {
		closeConn(c.conn)
		c.conn = nil
	}
	return err
}

// doubt records that the outcome of a write is unknown, and that its changes may be visible on the
// primary alone. A write that still waits for the standby is not visible.
func (c *confirmer) doubt() { c.doubted.Add(1) }

// inDoubt reports whether doubt was called since the beginning of the last successful
// confirmation.
func (c *confirmer) inDoubt() bool { return c.doubted.Load() != c.confirmed.Load() }

// close closes the connection.
func (c *confirmer) close() {
	c.turn <- struct{}{}
	closeConn(c.conn)
	c.conn = nil
	<-c.turn
}

// confirm waits until everything that is visible on the primary is also on the synchronous
// standby; see [confirmer]. It waits at most the given time.
func (b *backend) confirm(ctx context.Context, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	err := b.confirmer.confirm(ctx)
	if err == nil {
		b.setStandbyAway(false)
		return nil
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errUnreplicated) {
		b.works(0)
		err = errors.Join(errNoConfirmation, err)
	}
	return &datadir.Refusal{Reason: datadir.NoAnswer, Path: b.name, Err: err}
}

// errNoConfirmation reports that a confirmation did not succeed in time.
var errNoConfirmation = errors.New("the database, or its synchronous standby, does not confirm commits")

// works reports whether a process of PostgreSQL, on the server that accepts writes, is still
// executing a statement for this node, or waits for the synchronous standby. If pid is 0, it
// reports whether any such process waits for the standby.
func (b *backend) works(pid uint32) bool {
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, b.confirmer.config)
	if err != nil {
		return false
	}
	defer closeConn(conn)
	var active, waiting bool
	err = conn.QueryRow(ctx, `SELECT count(*) FILTER (WHERE pid = $1) > 0, count(*) FILTER (WHERE wait_event = 'SyncRep') > 0
		FROM pg_stat_activity WHERE state = 'active' AND application_name = current_setting('application_name')
		AND pid IN ($1, CASE $1 WHEN 0 THEN pid END)`, int64(pid)).Scan(&active, &waiting)
	if err == nil && waiting {
		b.setStandbyAway(true)
	}
	return err == nil && (active || waiting)
}

// setStandbyAway records whether writes wait for the synchronous standby, and logs a change.
func (b *backend) setStandbyAway(away bool) {
	switch changed := b.standbyAway.Swap(away) != away; {
	case changed && away:
		b.logger.Error("the synchronous standby of PostgreSQL does not answer; nothing is stored until it does", "database", b.name)
	case changed:
		b.logger.Info("the synchronous standby of PostgreSQL answers again", "database", b.name)
	}
}

// StandbyAway reports whether writes wait for the synchronous standby of PostgreSQL.
func (s *Store) StandbyAway() bool { return s.backend.standbyAway.Load() }
