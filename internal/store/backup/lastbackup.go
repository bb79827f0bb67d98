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
// The server reads it for its metrics, because another process makes the backup.
const lastBackupName = "quadrille.backup"

// noteBackup records that a backup of a directory was completed.
func noteBackup(dir string, at time.Time) error {
	return datadir.WriteWhole(dir, lastBackupName, []byte(at.UTC().Format(time.RFC3339)+"\n"))
}

// LastBackup returns the time of the last backup of a directory, or the zero time if there
// is none.
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
