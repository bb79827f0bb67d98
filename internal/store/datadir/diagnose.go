package datadir

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Diagnosis describes a database.
type Diagnosis struct {
	Schema, Newest int       // the schema versions of the database and of this program
	Running        bool      // whether a server has locked the directory
	Used           bool      // the database has an account or a table
	Bytes          int64     // size of the database, including pages that are only in the WAL
	Damaged        []string  // descriptions of the first events with wrong checksums
	Latest         time.Time // the latest time that occurs in the database; zero if there is none or the schema is old
}

// Diagnose examines the database of a directory without changing it. A server may be using
// it. Each error is a [*Refusal].
func Diagnose(ctx context.Context, dir string) (*Diagnosis, error) {
	path := filepath.Join(dir, DatabaseName)
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &Refusal{Reason: NoData, Path: dir, Err: err}
	}
	if err != nil || !info.Mode().IsRegular() {
		return nil, &Refusal{Reason: CannotUse, Path: dir, Err: errors.Join(err, fmt.Errorf("%s is not a file", DatabaseName))}
	}
	if err := checkMoved(dir); err != nil {
		return nil, err
	}
	d := &Diagnosis{Newest: len(Migrations), Bytes: info.Size(), Running: Running(dir)}
	err = d.inspect(ctx, path)
	if err != nil && !d.Running && Running(dir) { // a server has started during the inspection: try again
		d.Running = true
		err = d.inspect(ctx, path)
	}
	if err != nil {
		return nil, Trouble(path, err)
	}
	return d, nil
}

// Running reports whether a server holds the lock of the directory.
func Running(dir string) bool {
	lock := flock.New(filepath.Join(dir, LockName), flock.SetFlag(os.O_RDONLY))
	locked, err := lock.TryRLock()
	_ = lock.Unlock()
	return err == nil && !locked
}

// inspect examines the database at path.
func (d *Diagnosis) inspect(ctx context.Context, path string) error {
	source := ReaderDSN(path)
	if !d.Running {
		source = unusedDSN(path)
	}
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return err
	}
	defer db.Close()
	if d.Schema, err = schemaOf(ctx, db, path); err != nil {
		return err
	}
	var bytes int64
	if err := db.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&bytes); err != nil {
		return err
	}
	d.Bytes = max(d.Bytes, bytes)
	commits, err := storedCommits(ctx, db, d.Schema)
	if err == nil && !d.Running { // skip this check while a server runs, because the number of commits may change meanwhile
		err = checkCommits(filepath.Dir(path), inspection{d.Schema, commits})
	}
	if err != nil {
		return err
	}
	if err := checkPages(ctx, db, path); err != nil {
		return err
	}
	if d.Schema == 0 {
		return nil
	}
	if d.Used, err = UsedIn(ctx, db); err != nil || d.Schema < d.Newest {
		return err
	}
	c := &Counts{Schema: d.Schema}
	if err := c.count(ctx, db); err != nil {
		return err
	}
	d.Damaged = c.Damaged
	return d.latest(ctx, db)
}

// latest determines the latest time stored in the database.
func (d *Diagnosis) latest(ctx context.Context, db *sql.DB) error {
	const latest = `SELECT max(coalesce((SELECT max(since) / 1000000 FROM players), 0), coalesce((SELECT max(ended) FROM games), 0),
		coalesce((SELECT max(unixepoch(json_extract(data, '$.at'))) FROM recent_events WHERE json_valid(data)), 0))`
	var seconds int64
	err := db.QueryRowContext(ctx, latest).Scan(&seconds)
	if seconds > 0 {
		d.Latest = time.Unix(seconds, 0)
	}
	return err
}
