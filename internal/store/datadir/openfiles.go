package datadir

import (
	"os"
	"time"
)

// OpenFiles lists the files that a server has open. SQLite does not notice if one of them is
// removed: it continues to write, and the data is lost when the process ends.
type OpenFiles struct {
	files   []openFile
	Checked time.Time
}

type openFile struct {
	path string
	info os.FileInfo
}

// checkEvery is the minimum time between two checks whether an open file was removed. A check
// takes half as long as a commit. Moves that are stored after a file was removed and before
// the next check may be lost.
const checkEvery = time.Second / 4

// WatchFiles records which files the paths refer to now.
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

// Check returns a refusal if a file was removed or replaced.
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
