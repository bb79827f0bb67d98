package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/rules"
)

// gamesStep is the migration that makes games searchable.
func gamesStep(t *testing.T) int {
	t.Helper()
	return stepOf(t, "CREATE TABLE games (")
}

// stepOf is how many migrations come before the one that has a text.
func stepOf(t testing.TB, text string) int {
	t.Helper()
	step := slices.IndexFunc(datadir.Migrations, func(step string) bool { return strings.Contains(step, text) })
	if step < 0 {
		t.Fatalf("no migration has %q", text)
	}
	return step
}

func alter(t testing.TB, dir string, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, datadir.DatabaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

// newer are statements that drop the tables, views and triggers that a schema did not have yet. The file that counts
// commits goes with them.
func newer(t testing.TB, dir string, schema int) (statements string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, datadir.CommitsName)); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	const list = `SELECT type || ' IF EXISTS ' || name FROM sqlite_schema
		WHERE type IN ('trigger', 'view', 'table') AND name NOT LIKE 'sqlite_%' ORDER BY type DESC`
	var then []string
	for n, step := range datadir.Migrations {
		if n == schema {
			if then, err = datadir.Texts(db.Query(list)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
	now, err := datadir.Texts(db.Query(list))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range now {
		if !slices.Contains(then, name) {
			statements += "DROP " + name + "; "
		}
	}
	if schema < stepOf(t, "ADD COLUMN recovery") {
		statements += "ALTER TABLE invitations DROP COLUMN recovery; "
	}
	return statements
}

// ended is a game that two people played to its end.
func ended(t *testing.T, s *Store) table.ID {
	t.Helper()
	id, first, second := create(t, s), rules.Seat(0), rules.Seat(2)
	appendTo(t, s, id, 2,
		table.Event{Kind: table.Seated, At: noon, Seat: &first, Player: &player.Player{ID: "SHA256:inky", Name: "Inky"}},
		table.Event{Kind: table.Seated, At: noon, Seat: &second, Player: &player.Player{ID: "SHA256:sue", Name: "Sue"}},
		table.Event{Kind: table.Started, At: noon}, move(0),
		table.Event{Kind: table.Closed, At: noon, Action: "resignation", Text: "white"})
	return id
}

func TestGamesFromBeforeAreFoundToo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	id := ended(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	alter(t, dir, newer(t, dir, gamesStep(t))+fmt.Sprintf(`ALTER TABLE players DROP COLUMN machine; PRAGMA user_version = %d`, gamesStep(t)))
	s = reopened(t, dir)
	other := ended(t, s)
	found, err := s.Tables.Search(context.Background(), table.Search{Name: "sue"})
	if err != nil || len(found) != 2 || found[0].ID != other || found[1].ID != id || found[1].Players[2].Name != "Sue" {
		t.Errorf("found %+v, %v", found, err)
	}
}

// A text that was damaged on the disk keeps no game from ending.
func TestAGameEndsThoughItsLogIsDamaged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	id := create(t, s)
	appendTo(t, s, id, 2, table.Event{Kind: table.Started, At: noon}, move(0))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	alter(t, dir, `UPDATE events SET data = '{"kind' WHERE seq = 3; UPDATE arrivals SET data = '{"kind' WHERE seq = 3`)
	s = reopened(t, dir)
	appendTo(t, s, id, 4, table.Event{Kind: table.Closed, At: noon, Action: "checkmate"})
	if found, err := s.Tables.Search(context.Background(), table.Search{}); err != nil || len(found) != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
}

func TestASearchLooksIntoAnIndex(t *testing.T) {
	s := opened(t)
	for _, q := range []table.Search{{}, {Player: "SHA256:inky"}, {Name: "sue"}, {Game: "chess4"}, {From: noon, Until: noon}} {
		where, values := conditions(&q)
		rows, err := s.read.Query(`EXPLAIN QUERY PLAN SELECT table_id FROM games`+where+` ORDER BY ended DESC, table_id DESC LIMIT 100`, values...)
		if err != nil {
			t.Fatal(err)
		}
		plan := ""
		for rows.Next() {
			var id, parent, unused int
			var line string
			if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
				t.Fatal(err)
			}
			plan += line + "; "
		}
		rows.Close()
		if strings.Contains(plan, "SCAN games;") || strings.Contains(plan, "SCAN game_players;") {
			t.Errorf("%+v: %s", q, plan)
		}
	}
}
