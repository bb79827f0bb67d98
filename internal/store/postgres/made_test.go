package postgres

import (
	"errors"
	"sync"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
)

// Two nodes may try at the same time to open a table for the same rematch, or for the same
// board of a club evening. Then one node makes the table, and the other gets the number of
// that table.
func TestTwoNodesMakeOneTable(t *testing.T) {
	url := pgtest.Database(t)
	nodes := []*Store{opened(t, url, "a"), opened(t, url, "b")}
	host := player.Player{ID: "SHA256:host", Name: "Host"}
	for _, opening := range []table.Event{
		{Terms: &table.Terms{Game: "chess4"}, Table: 7},
		{Terms: &table.Terms{Game: "chess4", Evening: &table.EveningBoard{Evening: 1, Round: 1, Board: 1}}},
		{Terms: &table.Terms{Game: "chess4", Evening: &table.EveningBoard{Evening: 1, Round: 1, Board: 2}}},
	} {
		opening.Kind, opening.At, opening.Player = table.Opened, time.Now(), &host
		var mu sync.Mutex
		var made, found []table.ID
		var all sync.WaitGroup
		for _, s := range nodes {
			all.Go(func() {
				id, err := s.Tables.Create(t.Context(), opening, nil)
				mu.Lock()
				defer mu.Unlock()
				if other, ok := errors.AsType[*table.MadeError](err); ok {
					found = append(found, other.Table)
				} else if err != nil {
					t.Error(err)
				} else {
					made = append(made, id)
				}
			})
		}
		all.Wait()
		if len(made) != 1 || len(found) != 1 || made[0] != found[0] {
			t.Errorf("tables made: %v; found: %v", made, found)
		}
	}
}
