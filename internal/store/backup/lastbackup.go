package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quadrille/internal/store/datadir"
)

// lastBackupName is the file in the data directory that holds the time of the last backup.
// Another process makes the backup, so the server reads the file for its metrics.
const lastBackupName = "quadrille.backup"

// noteBackup records that a backup of a directory is complete.
func noteBackup(dir string, at time.Time) error {
	return datadir.WriteWhole(dir, lastBackupName, []byte(at.UTC().Format(time.RFC3339)+"\n"))
}

// LastBackup returns the time of the last backup of a directory, or the zero time.
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
