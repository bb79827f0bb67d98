package lobby_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// A table never waits for the lobby: it plays a game to its end while somebody
// holds the lobby's lock, and people look on and go.
func TestATablePlaysOnWhileTheLobbyIsLocked(t *testing.T) {
	h := open(t, logtest.NewMemory())
	t.Cleanup(h.close)
	tb := h.create(inky)
	release := sync.OnceFunc(h.Hold())
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

// hosts makes tables, eight for each new host.
func (h *testLobby) hosts(tables int) {
	h.Helper()
	for i := range tables {
		h.create(player.Player{ID: player.ID(fmt.Sprintf("SHA256:%d", i/8)), Name: fmt.Sprint("Host", i/8)})
	}
}

// Where many tables wait, those go first that nobody sits at and whose host is
// away; what people wait at stays.
func TestManyEmptyTablesAreClosed(t *testing.T) {
	inside(t, func(h *testLobby) {
		visit := h.Connect(inky)
		defer visit.Leave()
		h.create(inky) // is here
		taken := h.create(blinky)
		h.do(taken, table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
		h.hosts(lobby.WaitingRoom - 2)
		time.Sleep(time.Minute)
		if n := len(h.View().Tables); n != lobby.WaitingRoom {
			t.Fatalf("%d tables wait, where %d have room", n, lobby.WaitingRoom)
		}
		h.create(sue)
		h.create(sue)
		time.Sleep(time.Minute)
		list := h.View().Tables
		if len(list) != lobby.WaitingRoom || list[0].ID != 1 || list[1].ID != 2 || list[2].ID != 5 {
			t.Errorf("%d tables wait; the first are %d, %d, %d", len(list), list[0].ID, list[1].ID, list[2].ID)
		}
	})
}

func TestGuestsOpenNoRatedTable(t *testing.T) {
	inside(t, func(h *testLobby) {
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

// Tables that are played at stand in the order of when somebody acted last, in
// steps, then of who watches; a move alone moves no line.
func TestMostActiveTablesComeFirst(t *testing.T) {
	now := time.Now()
	list := []lobby.Summary{
		{ID: 1, Phase: table.Playing, Active: now.Add(-2 * time.Hour), Watchers: 9},
		{ID: 2, Phase: table.Playing, Active: now.Add(-50 * time.Second)},
		{ID: 3, Phase: table.Playing, Active: now.Add(-time.Second)},
		{ID: 4, Phase: table.Playing, Active: now.Add(-50 * time.Second), Watchers: 1},
		{ID: 5, Phase: table.Finished, Active: now, Ended: now},
		{ID: 6, Phase: table.Waiting},
	}
	lobby.Arrange(list, now)
	var got []table.ID
	for _, s := range list {
		got = append(got, s.ID)
	}
	if want := []table.ID{6, 4, 2, 3, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
