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

// lastBackupName is the name of the file in the data directory that holds the time of the
// last backup. The file tells the server about backups that another process made; the server
// shows the time in its metrics.
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
