package store

import (
	"context"
	"path/filepath"
	"testing"

	"quadrille/internal/table"
)

// tenThousand returns a store with 10,000 games of 100 players.
func tenThousand(b *testing.B) *Store {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "data")
	s := reopened(b, dir)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	alter(b, dir, `
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO tables (id) SELECT i FROM n;
		INSERT INTO games SELECT id, CASE id % 4 WHEN 0 THEN 'chess4' ELSE 'verney' END, id * 3600, id * 3600 + 1800,
			CASE id % 100 WHEN 0 THEN 'stalemate' ELSE 'checkmate' END, CASE id % 7 WHEN 0 THEN '' ELSE 'white' END FROM tables;
		INSERT INTO game_players (table_id, seat, player, name) SELECT id, seat,
			'SHA256:' || ((id * 7 + seat * 13) % 100), 'Player ' || ((id * 7 + seat * 13) % 100)
			FROM tables, (SELECT 0 AS seat UNION SELECT 1 UNION SELECT 2 UNION SELECT 3);`)
	return reopened(b, dir)
}

func BenchmarkSearch(b *testing.B) {
	s := tenThousand(b)
	for name, q := range map[string]table.Search{
		"newest":      {Limit: 50},
		"player":      {Name: "player 42", Limit: 50},
		"player,game": {Name: "player 42", Game: "chess4", Limit: 50},
		"rare":        {Result: "stalemate", Game: "verney", Limit: 50},
		"nothing":     {Result: "agreement", Limit: 50},
		"page":        {Before: 200, Limit: 50},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Tables.Search(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
