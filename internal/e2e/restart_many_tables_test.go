package e2e

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// makeTables stores tables with running games of the given length, as a killed server would
// leave them.
func makeTables(t *testing.T, data string, tables, actions int) (games []*rules.Game) {
	t.Helper()
	kept, err := store.Open(context.Background(), data, slog.New(slog.DiscardHandler))
	must(t, err)
	offers := variants.All()
	done := make(chan error, tables)
	for n := range tables {
		g := newGame(t, offers[n%len(offers)].Name, nil)
		games = append(games, g)
		events := eventsOf(g, player.Player{ID: player.ID(fmt.Sprint("SHA256:", n)), Name: fmt.Sprint("Robin ", n)}, actions)
		go func() {
			id, err := kept.Tables.Create(context.Background(), events[0], nil)
			if err == nil {
				err = kept.Tables.Append(context.Background(), id, 2, events[1:], nil)
			}
			done <- err
		}()
	}
	for range tables {
		must(t, <-done)
	}
	if _, err := server.MakeHostKey(data); err != nil {
		t.Fatal(err)
	}
	must(t, kept.Close())
	return games
}

// eventsOf returns the event log of a game with a running clock, in which one player has all
// seats.
func eventsOf(g *rules.Game, who player.Player, actions int) []table.Event {
	now := time.Now()
	terms := table.Terms{Game: g.Variant.Facts().Name, Clock: table.Clock{Start: time.Hour}}
	events := []table.Event{{Kind: table.Opened, At: now, Player: &who, Terms: &terms}}
	for _, kind := range []table.Kind{table.Seated, table.Readied} {
		for seat := range rules.Seat(rules.SeatCount) {
			events = append(events, table.Event{Kind: kind, At: now, Seat: &seat, Player: &who})
		}
	}
	events = append(events, table.Event{Kind: table.Started, At: now})
	for n := range actions {
		legal := g.Variant.Legal(&g.Position, nil)
		a, seat := legal[(7*n)%len(legal)], g.Variant.Actor(&g.Position)
		events = append(
			events,
			table.Event{Kind: table.Acted, At: now, Seat: &seat, Action: rules.Plain(g.Variant.Facts(), seat, a), Spent: time.Second},
		)
		if _, err := g.Play(a); err != nil {
			panic(err)
		}
	}
	return events
}

// A server starts within seconds with a thousand running games that a killed server has left.
func TestThousandTablesAfterACrash(t *testing.T) {
	t.Parallel()
	const tables, actions = 1000, 24
	s := newServer(t, t.TempDir()+"/data")
	makeTables(t, s.data, tables, actions)
	who := newCommandPlayer(t, "Robin")
	begun := time.Now()
	s.start()
	if _, err := who.connect(s.address); err != nil {
		t.Fatal(err)
	}
	t.Logf("the first client is admitted after %v", time.Since(begun))
	list := who.mustRun(t, s.address, "tables --after 0 --limit 1000")
	if n := strings.Count(list, fmt.Sprintf("  moves=%d\n", actions)); n != tables {
		t.Errorf("%d tables with %d moves were loaded, want %d tables:\n%s", n, actions, tables, list[:min(len(list), 1000)])
	}
}
