package store

import (
	"os"
	"time"
)

// anchors are files that stay where they are. To SQLite a file that was removed
// is as good as another: it writes on, and all of it is gone with the process.
type anchors struct {
	files  []anchored
	looked time.Time
}

type anchored struct {
	path string
	info os.FileInfo
}

// lookEvery is how often one looks at most: it costs half of a commit. Whoever
// removes a database gets the moves of so long into it.
const lookEvery = time.Second / 4

func anchor(paths ...string) (a anchors, err error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return a, err
		}
		a.files = append(a.files, anchored{path, info})
	}
	return a, nil
}

// hold refuses once a file is not there any more, until it is put back.
func (a *anchors) hold(now time.Time) error {
	if now.Sub(a.looked) < lookEvery {
		return nil
	}
	for _, f := range a.files {
		info, err := os.Stat(f.path)
		if err != nil || !os.SameFile(info, f.info) {
			return &Refusal{Reason: Vanished, Path: f.path, Err: err}
		}
	}
	a.looked = now
	return nil
}
