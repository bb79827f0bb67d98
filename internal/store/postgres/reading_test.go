package postgres

import (
	"database/sql"
	"testing"
	"time"

	"quadrille/internal/store/pgtest"
)

// A query must succeed even if PostgreSQL has closed the pooled connections. Such a query
// once failed with "unexpected EOF" after a fail-over.
func TestReadsOutliveTheirConnection(t *testing.T) {
	s := opened(t, pgtest.Database(t), "a")
	id := newTable(t, s)
	for _, pool := range []*sql.DB{s.backend.read, s.backend.tail} {
		size := pool.Stats().MaxOpenConnections
		hold(t, pool, size)
		hold(t, pool, size) // hold the connections again, because pgx does not check a connection that was used just before
		if idle := pool.Stats().Idle; idle != size {
			t.Fatalf("the pool has %d idle connections, want %d", idle, size)
		}
	}
	const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_start <= $1`
	var now time.Time
	if err := s.backend.write.QueryRowContext(t.Context(), `SELECT now()`).Scan(&now); err != nil {
		t.Fatal(err)
	}
	if _, err := s.backend.write.ExecContext(t.Context(), `SELECT pg_terminate_backend(pid) `+others, now); err != nil {
		t.Fatal(err)
	}
	for n := 1; n > 0; {
		if err := s.backend.write.QueryRowContext(t.Context(), `SELECT count(*) `+others, now).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Tables.Load(t.Context(), id); err != nil {
		t.Error("Load:", err)
	}
	if _, err := s.Tables.Since(t.Context(), id, 0, 10); err != nil {
		t.Error("Since:", err)
	}
	if _, err := s.Used(t.Context()); err != nil {
		t.Error("Used:", err)
	}
}

// hold takes the given number of connections from a pool, and gives them back when it has all
// of them.
func hold(t *testing.T, pool *sql.DB, size int) {
	var held []*sql.Conn
	for range size {
		conn, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	for _, conn := range held {
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
