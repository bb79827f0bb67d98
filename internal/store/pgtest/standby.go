package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a standby server that replicates s. If `synchronous` is true, s acknowledges
// a commit only when the commit is on the disk of the standby too.
func (s *Server) Standby(t testing.TB, synchronous bool) *Server {
	t.Helper()
	standby, err := prepare(s.fsync, true)
	if err != nil {
		t.Fatal(err)
	}
	out, err := standby.command("pg_basebackup", "--dbname="+s.url("postgres"), "--pgdata="+standby.data(), "--write-recovery-conf",
		"--checkpoint=fast", "--no-sync").
		CombinedOutput()
	if err != nil {
		t.Fatalf("pg_basebackup: %v\n%s", err, out)
	}
	if err := standby.Run(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(standby.Kill)
	if synchronous {
		s.execute(t, `ALTER SYSTEM SET synchronous_standby_names = '*'`, `SELECT pg_reload_conf()`)
		s.await(t, `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`)
	} else {
		s.await(t, `SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'`)
	}
	return standby
}

// Replicated waits until the standby of s has everything that s has stored.
func (s *Server) Replicated(t testing.TB) {
	t.Helper()
	s.await(t, `SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()`)
}

// Promote makes a standby accept writes.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.execute(t, `SELECT pg_promote(TRUE, 60)`)
}

// Both returns a URL with the addresses of s and its standby. Programs that use it connect
// to the server that accepts writes.
func (s *Server) Both(t testing.TB, standby *Server, database string) string {
	t.Helper()
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(
		"postgres://quadrille@127.0.0.1:%d,127.0.0.1:%d/%s?sslmode=disable&target_session_attrs=read-write",
		s.port,
		standby.port,
		path.Base(at.Path),
	)
}

func (s *Server) execute(t testing.TB, texts ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, text := range texts {
		if _, err := conn.Exec(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// await waits until a query returns a number other than zero.
func (s *Server) await(t testing.TB, query string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		n := 0
		if err := conn.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			return
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("after a minute, %s is 0", query)
		}
	}
}
