package store

import (
	"context"
	"errors"
	"time"
)

// rinseEvery is how often it is tried at most to empty the WAL while others read.
const rinseEvery = 50 * time.Millisecond

// rinse empties the WAL of what was overwritten in the database, unless somebody
// reads in it just now; then it is for another time.
func (p *pen) rinse(path string, now time.Time) error {
	if now.Sub(p.rinsed) < rinseEvery {
		return nil
	}
	p.rinsed = now
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
	p.traces = false
	return layOut(path)
}
