package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// applicationID marks a database as ours; the first migration writes it.
const applicationID = 0x51756164

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrations are the steps from an empty database to the present schema, in
// order: the step at i leads to version i+1. Steps that were released are never
// changed.
var migrations = func() []string {
	names, _ := fs.Glob(migrationFiles, "migrations/*.sql") // sorted
	steps := make([]string, len(names))
	for i, name := range names {
		text, _ := migrationFiles.ReadFile(name)
		steps[i] = string(text)
	}
	return steps
}()

// inspect tells which version of our schema the file has, 0 if it is empty. It
// changes nothing, so that a file from somewhere else stays as it was.
func inspect(ctx context.Context, path string) (version int, err error) {
	db, err := sql.Open("sqlite", dsn(path, "mode=rw", "_busy_timeout=5000"))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return schemaOf(ctx, db, path)
}

// schemaOf is the version of an open database.
func schemaOf(ctx context.Context, db *sql.DB, path string) (version int, err error) {
	var application, objects int
	row := db.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`)
	if err := row.Scan(&application, &version, &objects); err != nil {
		return 0, err
	}
	fresh := application == 0 && version == 0 && objects == 0
	switch {
	case !fresh && application != applicationID:
		return 0, &Refusal{Reason: ForeignDatabase, Path: path}
	case version > len(migrations):
		detail := fmt.Sprintf("its schema is %d, ours is %d", version, len(migrations))
		return 0, &Refusal{Reason: NewerSchema, Path: path, Detail: detail}
	}
	return version, nil
}

// migrate takes the steps that the file has not had yet, each whole or not at
// all.
func migrate(ctx context.Context, db *sql.DB, version int) error {
	for ; version < len(migrations); version++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, migrations[version])
		if err == nil {
			_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+1))
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			tx.Rollback()
			return err
		}
	}
	return nil
}
