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

// earlyApplicationID marked the databases of releases before 0.2.0, whose schema was
// different.
const earlyApplicationID = 0x51756164

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Migrations holds the steps from an empty database to the current schema. Step i leads to
// schema version i+1. Never change a released step.
var Migrations = func() []string {
	names, _ := fs.Glob(migrationFiles, "migrations/*.sql") // in sorted order
	steps := make([]string, len(names))
	for i, name := range names {
		text, _ := migrationFiles.ReadFile(name)
		steps[i] = string(text)
	}
	return steps
}()

// inspection describes a database before a server changes it.
type inspection struct {
	Schema  int   // schema version, 0 if the file is empty
	Commits int64 // number of commits, as stored in the database
}

// Inspect examines a database that no server is using. It does not change the file, even if
// it is damaged or belongs to another program.
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

// checkPages refuses a database with a damaged page, because writing to it could cause more
// damage.
func checkPages(ctx context.Context, db *sql.DB, path string) error {
	var result string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&result); err != nil {
		return err
	}
	if result != "ok" {
		return &Refusal{Reason: Damaged, Path: path, Err: errors.New(result)}
	}
	return nil
}

// unusedDSN returns a data source name that opens a database without changing it. However,
// if a process crashed while it changed a new database to WAL mode, SQLite rolls back the
// journal that is left.
func unusedDSN(path string) string {
	if exists(path + "-journal") {
		return DSN(path, "mode=rw", "_busy_timeout=5000", "_dqs=0")
	}
	if exists(path + "-wal") {
		return ReaderDSN(path)
	}
	return DSN(path, "mode=ro", "immutable=1", "_dqs=0") // without immutable, SQLite would create a WAL
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// schemaOf returns the schema version of an open database.
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
		detail := fmt.Sprintf("its schema has version %d, this release has version %d", version, len(Migrations))
		return 0, &Refusal{Reason: NewerSchema, Path: path, Detail: detail}
	}
	return version, nil
}

// Migrate runs the missing migrations, each in one transaction. Then it checkpoints the
// WAL, because a database that lost its WAL before the first checkpoint would look like a
// new one.
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
