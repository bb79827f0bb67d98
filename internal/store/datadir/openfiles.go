package datadir

import (
	"os"
	"time"
)

// openFiles are files that stay where they are. To SQLite a file that was removed
// is as good as another: it writes on, and all of it is gone with the process.
type OpenFiles struct {
	files   []openFile
	Checked time.Time
}

type openFile struct {
	path string
	info os.FileInfo
}

// checkEvery is how often one looks at most: it costs half of a commit. Whoever
// removes a database gets the moves of so long into it.
const checkEvery = time.Second / 4

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

// hold refuses once a file is not there any more, until it is put back.
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
