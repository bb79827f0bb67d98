package datadir

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

// copyInto copies the database to a new private file and syncs the file, without delaying
// writers. If it fails, it removes the file.
func copyInto(ctx context.Context, db *sql.DB, path string) (err error) {
	// Create the file here, because SQLite would make it readable by all users.
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

// CopiesKept is how many copies of the database are kept for each schema version.
const CopiesKept = 3

// Unfinished is the suffix of a file that is still being written.
const Unfinished = ".part"

// KeepCopy copies a database before its schema is migrated. The file name of the copy
// contains the schema version and the time.
func (d *Directory) KeepCopy(ctx context.Context, version int, now time.Time) (path string, err error) {
	if err := d.tidyCopies(version); err != nil {
		return "", err
	}
	db, err := sql.Open("sqlite", ReaderDSN(d.Database()))
	if err != nil {
		return "", err
	}
	defer db.Close()
	path = filepath.Join(d.Path, copyPrefix(version)+now.UTC().Format("20060102T150405.000000Z")+".db")
	if err := copyInto(ctx, db, path+Unfinished); err != nil {
		return "", noCopy(d.Path, err)
	}
	if err := os.Rename(path+Unfinished, path); err != nil {
		return "", err
	}
	if err := d.sync(); err != nil {
		return "", err
	}
	return path, d.tidyCopies(version)
}

func copyPrefix(version int) string { return fmt.Sprintf("quadrille-schema%d-", version) }

// noCopy returns a refusal if err reports a full disk, and otherwise err.
func noCopy(dir string, err error) error {
	if reasonOf(err) != DiskFull && !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return &Refusal{Reason: NoCopy, Path: dir, Err: err}
}

// tidyCopies deletes old copies of the database that have the given schema version, and
// unfinished copies of that version that interrupted starts have left.
func (d *Directory) tidyCopies(version int) error {
	entries, err := os.ReadDir(d.Path) // sorted by name, and therefore by time
	var whole []string
	for _, entry := range entries {
		switch name := entry.Name(); {
		case !strings.HasPrefix(name, copyPrefix(version)):
		case strings.HasSuffix(name, ".db"):
			whole = append(whole, name)
		case strings.Contains(name, Unfinished):
			err = errors.Join(err, os.Remove(filepath.Join(d.Path, name)))
		}
	}
	for _, name := range whole[:max(0, len(whole)-CopiesKept)] {
		err = errors.Join(err, os.Remove(filepath.Join(d.Path, name)))
	}
	return err
}

// CopyLive copies the database of a directory that a server may be using. It does not change
// the directory.
func CopyLive(ctx context.Context, dir, to, name string) error {
	path := filepath.Join(dir, DatabaseName)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return &Refusal{Reason: NoData, Path: dir, Err: err}
	}
	db, err := sql.Open("sqlite", ReaderDSN(path))
	if err != nil {
		return err
	}
	defer db.Close()
	version, err := schemaOf(ctx, db, path)
	switch {
	case err != nil:
		return Trouble(path, err)
	case version == 0:
		return &Refusal{Reason: NoData, Path: dir}
	}
	if err := copyInto(ctx, db, to); reasonOf(err) == DiskFull {
		return &Refusal{Reason: CannotWrite, Path: name, Err: err}
	} else if err != nil {
		return Trouble(path, err)
	}
	return nil
}
