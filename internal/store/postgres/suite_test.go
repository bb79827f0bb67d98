package postgres

import (
	"log/slog"
	"testing"

	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/store/storetest"
	"quadrille/internal/table/logtest"
)

var _ logtest.Shared = (*Tables)(nil)

// opened opens a database, and closes it when the test ends.
func opened(t testing.TB, url, node string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Config{URL: url, Node: node, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestTablesStore(t *testing.T) {
	logtest.Run(t, func(t *testing.T) (logtest.Store, func() logtest.Store) {
		url := pgtest.Database(t)
		present := &restarted{opened(t, url, "a").Tables}
		return present, func() logtest.Store {
			if err := present.store.Close(); err != nil {
				t.Fatal(err)
			}
			present.Tables = opened(t, url, "a").Tables
			return present
		}
	})
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *storetest.Backend {
		url := pgtest.Database(t)
		return &storetest.Backend{Blob: "BYTEA", Open: func(t testing.TB) *storetest.Store {
			s := opened(t, url, "a")
			return &storetest.Store{Parts: s.Parts, Tables: s.Tables, Close: s.Close}
		}}
	})
}

// restarted simulates restarts of the server. A restart replaces Tables with the Tables of a
// reopened store.
type restarted struct{ *Tables }

func TestSharedTables(t *testing.T) {
	logtest.RunShared(t, func(t *testing.T) (a, b logtest.Shared) {
		url := pgtest.Database(t)
		return opened(t, url, "a").Tables, opened(t, url, "b").Tables
	})
}

func TestAuditStore(t *testing.T) {
	clubtest.Run(t, func(t *testing.T) (club.AuditStore, func() club.AuditStore) {
		url := pgtest.Database(t)
		kept := opened(t, url, "a")
		return kept.Audit, func() club.AuditStore {
			if err := kept.Close(); err != nil {
				t.Fatal(err)
			}
			return opened(t, url, "a").Audit
		}
	})
}
