package lobby_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// TestGameContinuesWhileTheLobbyIsLocked checks that games do not need the lobby's locks.
// While the test holds these locks, a game is played to its end, and spectators come and
// leave.
func TestGameContinuesWhileTheLobbyIsLocked(t *testing.T) {
	h := open(t, logtest.NewMemory())
	t.Cleanup(h.close)
	tb := h.create(inky)
	release := sync.OnceFunc(h.Lock())
	defer release()
	played := make(chan bool)
	go func() {
		defer close(played)
		h.begin(tb)
		w := tb.Watch(sue)
		defer w.Close()
		if v, ok := w.Take(ctx); !ok || v.Phase != table.Playing {
			t.Errorf("a watcher sees %+v, %v", v, ok)
		}
		h.finish(tb)
	}()
	select {
	case <-played:
	case <-time.After(20 * time.Second):
		t.Fatal("the table waits for the lobby")
	}
	release()
	if got := h.phases(); got != "f1" {
		t.Errorf("tables %s", got)
	}
}

// createForHosts opens the given number of tables, eight for each host.
func (h *testLobby) createForHosts(tables int) {
	h.Helper()
	for i := range tables {
		h.create(player.Player{ID: player.ID(fmt.Sprintf("SHA256:%d", i/8)), Name: fmt.Sprint("Host", i/8)})
	}
}

// When too many tables wait, the lobby closes those that have no players and whose host is
// not connected.
func TestManyEmptyTablesAreClosed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		session := h.Connect(inky)
		defer session.Leave()
		h.create(inky) // this table stays open, because its host is connected
		taken := h.create(blinky)
		h.do(taken, table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
		h.createForHosts(lobby.MaxEmptyWaiting - 2)
		time.Sleep(time.Minute)
		if n := len(h.View().Tables); n != lobby.MaxEmptyWaiting {
			t.Fatalf("%d tables wait, want %d", n, lobby.MaxEmptyWaiting)
		}
		h.create(sue)
		h.create(sue)
		time.Sleep(time.Minute)
		list := h.View().Tables
		if len(list) != lobby.MaxEmptyWaiting || list[0].ID != 1 || list[1].ID != 2 || list[2].ID != 5 {
			t.Errorf("%d tables wait; the first are %d, %d, %d", len(list), list[0].ID, list[1].ID, list[2].ID)
		}
	})
}

func TestGuestsOpenNoRatedTable(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		rated := duel
		rated.Rated = true
		var r *table.Refusal
		if _, err := h.Create(ctx, sue, rated); !errors.As(err, &r) || r.Reason != table.AccountsOnly {
			t.Errorf("a guest: %v", err)
		}
		if _, err := h.Create(ctx, inky, rated); err != nil {
			t.Errorf("Inky: %v", err)
		}
		h.restart()
		if s := h.View().Tables; len(s) != 1 || !s[0].Terms.Rated {
			t.Errorf("after a restart: %+v", s)
		}
	})
}

// TestMostActiveTablesComeFirst checks that running tables are sorted by the time since the
// last move. This time is rounded so coarsely that a single move seldom changes the order.
// Tables with equal rounded times are sorted by the number of spectators.
func TestMostActiveTablesComeFirst(t *testing.T) {
	now := time.Now()
	list := []*view.Summary{
		{ID: 1, Phase: table.Playing, Active: now.Add(-2 * time.Hour), Watchers: 9},
		{ID: 2, Phase: table.Playing, Active: now.Add(-50 * time.Second)},
		{ID: 3, Phase: table.Playing, Active: now.Add(-time.Second)},
		{ID: 4, Phase: table.Playing, Active: now.Add(-50 * time.Second), Watchers: 1},
		{ID: 5, Phase: table.Finished, Active: now, Ended: now},
		{ID: 6, Phase: table.Waiting},
	}
	lobby.SortTables(list, now)
	var got []table.ID
	for _, s := range list {
		got = append(got, s.ID)
	}
	if want := []table.ID{6, 4, 2, 3, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
