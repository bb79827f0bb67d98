package lobby_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (h *testLobby) names() (names []string) {
	for _, p := range h.View().Here {
		names = append(names, p.Player.Name)
	}
	return names
}

func (h *testLobby) here(want ...string) {
	h.Helper()
	if got := h.names(); !slices.Equal(got, want) {
		h.Errorf("here: %q, want %q", got, want)
	}
}

func TestPlayerWithSeveralSessionsIsListedOnce(t *testing.T) {
	inside(t, func(h *testLobby) {
		h.here()
		first, second, other := h.Connect(inky), h.Connect(inky), h.Connect(blinky)
		h.here("blinky", "Inky")
		first.Leave()
		first.Leave()
		h.here("blinky", "Inky")
		second.Rename("Zed")
		h.here("blinky", "Zed")
		second.Leave()
		second.Rename("Gone")
		h.here("blinky")
		other.Leave()
		h.here()
	})
}

func TestPlayerWithoutNameIsNotListed(t *testing.T) {
	inside(t, func(h *testLobby) {
		v := h.Connect(player.Player{ID: "SHA256:new"})
		h.here()
		v.Rename("Nova")
		h.here("Nova")
		v.Leave()
	})
}

func TestWatchersGetTheNewestView(t *testing.T) {
	inside(t, func(h *testLobby) {
		w := h.Watch()
		defer w.Close()
		if v, ok := w.Take(ctx); !ok || len(v.Tables) != 0 {
			t.Fatal("no first view")
		}
		seen := make(chan *lobby.View, 1)
		take := func() {
			v, _ := w.Take(ctx)
			seen <- v
		}
		tb := h.create(inky)
		go take()
		synctest.Wait()
		if v := <-seen; len(v.Tables) != 1 {
			t.Errorf("%d tables", len(v.Tables))
		}
		h.do(tb, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		tw := tb.Watch(sue)
		go take()
		time.Sleep(time.Second)
		if v := <-seen; v.Tables[0].Seats[0].Player != inky || v.Tables[0].Watchers != 1 {
			t.Errorf("%+v", v.Tables[0])
		}
		tw.Close()
		go take()
		time.Sleep(time.Second)
		if v := <-seen; v.Tables[0].Watchers != 0 {
			t.Errorf("%+v", v.Tables[0])
		}
	})
}

func TestSlowWatcherDelaysNobody(t *testing.T) {
	inside(t, func(h *testLobby) {
		defer h.Watch().Close()
		for range 100 {
			h.Connect(inky).Leave()
			time.Sleep(time.Second)
		}
	})
}

func TestUnattendedTableIsClosed(t *testing.T) {
	inside(t, func(h *testLobby) {
		visit := h.Connect(inky)
		empty, taken, playing := h.create(inky), h.create(inky), h.create(inky)
		h.do(taken, table.Command{By: blinky, Kind: table.Sit, Seat: 0})
		h.do(taken, table.Command{By: blinky, Kind: table.Ready}) // else the table itself would not wait so long
		h.begin(playing)
		time.Sleep(100 * time.Hour) // the host is here
		if got := h.phases(); got != "w1 w2 p3" {
			t.Fatalf("tables %s", got)
		}
		visit.Leave()
		time.Sleep(14 * time.Minute)
		visit = h.Connect(inky)
		time.Sleep(time.Second)
		visit.Leave()
		time.Sleep(14 * time.Minute)
		if got := h.phases(); got != "w1 w2 p3" {
			t.Fatalf("tables %s", got)
		}
		time.Sleep(2 * time.Minute)
		if got := h.phases(); got != "w2 p3" || empty.View().Phase != table.Finished {
			t.Fatalf("tables %s", got)
		}
		w := taken.Watch(blinky) // looks on without being here
		time.Sleep(25 * time.Hour)
		if got := h.phases(); got != "w2 p3" {
			t.Fatalf("tables %s", got)
		}
		w.Close()
		time.Sleep(25 * time.Hour)
		if got := h.phases(); got != "p3" {
			t.Fatalf("tables %s", got)
		}
		h.restart()
		if got := h.phases(); got != "p3" {
			t.Fatalf("tables %s", got)
		}
	})
}

// A bot was taken for somebody who is connected, and such a table stayed for ever.
func TestBotDoesNotKeepAWaitingTableOpen(t *testing.T) {
	withBots(t, func(h *testLobby) {
		waits := h.letters3d(3, inky)
		h.do(waits, table.Command{By: inky, Kind: table.Stand, Seat: rules.NoSeat})
		h.seatBots(waits, inky, 1, rules.NoSeat)
		time.Sleep(8 * 24 * time.Hour)
		if got := h.phases(); got != "" {
			t.Fatalf("tables %q", got)
		}
	})
}

func TestCorrespondenceTableWaitsLonger(t *testing.T) {
	inside(t, func(h *testLobby) {
		const day = 24 * time.Hour
		waits := h.letters3d(3, inky)
		time.Sleep(6 * day)
		h.do(waits, table.Command{By: inky, Kind: table.Unready}) // by a command: nobody is connected
		time.Sleep(6 * day)
		visit := h.Connect(inky)
		time.Sleep(30 * day)
		visit.Leave()
		time.Sleep(6 * day)
		if got := h.phases(); got != "w1" {
			t.Fatalf("tables %q", got)
		}
		time.Sleep(2 * day)
		if got := h.phases(); got != "" {
			t.Fatalf("tables %q", got)
		}
	})
}
