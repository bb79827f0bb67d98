package nodes

import (
	"database/sql"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver

	"quadrille/internal/cluster"
	"quadrille/internal/cluster/clustertest"
	"quadrille/internal/store/pgtest"
)

func TestPostgres(t *testing.T) {
	clustertest.Run(t, func(t *testing.T) cluster.Store {
		db, err := sql.Open("pgx", pgtest.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		var s *Store
		for range 2 { // open the store twice: the second time, the SQL tables already exist
			if s, err = Open(t.Context(), db); err != nil {
				t.Fatal(err)
			}
		}
		return s
	})
}
