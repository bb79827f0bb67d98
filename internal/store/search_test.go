package store

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

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

// A game can end even if one of its stored events is damaged.
func TestGameEndsWithDamagedLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	id := create(t, s)
	appendTo(t, s, id, 2, table.Event{Kind: table.Started, At: noon}, move(0))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	alter(t, dir, `UPDATE events SET data = '{"kind' WHERE seq = 3; UPDATE recent_events SET data = '{"kind' WHERE seq = 3`)
	s = reopened(t, dir)
	appendTo(t, s, id, 4, table.Event{Kind: table.Closed, At: noon, Action: "checkmate"})
	if found, err := s.Tables.Search(context.Background(), table.Search{}); err != nil || len(found) != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
}

func TestSearchUsesIndex(t *testing.T) {
	s := opened(t)
	for _, q := range []table.Search{{}, {Player: "SHA256:inky"}, {Name: "sue"}, {Game: "chess4"}, {From: noon, Until: noon}} {
		where, values := s.Tables.Conditions(&q)
		rows, err := s.read.Query(
			`EXPLAIN QUERY PLAN SELECT table_id FROM games`+where+` ORDER BY ended DESC, table_id DESC LIMIT 100`,
			values...)
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
