package store

import (
	"path/filepath"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table/logtest"
)

var (
	_ logtest.Store    = (*Store)(nil)
	_ player.Directory = (*Store)(nil)
)

func TestStoreKeepsWhatTablesRelyOn(t *testing.T) {
	logtest.Run(t, func(t *testing.T) (logtest.Store, func() logtest.Store) {
		dir := filepath.Join(t.TempDir(), "data")
		present := &restarted{reopened(t, dir)}
		return present, func() logtest.Store {
			if err := present.Close(); err != nil {
				t.Fatal(err)
			}
			present.Store = reopened(t, dir)
			return present
		}
	})
}

// restarted is whichever store has the directory now.
type restarted struct{ *Store }
