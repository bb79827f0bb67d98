package datadir

import (
	"context"
	"database/sql"
)

// hostKeyName is the file of the server's host key, which the first start makes last.
const hostKeyName = "host_ed25519"

// UsedIn reports whether somebody has a name in a database, or a table was opened there: people
// know this server, and its host key.
func UsedIn(ctx context.Context, db *sql.DB) (used bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM tables)`).Scan(&used)
	return used, err
}

// NoHostKey refuses a data directory in use that has no host key.
func NoHostKey(dir string) *Refusal {
	return &Refusal{Reason: HostKeyLost, Path: dir, Detail: "quadrille hostkey new --data " + ShellQuote(absolute(dir))}
}
