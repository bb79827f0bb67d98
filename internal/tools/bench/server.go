package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"

	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/tools/must"
)

// measureServer compares the server with the minimal server of package bare. It measures new
// connections, changes of screens, and moves. Then it measures moves again while many sessions
// are open.
func measureServer(ctx context.Context, dir string) []row {
	p := startPair(ctx, dir, sessionTables+2)
	ids := p.server.tables
	screens, play, load := ids[0], ids[1], ids[2:]
	rows := slices.Concat(
		connectRows(ctx, p, screens),
		screenRows(ctx, p, screens),
		moveRows(ctx, p, play),
		sessionRows(ctx, p, load),
	)
	p.bare.process.end()
	p.server.process.end()
	for _, id := range []table.ID{play, load[0]} {
		// Without this check, a server that publishes moves but does not store them would seem fast.
		if moves := storedMoves(ctx, filepath.Join(dir, "server"), id); moves != movesPlayed {
			must.Check(fmt.Errorf("table %d stored %d of %d moves: the results are invalid", id, moves, movesPlayed))
		}
	}
	return rows
}

// storedMoves returns the number of moves that the store of a data directory has of some tables.
func storedMoves(ctx context.Context, data string, ids ...table.ID) (moves int) {
	s := must.Get(store.Open(ctx, data, slog.New(slog.DiscardHandler)))
	defer s.Close()
	for _, id := range ids {
		for _, e := range must.Get(s.Tables.Load(ctx, id)) {
			if e.Kind == table.Acted {
				moves++
			}
		}
	}
	return moves
}
