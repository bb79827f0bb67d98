package store

import (
	"bufio"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/store/datadir"
	"quadrille/rules/variants"
)

// nextSchema adds a migration and removes it when the test ends.
func nextSchema(t testing.TB, step string) {
	t.Helper()
	before := datadir.Migrations
	t.Cleanup(func() { datadir.Migrations = before })
	datadir.Migrations = append(slices.Clip(before), step)
}

// testMigration is a migration with several statements that does not change events.
const testMigration = `CREATE TABLE visitors (
    n    INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;
INSERT INTO visitors (name) SELECT name FROM players;
CREATE TRIGGER new_visitor AFTER INSERT ON players
BEGIN
    INSERT INTO visitors (name) VALUES (NEW.name);
END;
ALTER TABLE settings ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
`

// logOf returns all events, game tables and names in a database file.
func logOf(t testing.TB, path string) (log []string) {
	t.Helper()
	db, err := sql.Open("sqlite", datadir.ReaderDSN(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT table_id || ' ' || seq || ' ' || data FROM (SELECT * FROM event_log ORDER BY table_id, seq)
		UNION ALL SELECT id || ' ' || coalesce(finished, 'live') FROM tables
		UNION ALL SELECT id || name || folded || since FROM players`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		log = append(log, line)
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return log
}

func copies(t testing.TB, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "quadrille-schema*"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestOpenMigratesAndKeepsACopy(t *testing.T) {
	dir := furnished(t)
	before := logOf(t, filepath.Join(dir, datadir.DatabaseName))
	nextSchema(t, testMigration)
	s := reopened(t, dir)
	if diff := cmp.Diff(before, logOf(t, s.dir.Database())); diff != "" {
		t.Error(diff)
	}
	load(t, s, 1) // load also verifies the checksums
	s.Close()
	found := copies(t, dir)
	if len(found) != 1 {
		t.Fatalf("copies: %v", found)
	}
	wantMode(t, found[0], 0o600)
	if diff := cmp.Diff(before, logOf(t, found[0])); diff != "" {
		t.Error(diff)
	}
	if version, err := datadir.Inspect(t.Context(), found[0]); version.Schema != len(datadir.Migrations)-1 || err != nil {
		t.Errorf("the schema of the copy is %d, %v", version.Schema, err)
	}
	reopened(t, dir)
	if found := copies(t, dir); len(found) != 1 {
		t.Errorf("a start without a migration made a copy: %v", found)
	}
}

// TestCopiesBeforeMigrationsAreLimited starts a server repeatedly while the migration fails.
// It checks that only a limited number of copies of the database are kept.
func TestCopiesBeforeMigrationsAreLimited(t *testing.T) {
	dir := furnished(t)
	nextSchema(t, `CREATE TABLE tables (id)`)
	other := filepath.Join(dir, "quadrille-schema0-20200101T000000.000000Z.db")
	write("of another schema")(t, other)
	write("cut off")(t, filepath.Join(dir, "quadrille-schema1-20200101T000000.000000Z.db"+datadir.Unfinished))
	var first string
	for n := range datadir.CopiesKept + 2 {
		_, err := open(dir)
		wantReason(t, err, datadir.DiskFault)
		if n == 0 {
			first = copies(t, dir)[1]
		}
	}
	found := copies(t, dir)
	if len(found) != 1+datadir.CopiesKept || found[0] != other || found[1] == first {
		t.Errorf("copies kept: %v", found)
	}
}

// stopBefore is the name of an environment variable. Its value is the number of a statement
// in the last migration. A child process stops before this statement and waits to be killed.
const stopBefore = "QUADRILLE_TEST_STOP_BEFORE"

// migrateUntilStopped opens a database. In the last migration, it blocks
// forever before the statement with the given number.
func migrateUntilStopped(dir, statement string) error {
	n, err := strconv.Atoi(statement)
	if err != nil {
		return err
	}
	sqlite.MustRegisterScalarFunction("stop_here", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		fmt.Println("stopped")
		select {}
	})
	statements := statementsOf(testMigration)
	datadir.Migrations = append(
		datadir.Migrations,
		strings.Join(statements[:n], "")+"SELECT stop_here();"+strings.Join(statements[n:], ""),
	)
	_, err = open(dir)
	return fmt.Errorf("the migration did not stop: %v", err)
}

// statementsOf splits a migration into its statements. A whole trigger is one statement. The
// last statement is empty.
func statementsOf(migration string) []string {
	list := []string{""}
	for line := range strings.SplitAfterSeq(migration, ";\n") {
		now := &list[len(list)-1]
		*now += line
		if strings.Count(*now, "BEGIN\n") == strings.Count(*now, "\nEND;\n") && strings.HasSuffix(*now, ";\n") {
			list = append(list, "")
		}
	}
	return list
}

// TestMigrationKilledInTheMiddle kills a server before each statement of a migration. The
// next start must find the old schema.
func TestMigrationKilledInTheMiddle(t *testing.T) {
	for n := range statementsOf(testMigration) {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			dir := furnished(t)
			before := logOf(t, filepath.Join(dir, datadir.DatabaseName))
			killMigration(t, dir, n)
			if version, err := datadir.Inspect(t.Context(), filepath.Join(dir, datadir.DatabaseName)); version.Schema != len(
				datadir.Migrations,
			) ||
				err != nil {
				t.Fatalf("schema %d, %v", version.Schema, err)
			}
			nextSchema(t, testMigration)
			s := reopened(t, dir)
			if diff := cmp.Diff(before, logOf(t, s.dir.Database())); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

func killMigration(t *testing.T, dir string, statement int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashDir+"="+dir, stopBefore+"="+strconv.Itoa(statement))
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := bufio.NewScanner(out).Scan()
	child.Process.Kill()
	child.Wait()
	if !stopped {
		t.Fatalf("the child ended by itself before statement %d", statement)
	}
}

// A lookup of an account, by ID or by name, returns whether it is a bot account. This must hold
// even after a rename.
func TestBotMarkIsReturnedWithName(t *testing.T) {
	ctx := context.Background()
	s := reopened(t, filepath.Join(t.TempDir(), "data"))
	const robo = player.ID("SHA256:Robo")
	wants := func(want bool) {
		t.Helper()
		p, _, err := s.Accounts.Lookup(ctx, robo)
		called, _, other := s.Ratings(variants.New, slog.New(slog.DiscardHandler)).Called(ctx, p.Name)
		if err != nil || other != nil || p.BotAccount != want || called.BotAccount != want {
			t.Errorf("%+v, %v; %+v, %v", p, err, called, other)
		}
	}
	if _, err := s.Accounts.Claim(ctx, robo, "Robo"); err != nil {
		t.Fatal(err)
	}
	wants(false)
	if err := s.Audit.MarkBotAccount(ctx, robo, noon, &club.AuditEntry{Action: club.BotMarked}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Audit.Record(ctx, club.AuditEntry{Action: club.Muted, Target: robo}, math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Accounts.Claim(ctx, robo, "Robota"); err != nil {
		t.Fatal(err)
	}
	wants(true)
	if _, err := s.Audit.Record(ctx, club.AuditEntry{Action: club.BotUnmarked, Target: robo}, math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	wants(false)
}
