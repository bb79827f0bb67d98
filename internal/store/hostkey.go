package store

import (
	"context"
	"database/sql"
)

// Used reports whether somebody has a name here, or a table was opened: people know this
// server, and its host key.
func (s *Store) Used(ctx context.Context) (bool, error) {
	used, err := usedIn(ctx, s.read)
	return used, trouble(s.dir.database(), err)
}

func usedIn(ctx context.Context, db *sql.DB) (used bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM tables)`).Scan(&used)
	return used, err
}

// NoHostKey refuses a data directory in use that has no host key.
func NoHostKey(dir string) *Refusal {
	return &Refusal{Reason: HostKeyLost, Path: dir, Detail: "quadrille hostkey new --data " + ShellQuote(absolute(dir))}
}
