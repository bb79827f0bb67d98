package datadir

import (
	"os"
	"time"
)

// OpenFiles are the files that a server has open. SQLite does not notice that one of them
// was removed: it writes on, and all of it is gone with the process.
type OpenFiles struct {
	files   []openFile
	Checked time.Time
}

type openFile struct {
	path string
	info os.FileInfo
}

// checkEvery is the least time between two checks: one costs half of a commit. Moves of that
// long may go into a removed file.
const checkEvery = time.Second / 4

// WatchFiles returns the files at these paths as they are now.
func WatchFiles(paths ...string) (a OpenFiles, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return a, err
		}
		a.files = append(a.files, openFile{path, info})
	}
	return a, nil
}

// Check refuses if a file is not there any more, until it is put back.
func (a *OpenFiles) Check(now time.Time) error {
	if now.Sub(a.Checked) < checkEvery {
		return nil
	}
	for _, f := range a.files {
		info, err := os.Stat(f.path)
		if err != nil || !os.SameFile(info, f.info) {
			return &Refusal{Reason: Vanished, Path: f.path, Err: err}
		}
	}
	a.Checked = now
	return nil
}
