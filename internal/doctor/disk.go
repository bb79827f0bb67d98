package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"quadrille/internal/store/datadir"
)

// minFree is the free disk space required in addition to twice the size of the database.
const minFree = 100 << 20

// disk checks that there is enough disk space for the database to grow, and for the copies
// made by backups and upgrades.
func (c *Checkup) disk(d *datadir.Diagnosis) Finding {
	const what = "disk"
	need := uint64(minFree)
	if d != nil {
		need += 2 * uint64(d.Bytes)
	}
	at := existingDir(c.Config.Server.Data)
	free, err := datadir.FreeSpace(at)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return fine(what, "this system does not report free space")
	case err != nil:
		return wrong(
			what,
			fmt.Sprintf("cannot read how much space is free on %s (%v)", at, err),
			"check that the disk is mounted and works",
		)
	case free < need:
		return wrong(
			what,
			fmt.Sprintf("%s are free in %s; %s are needed: twice the size of the database, plus 100 MiB", size(free), at, size(need)),
			"make room, or move the data directory to a larger disk",
		)
	}
	return fine(what, fmt.Sprintf("%s are free in %s", size(free), at))
}

// existingDir returns dir if it exists, and otherwise its nearest existing parent.
func existingDir(dir string) string {
	for {
		_, err := os.Stat(dir)
		above := filepath.Dir(dir)
		if !errors.Is(err, fs.ErrNotExist) || above == dir {
			return dir
		}
		dir = above
	}
}

// size formats a number of bytes with a unit, such as "12 MiB".
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
