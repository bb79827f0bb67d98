package store

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/store/datadir"
)

// checkpointEvery is the minimum time between two attempts to empty the WAL while other
// connections are reading.
const checkpointEvery = 50 * time.Millisecond

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
	var busy, frames, folded int
	err := p.conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &folded)
	_, restored := p.conn.ExecContext(ctx, `PRAGMA busy_timeout = 5000`)
	if err = errors.Join(err, restored); err != nil || busy != 0 {
		return err
	}
	p.staleWAL = false
	return datadir.ExtendWAL(path)
}
