package store

import (
	"path/filepath"
	"testing"

	"quadrille/internal/club"
	"quadrille/internal/club/clubtest"
	"quadrille/internal/player"
	"quadrille/internal/store/parts"
	"quadrille/internal/table/logtest"
)

var (
	_ logtest.Store    = (*Tables)(nil)
	_ player.Directory = (*parts.Accounts)(nil)
)

func TestTablesStore(t *testing.T) {
	logtest.Run(t, func(t *testing.T) (logtest.Store, func() logtest.Store) {
		dir := filepath.Join(t.TempDir(), "data")
		present := &restarted{reopened(t, dir).Tables}
		return present, func() logtest.Store {
			if err := present.db.Close(); err != nil {
				t.Fatal(err)
			}
			present.Tables = reopened(t, dir).Tables
			return present
		}
	})
}

func TestAuditStore(t *testing.T) {
	clubtest.Run(t, func(t *testing.T) (club.AuditStore, func() club.AuditStore) {
		dir := filepath.Join(t.TempDir(), "data")
		kept := reopened(t, dir)
		return kept.Audit, func() club.AuditStore {
			if err := kept.Close(); err != nil {
				t.Fatal(err)
			}
			return reopened(t, dir).Audit
		}
	})
}

// restarted simulates restarts of the server: each one replaces the Tables by those of a
// reopened store.
type restarted struct{ *Tables }
