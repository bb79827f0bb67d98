package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"quadrille/internal/store/datadir"
)

// leastRoom is what a data directory should have besides copies of the database:
// for its log, and for what else writes on that disk.
const leastRoom = 100 << 20

// disk is about room: for the database to grow, and for the copy that is made of
// it before a new program changes it, and when it is backed up.
func (p *Patient) disk(d *datadir.Diagnosis) Finding {
	const what = "disk"
	need := uint64(leastRoom)
	if d != nil {
		need += 2 * uint64(d.Bytes)
	}
	at := standing(p.Config.Server.Data)
	free, err := datadir.FreeSpace(at)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return fine(what, "how much is free is not known on this system")
	case err != nil:
		return wrong(what, fmt.Sprintf("what is free in %s is not to be learnt (%v)", at, err), "look at the disk")
	case free < need:
		return wrong(what, fmt.Sprintf("%s are free in %s, and %s should be: twice the database, and some", size(free), at, size(need)),
			"make room, or move the data directory to a larger disk")
	}
	return fine(what, fmt.Sprintf("%s are free in %s", size(free), at))
}

// standing is the directory, or the nearest above it that is there.
func standing(dir string) string {
	for {
		_, err := os.Stat(dir)
		above := filepath.Dir(dir)
		if !errors.Is(err, fs.ErrNotExist) || above == dir {
			return dir
		}
		dir = above
	}
}

// size is a number of bytes in words.
func size(bytes uint64) string {
	const kib, mib, gib = 1 << 10, 1 << 20, 1 << 30
	switch {
	case bytes >= 10*gib:
		return fmt.Sprintf("%d GiB", bytes/gib)
	case bytes >= mib:
		return fmt.Sprintf("%d MiB", bytes/mib)
	}
	return fmt.Sprintf("%d KiB", bytes/kib)
}
