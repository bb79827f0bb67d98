package migrate_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/migrate"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/store/postgres"
)

var quiet = slog.New(slog.DiscardHandler)

// dataOf returns a data directory in which one account has a name.
func dataOf(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := store.Open(t.Context(), dir, quiet)
	if err == nil {
		_, err = s.Accounts.Claim(t.Context(), "SHA256:inky", "Inky")
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A copy that differs from the source is refused, and the target stays empty.
func TestCopyIsCompared(t *testing.T) {
	url := pgtest.Database(t)
	s, err := postgres.Open(t.Context(), postgres.Config{URL: url, Node: "a", Logger: quiet})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, text := range []string{
		`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name := upper(NEW.name); RETURN NEW; END'`,
		`CREATE TRIGGER spoil BEFORE INSERT ON players FOR EACH ROW EXECUTE FUNCTION spoil()`,
	} {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	dir := dataOf(t)
	if _, err := migrate.ToPostgreSQL(t.Context(), dir, url, quiet); err == nil ||
		!strings.Contains(err.Error(), "cannot copy players: the copy differs from the source") {
		t.Errorf("a damaged copy: %v", err)
	}
	if _, err := db.ExecContext(t.Context(), `DROP TRIGGER spoil ON players`); err != nil {
		t.Fatal(err)
	}
	if counts, err := migrate.ToPostgreSQL(t.Context(), dir, url, quiet); err != nil || counts.Accounts != 1 {
		t.Errorf("the second attempt: %+v, %v", counts, err)
	}
}

// TestServerDoesNotStartFromMovedDirectory checks that a migration marks its source, and that a
// server and another migration refuse it with a sentence until the mark is deleted.
func TestServerDoesNotStartFromMovedDirectory(t *testing.T) {
	url, dir := pgtest.Database(t), dataOf(t)
	if _, err := migrate.ToPostgreSQL(t.Context(), dir, url, quiet); err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(dir, datadir.MovedName)
	want := "the data in " + dir + " was moved to " + postgres.NameOf(url) +
		"; start the server with that database, or delete " + mark + " to use this copy again"
	if _, err := store.Open(t.Context(), dir, quiet); err == nil || err.Error() != want {
		t.Errorf("a server: %v, want %s", err, want)
	}
	if _, err := datadir.Diagnose(t.Context(), dir); err == nil || err.Error() != want {
		t.Errorf("doctor: %v", err)
	}
	if err := os.Remove(mark); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Migration refuses a source that is in use, and a target that has data. A failed copy
// leaves no files behind.
func TestMigrateRefuses(t *testing.T) {
	url, dir := pgtest.Database(t), dataOf(t)
	wants := func(err error, reason datadir.Reason) {
		t.Helper()
		var refusal *datadir.Refusal
		if !errors.As(err, &refusal) || refusal.Reason != reason {
			t.Errorf("%v", err)
		}
	}
	s, err := store.Open(t.Context(), dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	_, err = migrate.ToPostgreSQL(t.Context(), dir, url, quiet)
	wants(err, datadir.InUse)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = migrate.ToPostgreSQL(t.Context(), t.TempDir(), url, quiet)
	wants(err, datadir.NoData)
	_, err = migrate.ToSQLite(t.Context(), url, dir, quiet)
	wants(err, datadir.NotEmpty)
	parent := t.TempDir()
	_, err = migrate.ToSQLite(t.Context(), "postgres://127.0.0.1:1/none", filepath.Join(parent, "new"), quiet)
	wants(err, datadir.NoAnswer)
	if list, err := os.ReadDir(parent); err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}
