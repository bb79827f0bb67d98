package postgres

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"

	"quadrille/internal/store/datadir"
)

//go:embed schema.sql
var schema string

// schemaVersion is the version of the schema that this program creates.
const schemaVersion = 1

// schemaLock is the number of the advisory lock that one node holds while it creates the
// schema.
const schemaLock = 0x5164726c

// migrate creates the schema in an empty database.
func migrate(ctx context.Context, db *sql.DB) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	// Disable lock_timeout, because waiting for another node that creates the schema may take
	// longer.
	if _, err := tx.ExecContext(ctx, `SET LOCAL lock_timeout = 0`); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, schemaLock); err != nil {
		return err
	}
	var exists bool
	if err := tx.QueryRowContext(ctx, `SELECT to_regclass('schema_version') IS NOT NULL`).Scan(&exists); err != nil {
		return err
	}
	if !exists {
		if _, err := tx.ExecContext(ctx, schema); err != nil {
			return err
		}
	}
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT n FROM schema_version`).Scan(&version); err != nil {
		return err
	}
	if version != schemaVersion {
		return &datadir.Refusal{
			Reason: datadir.NewerSchema,
			Path:   "the database",
			Detail: fmt.Sprintf("its schema has version %d, this release has version %d", version, schemaVersion),
		}
	}
	// In a restored database, the rows may contain transaction IDs greater than the current
	// one. [Tables.Changed] would return those rows as new again and again.
	for _, text := range []string{
		`UPDATE events SET written = 0 WHERE written > present_transaction()`,
		`UPDATE tables SET rewritten = NULL WHERE rewritten > present_transaction()`,
	} {
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return tx.Commit()
}
