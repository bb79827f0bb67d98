package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Files in the data directory.
const (
	DatabaseName = "quadrille.db"
	LockName     = "quadrille.lock"
)

// RestoringName is a directory inside a data directory while a restore is incomplete. No
// server opens such a data directory.
const RestoringName = "restoring"

// Directory is a locked data directory.
type Directory struct {
	Path string // absolute
	Lock *os.File
}

// TakeDirectory creates the directory if necessary, locks out other servers, and creates a
// private database file.
func TakeDirectory(path string) (*Directory, error) {
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
	if err := d.makeDatabase(); err != nil {
		d.Release()
		return nil, &Refusal{Reason: CannotUse, Path: path, Err: err}
	}
	return d, nil
}

// Database returns the path of the database.
func (d *Directory) Database() string { return filepath.Join(d.Path, DatabaseName) }

// takeLock locks a file, not the database: then the host can read the database while the
// server runs, and the lock of a killed server does not remain.
func (d *Directory) takeLock() error {
	lock, err := os.OpenFile(filepath.Join(d.Path, LockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return &Refusal{Reason: CannotUse, Path: d.Path, Err: err}
	}
	err = Flock(lock, syscall.LOCK_EX)
	for range lockAttempts { // Diagnose may hold the lock for a moment
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			break
		}
		time.Sleep(LockRetry)
		err = Flock(lock, syscall.LOCK_EX)
	}
	if err != nil {
		lock.Close()
		reason := CannotUse
		if errors.Is(err, syscall.EWOULDBLOCK) {
			reason = InUse
		}
		return &Refusal{Reason: reason, Path: d.Path, Err: err}
	}
	d.Lock = lock
	return nil
}

// lockAttempts lets a start try a few times, because [Running] may hold the lock for a
// moment.
const (
	lockAttempts = 10
	LockRetry    = 25 * time.Millisecond
)

// Flock locks or unlocks a file without waiting.
func Flock(file *os.File, how int) error {
	return syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
}

// makeDatabase creates an empty private file before SQLite opens it, and syncs the directory.
// SQLite creates the other files with the same mode.
func (d *Directory) makeDatabase() error {
	for _, ending := range []string{"", "-wal", "-shm"} { // SQLite notices a directory only later
		info, err := os.Stat(d.Database() + ending)
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s%s is not a file", DatabaseName, ending)
		}
	}
	file, err := os.OpenFile(d.Database(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	// The host may have copied the file here.
	if err := errors.Join(file.Chmod(0o600), file.Close()); err != nil {
		return err
	}
	return d.sync()
}

// GiveTo gives a file to the owner of a directory if root runs the command, so that the
// server can read the file.
func GiveTo(file *os.File, dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return file.Chown(int(owner.Uid), int(owner.Gid))
}

// sync syncs the directory itself, and so the names of its files.
func (d *Directory) sync() error { return SyncDirectory(d.Path) }

// SyncDirectory syncs a directory, and so the names of its files.
func SyncDirectory(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// Release unlocks the directory. The lock file stays: deleting it could delete another
// server's lock. Closing the file would not be enough, as a child process that is starting
// may still have it open.
func (d *Directory) Release() error {
	return errors.Join(Flock(d.Lock, syscall.LOCK_UN), d.Lock.Close())
}

// IsData refuses a directory without a database, because opening it would create one.
func IsData(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, DatabaseName)); err != nil {
		return &Refusal{Reason: NoData, Path: dir, Err: err}
	}
	return nil
}

// WriteWhole creates or replaces a file of a data directory. The file is complete and
// synced when WriteWhole returns, and belongs to the owner of the directory.
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
