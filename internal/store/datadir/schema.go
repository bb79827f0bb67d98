package datadir

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ApplicationID marks the databases of Quadrille. The first migration writes it.
const ApplicationID = 0x5164726c

// earlyApplicationID marked the databases before release 0.2.0, whose schema was another.
const earlyApplicationID = 0x51756164

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Migrations are the steps from an empty database to the present schema, in
// order: the step at i leads to version i+1. Steps that were released are never
// changed.
var Migrations = func() []string {
	names, _ := fs.Glob(migrationFiles, "migrations/*.sql") // sorted
	steps := make([]string, len(names))
	for i, name := range names {
		text, _ := migrationFiles.ReadFile(name)
		steps[i] = string(text)
	}
	return steps
}()

// inspection is what a start needs to know of a database before it changes anything.
type inspection struct {
	Schema  int   // its version, 0 if the file is empty
	Commits int64 // how many it counts
}

// Inspect looks into a database that no server uses. It changes nothing, so that a
// file from somewhere else, and a WAL that is damaged, stay as they were.
func Inspect(ctx context.Context, path string) (found inspection, err error) {
	db, err := sql.Open("sqlite", unusedDSN(path))
	if err != nil {
		return found, err
	}
	defer db.Close()
	if found.Schema, err = schemaOf(ctx, db, path); err != nil {
		return found, err
	}
	if err := checkPages(ctx, db, path); err != nil {
		return found, err
	}
	found.Commits, err = storedCommits(ctx, db, found.Schema)
	return found, err
}

// checkPages refuses a database with a damaged page, as a server must not write to it.
func checkPages(ctx context.Context, db *sql.DB, path string) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return &Refusal{Reason: Damaged, Path: path, Err: errors.New(verdict)}
	}
	return nil
}

// unusedDSN opens a database that no server uses without changing it. Only where a crash
// has left the journal with which SQLite turns a new database to WAL must that be rolled back.
func unusedDSN(path string) string {
	if exists(path + "-journal") {
		return DSN(path, "mode=rw", "_busy_timeout=5000", "_dqs=0")
	}
	if exists(path + "-wal") {
		return ReaderDSN(path)
	}
	return DSN(path, "mode=ro", "immutable=1", "_dqs=0") // SQLite would make a WAL
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
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
	case application == earlyApplicationID:
		return 0, &Refusal{Reason: OlderRelease, Path: path}
	case !fresh && application != ApplicationID:
		return 0, &Refusal{Reason: ForeignDatabase, Path: path}
	case version > len(Migrations):
		detail := fmt.Sprintf("its schema is %d, ours is %d", version, len(Migrations))
		return 0, &Refusal{Reason: NewerSchema, Path: path, Detail: detail}
	}
	return version, nil
}

// Migrate takes the steps that the file has not had yet, each whole or not at all. The file
// itself has the schema then, not the WAL alone: without its WAL the database would look new.
func Migrate(ctx context.Context, db *sql.DB, version int) error {
	if version == len(Migrations) {
		return nil
	}
	for ; version < len(Migrations); version++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, Migrations[version])
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
	_, err := db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	return err
}
