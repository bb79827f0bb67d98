package datadir

import (
	"context"
	"database/sql"
)

// HostKeyName is the name of the host key file. The first start of a server creates this
// file after all other files.
const HostKeyName = "host_ed25519"

// UsedIn reports whether a database has an account or a table. If so, clients may already
// know the host key of this server.
func UsedIn(ctx context.Context, db *sql.DB) (used bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM tables)`).Scan(&used)
	return used, err
}

// NoHostKey returns the refusal for a used data directory without a host key.
func NoHostKey(dir string) *Refusal {
	return &Refusal{Reason: HostKeyLost, Path: dir, Detail: "quadrille hostkey new --data " + ShellQuote(absolute(dir))}
}
