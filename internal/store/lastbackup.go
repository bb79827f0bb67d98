package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// lastBackupName is the file in the data directory that holds the time of the last backup, for
// the server's metrics: a backup is made by another process.
const lastBackupName = "quadrille.backup"

// noteBackup notes that a backup of a directory is complete.
func noteBackup(dir string, at time.Time) error {
	return writeWhole(dir, lastBackupName, []byte(at.UTC().Format(time.RFC3339)+"\n"))
}

// LastBackup returns when the last backup of a directory was made, the zero time if none was.
func LastBackup(dir string) (time.Time, error) {
	text, err := os.ReadFile(filepath.Join(dir, lastBackupName))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
}

// writeWhole makes or replaces a file of a data directory. It is complete and on the disk when
// writeWhole returns, and belongs to the owner of the directory.
func writeWhole(dir, name string, text []byte) error {
	path := filepath.Join(dir, name)
	file, err := os.OpenFile(path+unfinished, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, GiveTo(file, dir), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(path+unfinished, path)
	}
	if err != nil {
		_ = os.Remove(path + unfinished)
		return err
	}
	return syncDirectory(dir)
}
