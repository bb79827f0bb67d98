package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/store/datadir"
)

// Examine connects to a database and describes it, without changing it. The error says what
// to do.
func Examine(ctx context.Context, url string) (string, error) {
	config, err := parseURL(url)
	if err != nil {
		return "", err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return "", &datadir.Refusal{Reason: datadir.NoAnswer, Path: NameOf(url), Err: err}
	}
	defer closeConn(conn)
	var version, fsync, commit, standbys string
	var exists bool
	err = conn.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'),
		current_setting('synchronous_standby_names'), to_regclass('schema_version') IS NOT NULL`,
	).Scan(&version, &fsync, &commit, &standbys, &exists)
	switch {
	case err != nil:
		return "", &datadir.Refusal{Reason: datadir.NoAnswer, Path: NameOf(url), Err: err}
	case fsync != "on" || commit == "off":
		return "", errors.New("a crash may lose moves; in PostgreSQL, set fsync and synchronous_commit to on")
	case commit == "local" && standbys != "":
		return "", errors.New("commits do not wait for the standby; in PostgreSQL, set synchronous_commit to on")
	case !exists:
		return fmt.Sprintf("PostgreSQL %s, %s; the first start creates the schema", version, NameOf(url)), nil
	}
	var tables int
	if err := conn.QueryRow(ctx, `SELECT count(*) FROM tables`).Scan(&tables); err != nil {
		return "", &datadir.Refusal{Reason: datadir.NoAnswer, Path: NameOf(url), Err: err}
	}
	return fmt.Sprintf("PostgreSQL %s, %s, stored game tables: %d", version, NameOf(url), tables), nil
}
