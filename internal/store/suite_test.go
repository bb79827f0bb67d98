package store

import (
	"path/filepath"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/storetest"
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

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *storetest.Backend {
		dir := filepath.Join(t.TempDir(), "data")
		return &storetest.Backend{Blob: "BLOB", Open: func(t testing.TB) *storetest.Store { return shared(reopened(t, dir)) }}
	})
}

// shared returns the parts of a store that the tests for all databases use.
func shared(s *Store) *storetest.Store {
	return &storetest.Store{Parts: s.Parts, Tables: s.Tables, Close: s.Close}
}

// ringOf returns a [storetest.Ring], which adds operations on keys to a store.
func ringOf(t testing.TB, s *Store) *storetest.Ring { return &storetest.Ring{TB: t, Store: shared(s)} }

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

// restarted simulates restarts of the server. A restart replaces Tables with the Tables of a
// reopened store.
type restarted struct{ *Tables }
