package store

import (
	"bufio"
	"compress/gzip"
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// schema1 is a directory with a database as the first release wrote it: a table
// that waits, a finished game and one in full swing, four people, and half of
// the events not yet put in order.
func schema1(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	packed, err := os.Open("testdata/schema1.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	data, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, datadir.DatabaseName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// logOf is every event of a database file of any schema, and everybody's name.
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

func TestTheFirstSchemaGoesForwardWithAllItHolds(t *testing.T) {
	dir := schema1(t)
	before := logOf(t, filepath.Join(dir, datadir.DatabaseName))
	if len(before) != 31+31+3+4 {
		t.Fatalf("the old file holds %d things", len(before))
	}
	s := reopened(t, dir)
	if diff := cmp.Diff(before, logOf(t, s.dir.Database())); diff != "" {
		t.Error(diff)
	}
	for _, id := range []table.ID{1, 2, 3} {
		load(t, s, id) // looks at the sums
	}
	ctx := context.Background()
	inky := player.ID("SHA256:ax4Zk0oEJmLrYV2F1n9bQwT7sHcUPdGiA5tRfK8uMNg")
	if p, ok, err := s.Accounts.Lookup(ctx, inky); p.Name != "Inky" || !ok || err != nil {
		t.Errorf("Inky is %v, %v, %v", p, ok, err)
	}
	s.Close()
	if found := copies(t, dir); len(found) != 1 {
		t.Fatalf("copies: %v", found)
	}
	reopened(t, dir)
	if found := copies(t, dir); len(found) != 1 {
		t.Errorf("a start without a migration made a copy: %v", found)
	}
}

func TestTheCopyIsTheFileAsItWas(t *testing.T) {
	dir := schema1(t)
	before := logOf(t, filepath.Join(dir, datadir.DatabaseName))
	reopened(t, dir).Close()
	kept := copies(t, dir)[0]
	wantMode(t, kept, 0o600)
	if diff := cmp.Diff(before, logOf(t, kept)); diff != "" {
		t.Error(diff)
	}
	if version, err := datadir.Inspect(context.Background(), kept); version.Schema != 1 || err != nil {
		t.Errorf("the copy's schema is %d, %v", version, err)
	}
}

// TestCopiesDoNotPileUp starts over and over on a disk where the migration
// fails each time.
func TestCopiesDoNotPileUp(t *testing.T) {
	defer func(steps []string) { datadir.Migrations = steps }(datadir.Migrations)
	datadir.Migrations = []string{datadir.Migrations[0], `CREATE TABLE tables (id)`}
	dir := schema1(t)
	other := filepath.Join(dir, "quadrille-schema0-20200101T000000.000000Z.db")
	write("another's")(t, other)
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
		t.Errorf("kept: %v", found)
	}
}

// stopBefore tells a child before which statement of the last migration to stop
// and wait to be killed.
const stopBefore = "QUADRILLE_TEST_STOP_BEFORE"

// migrateUntilStopped opens a database whose migration never ends.
func migrateUntilStopped(dir, statement string) error {
	n, err := strconv.Atoi(statement)
	if err != nil {
		return err
	}
	sqlite.MustRegisterScalarFunction("stop_here", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		fmt.Println("stopped")
		select {}
	})
	last := &datadir.Migrations[len(datadir.Migrations)-1]
	statements := statementsOf(*last)
	*last = strings.Join(statements[:n], "") + "SELECT stop_here();" + strings.Join(statements[n:], "")
	_, err = open(dir)
	return fmt.Errorf("it did not stop: %v", err)
}

// statementsOf splits a migration; a trigger is one statement, whatever it holds. The
// last is what stands behind all of them.
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

// TestMigrationKilledInTheMiddle kills a server before each statement of a
// migration; the next start finds the file as it was.
func TestMigrationKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	statements := len(statementsOf(datadir.Migrations[len(datadir.Migrations)-1])) - 1
	step := 3
	if os.Getenv("QUADRILLE_SOAK") != "" {
		step = 1
	}
	for n := 0; n <= statements; n += step {
		dir := schema1(t)
		before := logOf(t, filepath.Join(dir, datadir.DatabaseName))
		killMigration(t, dir, n)
		if version, err := datadir.Inspect(context.Background(), filepath.Join(dir, datadir.DatabaseName)); version.Schema != len(datadir.Migrations)-1 || err != nil {
			t.Fatalf("killed before statement %d: schema %d, %v", n, version, err)
		}
		s := reopened(t, dir)
		if diff := cmp.Diff(before, logOf(t, s.dir.Database())); diff != "" {
			t.Fatalf("killed before statement %d: %s", n, diff)
		}
		s.Close()
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

// Accounts for which a program took a seat before there was the mark have it from
// the migration on; who sat as a person, and guests, have none.
func TestMachinesFromBeforeAreMarked(t *testing.T) {
	ctx, dir := context.Background(), filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	for _, name := range []string{"Robo", "Opener", "Ann"} {
		if _, err := s.Accounts.Claim(ctx, player.ID("SHA256:"+name), name); err != nil {
			t.Fatal(err)
		}
	}
	seat, opened := rules.Seat(0), opening()
	opened.Player = &player.Player{ID: "SHA256:Opener", Name: "Opener", BotAccount: true}
	id, err := s.Tables.Create(ctx, opened, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []player.Player{{ID: "SHA256:Robo", Name: "Robo", BotAccount: true}, {ID: "guest:x", Name: "x", BotAccount: true}, {ID: "SHA256:Ann", Name: "Ann"}} {
		appendTo(t, s, id, 2+i, table.Event{Kind: table.Seated, At: noon, Seat: &seat, Player: &p})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	alter(t, dir, newer(t, dir, stepOf(t, "machine_told"))+fmt.Sprintf(`ALTER TABLE players DROP COLUMN machine; PRAGMA user_version = %d`, stepOf(t, "machine_told")))
	s = reopened(t, dir)
	for id, want := range map[player.ID]bool{"SHA256:Robo": true, "SHA256:Opener": true, "SHA256:Ann": false} {
		if p, ok, err := s.Accounts.Lookup(ctx, id); !ok || err != nil || p.BotAccount != want {
			t.Errorf("%s: %+v, %v", id, p, err)
		}
	}
	house, err := club.Open(ctx, s.Audit, club.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if !house.BotAccount("SHA256:Robo") || !house.BotAccount("SHA256:Opener") || house.BotAccount("SHA256:Ann") || house.BotAccount("guest:x") {
		t.Error("the house knows other machines")
	}
}

// A deed about a machine is seen wherever its name is looked up, and another name
// does not take it away.
func TestTheMarkIsLookedUpWithTheName(t *testing.T) {
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
	if err := s.Audit.MarkBotAccount(ctx, robo, noon, &club.AuditEntry{Verb: club.MachineMarked}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Audit.Record(ctx, club.AuditEntry{Verb: club.Muted, Whom: robo}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Accounts.Claim(ctx, robo, "Robota"); err != nil {
		t.Fatal(err)
	}
	wants(true)
	if _, err := s.Audit.Record(ctx, club.AuditEntry{Verb: club.MachineUnmarked, Whom: robo}); err != nil {
		t.Fatal(err)
	}
	wants(false)
}
