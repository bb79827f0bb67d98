package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"quadrille/internal/store/datadir"
)

// After a failed sync, the system may have dropped the data that it could not write, and a later
// sync of the same file succeeds without it. So the writer never relies on a later sync for
// what was written before: it moves all commits from the WAL to the database file, starts an
// empty WAL and opens its connection again (renew). Until this succeeds, nothing is stored.
//
// A checkpoint that cannot move all frames, because a connection reads an older state, leaves
// the database file unsynced, and SQLite does not move the same frames again. If the sync of a
// later checkpoint then fails, only a restart makes SQLite move them again (untrusted).

// checkpointEvery is the minimum time between two attempts to empty the WAL while other
// connections are reading.
const checkpointEvery = 50 * time.Millisecond

// measureEvery is the number of transactions after which the writer measures the WAL.
const measureEvery = 16

// runCheckpoint runs a checkpoint in a mode of SQLite. It reports whether SQLite has completed
// what the mode demands.
func (p *writeConn) runCheckpoint(mode string) (complete bool, err error) {
	var busy, frames, moved int
	err = p.conn.QueryRowContext(context.Background(), `PRAGMA wal_checkpoint(`+mode+`)`).Scan(&busy, &frames, &moved)
	switch {
	case datadir.SyncFailed(err) && p.partial:
		p.untrusted = err
	case datadir.SyncFailed(err):
		p.unsynced = err
	case err == nil:
		p.partial = moved > 0 && moved < frames
	}
	return err == nil && busy == 0, err
}

// checkpoint empties the WAL, so that it holds no deleted data. This fails while another
// connection is reading; the writer tries again after its next transaction.
func (p *writeConn) checkpoint(path string, now time.Time) error {
	if now.Sub(p.checkpointed) < checkpointEvery {
		return nil
	}
	p.checkpointed = now
	ctx := context.Background()
	if _, err := p.conn.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return err
	}
	complete, err := p.runCheckpoint("TRUNCATE")
	_, restored := p.conn.ExecContext(ctx, `PRAGMA busy_timeout = 5000`)
	if err = errors.Join(err, restored); err != nil || !complete {
		return err
	}
	p.staleWAL = false
	return datadir.ExtendWAL(path)
}

// checkpointIfLong measures the WAL once in a while, and moves its commits to the database file
// if it is long.
func (p *writeConn) checkpointIfLong() error {
	if p.unmeasured++; p.unmeasured < measureEvery || p.unsynced != nil || p.untrusted != nil {
		return nil
	}
	p.unmeasured = 0
	var busy, frames, moved int
	err := p.conn.QueryRowContext(context.Background(), `PRAGMA wal_checkpoint(NOOP)`).Scan(&busy, &frames, &moved)
	if err != nil || frames < datadir.CheckpointPages {
		return err
	}
	_, err = p.runCheckpoint("PASSIVE")
	return err
}

// trusted returns nil if the database can be used for a transaction. After a failed sync it
// renews the connection.
func (w *writer) trusted(ctx context.Context) error {
	if w.conn.unsynced != nil && w.conn.untrusted == nil {
		if err := w.renew(ctx); err != nil && w.conn.untrusted == nil {
			return err
		}
	}
	if err := w.conn.untrusted; err != nil {
		return &datadir.Refusal{Reason: datadir.Untrusted, Path: w.path, Err: err}
	}
	return nil
}

// renew moves all commits to the database file, empties the WAL and opens the write connection
// again. A commit whose sync failed is lost with the old WAL.
func (w *writer) renew(ctx context.Context) error {
	old := w.conn
	switch complete, err := old.runCheckpoint("TRUNCATE"); {
	case err != nil:
		return err
	case !complete:
		return &datadir.Refusal{Reason: datadir.Locked, Path: w.path}
	}
	next, err := w.open(ctx)
	if err != nil {
		return err
	}
	next.openFiles, next.observer, next.recent, next.mergeAt = old.openFiles, old.observer, old.recent, old.mergeAt
	w.conn = next
	old.discard()
	if err := datadir.ExtendWAL(w.path); err != nil {
		w.logger.Warn("cannot extend the WAL; writes are slower at first", "error", err.Error())
	}
	w.logger.Warn("opened the database again after a failed sync", "error", old.unsynced.Error())
	return nil
}

// discard closes the connection and its files.
func (p *writeConn) discard() {
	p.closeStatements()
	_ = p.conn.Raw(func(any) error { return driver.ErrBadConn }) // this closes the connection instead of keeping it for later
	p.conn.Close()
}
