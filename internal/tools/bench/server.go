package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"quadrille/internal/store"
	"quadrille/internal/table"
)

// measureServer compares the server with the minimal server of package bare. It measures new
// connections, changes of screens, and moves. Then it measures moves again while many sessions
// are open.
func measureServer(ctx context.Context, dir string) (rows []row, err error) {
	p, err := startPair(ctx, dir, sessionTables+2)
	if err != nil {
		return nil, err
	}
	ids := p.server.tables
	screens, play, load := ids[0], ids[1], ids[2:]
	for _, part := range []func() ([]row, error){
		func() ([]row, error) { return connectRows(ctx, p, screens) },
		func() ([]row, error) { return screenRows(ctx, p, screens) },
		func() ([]row, error) { return moveRows(ctx, p, play) },
		func() ([]row, error) { return sessionRows(ctx, p, load) },
	} {
		more, err := part()
		if err != nil {
			return rows, errors.Join(err, p.stop())
		}
		rows = append(rows, more...)
	}
	if err := p.stop(); err != nil {
		return rows, err
	}
	return rows, checkStored(ctx, filepath.Join(dir, "server"), play, load[0])
}

// checkStored returns an error if a table has not stored all of its moves. Without this check,
// a server that publishes moves but does not store them would seem fast.
func checkStored(ctx context.Context, data string, ids ...table.ID) error {
	s, err := store.Open(ctx, data, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer s.Close()
	for _, id := range ids {
		events, err := s.Tables.Load(ctx, id)
		if err != nil {
			return err
		}
		moves := 0
		for _, e := range events {
			if e.Kind == table.Acted {
				moves++
			}
		}
		if moves != movesPlayed {
			return fmt.Errorf("table %d stored %d of %d moves: the results are invalid", id, moves, movesPlayed)
		}
	}
	return nil
}
