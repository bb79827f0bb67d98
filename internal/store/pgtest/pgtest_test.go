package pgtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestDatabasesAreSeparate(t *testing.T) {
	first := Database(t)
	synced, err := Launch()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(synced.Kill)
	for _, want := range []struct{ url, fsync string }{{first, "off"}, {Database(t), "off"}, {synced.Database(t), "on"}} {
		conn, err := pgx.Connect(t.Context(), want.url)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), `CREATE TABLE notes (n bigint)`); err != nil {
			t.Error(err)
		}
		var synced string
		if err := conn.QueryRow(t.Context(), `SHOW fsync`).Scan(&synced); err != nil || synced != want.fsync {
			t.Errorf("fsync is %q, want %q; %v", synced, want.fsync, err)
		}
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestServerStartsAgain(t *testing.T) {
	s := Start(t)
	url := s.Database(t)
	s.Kill()
	if _, err := pgx.Connect(t.Context(), url); err == nil {
		t.Error("the server accepts connections after Kill")
	}
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
