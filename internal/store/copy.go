package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// copyInto makes a file with what the database holds at one moment, for nobody
// else to read, and on the disk when it returns. Whoever writes meanwhile is not
// held up. If it fails there is no such file.
func copyInto(ctx context.Context, db *sql.DB, path string) (err error) {
	// Made before SQLite does, which lets everybody read what it makes.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, file.Close())
		if err != nil {
			_ = os.Remove(path)
			_ = os.Remove(path + "-journal")
		}
	}()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return err
	}
	return file.Sync()
}

// copiesKept is how many copies of a schema are kept: the newest.
const copiesKept = 3

// unfinished is how the name of a copy ends until it is whole.
const unfinished = ".part"

// keepCopy makes a copy of a database whose schema is about to go forward. Its
// name tells the schema and the time.
func (d *directory) keepCopy(ctx context.Context, version int, now time.Time) (path string, err error) {
	if err := d.tidyCopies(version); err != nil {
		return "", err
	}
	db, err := sql.Open("sqlite", readerDSN(d.database()))
	if err != nil {
		return "", err
	}
	defer db.Close()
	path = filepath.Join(d.path, copyPrefix(version)+now.UTC().Format("20060102T150405.000000Z")+".db")
	if err := copyInto(ctx, db, path+unfinished); err != nil {
		return "", noCopy(d.path, err)
	}
	if err := os.Rename(path+unfinished, path); err != nil {
		return "", err
	}
	if err := d.sync(); err != nil {
		return "", err
	}
	return path, d.tidyCopies(version)
}

func copyPrefix(version int) string { return fmt.Sprintf("quadrille-schema%d-", version) }

func noCopy(dir string, err error) error {
	if reasonOf(err) != DiskFull && !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return &Refusal{Reason: NoCopy, Path: dir, Err: err}
}

// tidyCopies removes what is no longer kept of a schema, and what a start that
// was cut off has left.
func (d *directory) tidyCopies(version int) error {
	entries, err := os.ReadDir(d.path) // by name, so by time
	var whole []string
	for _, entry := range entries {
		switch name := entry.Name(); {
		case !strings.HasPrefix(name, copyPrefix(version)):
		case strings.HasSuffix(name, ".db"):
			whole = append(whole, name)
		case strings.Contains(name, unfinished):
			err = errors.Join(err, os.Remove(filepath.Join(d.path, name)))
		}
	}
	for _, name := range whole[:max(0, len(whole)-copiesKept)] {
		err = errors.Join(err, os.Remove(filepath.Join(d.path, name)))
	}
	return err
}
