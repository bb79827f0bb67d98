package store

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestBackupUnderLoadIsConsistent makes backups while games are played. The events of each
// table in a backup must be a prefix of its events in the server, and must include the
// events that were acknowledged before the backup began.
func TestBackupUnderLoadIsConsistent(t *testing.T) {
	t.Parallel()
	kept := opened(t)
	lob := openLobby(t, kept)
	const games, backups = 12, 3
	var acknowledged [games + 1]atomic.Int64
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var all sync.WaitGroup
	for n := range games {
		id := newGame(t, lob, n)
		all.Go(func() { playOn(ctx, t, lob, id, &acknowledged[id]) })
	}
	continued := false
	for range backups {
		var before [games + 1]int
		for id := range acknowledged {
			before[id] = int(acknowledged[id].Load())
		}
		dir := restored(t, backedUp(t, kept.dir.Path))
		continued = compareGames(t, kept, dir, before[1:]) || continued
	}
	stop()
	all.Wait()
	if !continued {
		t.Error("no game continued during the backups")
	}
}

// compareGames compares the tables of a restored directory with the live tables. It
// reports whether any live table has more events than its copy.
func compareGames(t *testing.T, live *Store, dir string, before []int) (continued bool) {
	t.Helper()
	s := reopened(t, dir)
	for i, least := range before {
		id := table.ID(i + 1)
		kept, all := load(t, s, id), load(t, live, id)
		if len(kept) < least || len(kept) > len(all) {
			t.Errorf("table %d: %d events are in the backup, %d were acknowledged before, %d after", id, len(kept), least, len(all))
			continue
		}
		if diff := cmp.Diff(all[:len(kept)], kept); diff != "" {
			t.Errorf("table %d: %s", id, diff)
		}
		continued = continued || len(kept) < len(all)
	}
	lob := openLobby(t, s)
	if n := len(lob.View().Tables); n != len(before) {
		t.Errorf("%d tables replay, want %d", n, len(before))
	}
	return continued
}

func openLobby(t *testing.T, s *Store) *lobby.Lobby {
	t.Helper()
	lob, err := lobby.Open(context.Background(), lobby.Config{Store: s.Tables})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lob.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return lob
}

// newGame starts a game in which one person has all seats.
func newGame(t *testing.T, lob *lobby.Lobby, n int) table.ID {
	t.Helper()
	ctx := context.Background()
	terms, err := setup.ParseTerms([]string{"chess4", "clock=none", "seats-per-person=4"})
	if err != nil {
		t.Fatal(err)
	}
	host := player.Player{ID: player.ID("SHA256:" + string(rune('a'+n))), Name: "Inky"}
	at, err := lob.Create(ctx, host, terms)
	if err != nil {
		t.Fatal(err)
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if err := at.Do(ctx, table.Command{By: host, Kind: table.Sit, Seat: seat}); err != nil {
			t.Fatal(err)
		}
	}
	if err := at.Do(ctx, table.Command{By: host, Kind: table.Ready}); err != nil {
		t.Fatal(err)
	}
	return at.View().ID
}

// playOn plays moves until ctx is done, and counts the moves that the lobby acknowledged.
func playOn(ctx context.Context, t *testing.T, lob *lobby.Lobby, id table.ID, acknowledged *atomic.Int64) {
	at, err := lob.Table(ctx, id)
	if err != nil {
		t.Error(err)
		return
	}
	for n := 0; ctx.Err() == nil; n++ {
		v := at.View()
		if v.Phase != table.Playing {
			return
		}
		action := v.Legal[(n*31+int(id)*7)%len(v.Legal)]
		if err := at.Do(ctx, table.Command{
			By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: action,
			Answers: -1,
		}); err != nil {
			if ctx.Err() == nil {
				t.Error(err)
			}
			return
		}
		acknowledged.Store(int64(n + 1))
	}
}
