package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Names of files in the data directory.
const (
	DatabaseName = "quadrille.db"
	LockName     = "quadrille.lock"
	MovedName    = "quadrille.moved" // names the database to which the data was moved
)

// RestoringName is the name of a directory inside a data directory. It exists while a
// restore is incomplete. While it exists, servers refuse to open the data directory.
const RestoringName = "restoring"

// Directory is a locked data directory.
type Directory struct {
	Path string // absolute path
	lock *flock.Flock
}

// TakeDirectory creates a data directory if necessary, locks it against other servers, and
// creates an empty database file in it if there is none.
func TakeDirectory(path string) (*Directory, error) {
	d, err := LockDirectory(path)
	if err != nil {
		return nil, err
	}
	if err := checkMoved(d.Path); err != nil {
		return nil, errors.Join(err, d.Release())
	}
	if err := d.makeDatabase(); err != nil {
		d.Release()
		return nil, &Refusal{Reason: CannotUse, Path: d.Path, Err: err}
	}
	return d, nil
}

// checkMoved returns a refusal if the data of a directory was moved to another database.
func checkMoved(dir string) error {
	to, err := os.ReadFile(filepath.Join(dir, MovedName))
	if err != nil {
		return nil
	}
	return &Refusal{Reason: Moved, Path: dir, Detail: strings.TrimSpace(string(to))}
}

// MarkMoved marks a directory whose data was moved to another database, so that no server
// starts from it.
func MarkMoved(dir, to string) error { return WriteWhole(dir, MovedName, []byte(to+"\n")) }

// LockDirectory creates a data directory if necessary, and locks it against other servers.
func LockDirectory(path string) (*Directory, error) {
	path, err := filepath.Abs(path)
	if err == nil {
		err = os.MkdirAll(path, 0o700)
	}
	if err != nil {
		return nil, &Refusal{Reason: CannotUse, Path: path, Err: err}
	}
	d := &Directory{Path: path}
	if _, err := os.Lstat(filepath.Join(path, RestoringName)); err == nil {
		return nil, &Refusal{Reason: HalfRestored, Path: path}
	}
	if err := d.takeLock(); err != nil {
		return nil, err
	}
	return d, nil
}

// Database returns the path of the database file.
func (d *Directory) Database() string { return filepath.Join(d.Path, DatabaseName) }

// takeLock locks a separate file instead of the database, so that other programs can read
// the database while the server runs. The system releases the lock of a killed server.
func (d *Directory) takeLock() error {
	d.lock = flock.New(filepath.Join(d.Path, LockName), flock.SetFlag(os.O_RDWR|os.O_CREATE), flock.SetPermissions(0o600))
	locked, err := d.lock.TryLock()
	for range lockAttempts { // try several times, because [Running] may hold the lock for a moment
		if locked || err != nil {
			break
		}
		time.Sleep(LockRetry)
		locked, err = d.lock.TryLock()
	}
	switch {
	case err != nil:
		return &Refusal{Reason: CannotUse, Path: d.Path, Err: err}
	case !locked:
		return &Refusal{Reason: InUse, Path: d.Path}
	}
	return nil
}

// lockAttempts is the maximum number of attempts to take the lock after the first attempt has
// failed. LockRetry is the time between two attempts.
const (
	lockAttempts = 10
	LockRetry    = 25 * time.Millisecond
)

// makeDatabase creates an empty database file that only its owner can read, before SQLite
// opens the file, and syncs the directory. SQLite gives its other files the same permissions.
func (d *Directory) makeDatabase() error {
	// if one of these names belongs to a directory, fail now: SQLite would fail only later
	for _, ending := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(d.Database() + ending)
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s%s is not a file", DatabaseName, ending)
		}
	}
	file, err := os.OpenFile(d.Database(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	// Set the permissions, because the file may have been copied here with different ones.
	if err := errors.Join(file.Chmod(0o600), file.Close()); err != nil {
		return err
	}
	return d.sync()
}

// sync syncs the directory, so that new file names are durable.
func (d *Directory) sync() error { return SyncDirectory(d.Path) }

// Release unlocks the directory. It does not delete the lock file, because another server
// may already have locked that file. Unlock unlocks the file before closing it: the lock would
// otherwise remain as long as a child process that is just starting has the file open.
func (d *Directory) Release() error {
	return d.lock.Unlock()
}

// IsData returns a refusal for a directory without a database, because opening the
// directory would create a database.
func IsData(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, DatabaseName)); err != nil {
		return &Refusal{Reason: NoData, Path: dir, Err: err}
	}
	return nil
}

// WriteWhole creates or replaces a file of a data directory. When it returns, the file is
// complete and synced, and belongs to the owner of the directory.
func WriteWhole(dir, name string, text []byte) error {
	path := filepath.Join(dir, name)
	file, err := os.OpenFile(path+Unfinished, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, GiveTo(file, dir), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(path+Unfinished, path)
	}
	if err != nil {
		_ = os.Remove(path + Unfinished)
		return err
	}
	return SyncDirectory(dir)
}
