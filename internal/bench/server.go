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

// measureServer compares our server with the bare board, one part of a person's
// evening after the other.
func measureServer(ctx context.Context, dir string) (rows []row, err error) {
	p, err := startPair(ctx, dir, crowdTables+2)
	if err != nil {
		return nil, err
	}
	ids := p.ours.tables
	alone, play, crowd := ids[0], ids[1], ids[2:]
	for _, part := range []func() ([]row, error){
		func() ([]row, error) { return connectRows(ctx, p, alone) },
		func() ([]row, error) { return screenRows(ctx, p, alone) },
		func() ([]row, error) { return moveRows(ctx, p, play) },
		func() ([]row, error) { return crowdRows(ctx, p, crowd) },
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
	return rows, kept(ctx, filepath.Join(dir, "server"), play, crowd[0])
}

// kept is an error unless all that was played at these tables was shown because
// it was stored.
func kept(ctx context.Context, data string, ids ...table.ID) error {
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
			return fmt.Errorf("%d moves were played at table %d, and %d were stored: the figures are worth nothing", movesPlayed, id, moves)
		}
	}
	return nil
}
