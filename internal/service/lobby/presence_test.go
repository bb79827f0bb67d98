package lobby_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (h *testLobby) presentNames() (names []string) {
	for _, p := range h.View().Here {
		names = append(names, p.Player.Name)
	}
	return names
}

func (h *testLobby) wantPresent(want ...string) {
	h.Helper()
	if got := h.presentNames(); !slices.Equal(got, want) {
		h.Errorf("present: %q, want %q", got, want)
	}
}

func TestPlayerWithSeveralSessionsIsListedOnce(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		h.wantPresent()
		first, second, other := h.Connect(inky), h.Connect(inky), h.Connect(blinky)
		h.wantPresent("blinky", "Inky")
		first.Leave()
		first.Leave()
		h.wantPresent("blinky", "Inky")
		second.Rename("Zed")
		h.wantPresent("blinky", "Zed")
		second.Leave()
		second.Rename("Left")
		h.wantPresent("blinky")
		other.Leave()
		h.wantPresent()
	})
}

func TestPlayerWithoutNameIsNotListed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		v := h.Connect(player.Player{ID: "SHA256:new"})
		h.wantPresent()
		v.Rename("Nova")
		h.wantPresent("Nova")
		v.Leave()
	})
}

func TestWatchersGetTheNewestView(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		w := h.Watch()
		defer w.Close()
		synctest.Wait() // until the lobby has sent what it had to send when it was opened
		if v, ok := w.Take(ctx); !ok || len(v.Tables) != 0 {
			t.Fatal("no first view")
		}
		seen := make(chan *view.Lobby, 1)
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

// TestListOfPeopleIsSentTwiceASecond checks that the list of people is sent at most twice a
// second while 200 people connect within a second.
func TestListOfPeopleIsSentTwiceASecond(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		w := h.Watch()
		var views []*view.Lobby
		done := make(chan struct{})
		go func() {
			defer close(done)
			for v, ok := w.Take(ctx); ok; v, ok = w.Take(ctx) {
				views = append(views, v)
			}
		}()
		synctest.Wait()
		views = nil
		const people = 200
		for n := range people {
			h.Connect(player.Player{ID: player.ID(fmt.Sprint("SHA256:", n)), Name: fmt.Sprintf("Person %d", n)})
			if got := len(h.View().Here); got != n+1 {
				t.Errorf("%d people are connected, %d are listed on demand", n+1, got)
			}
			time.Sleep(time.Second / people)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(views) > 3 {
			t.Errorf("%d views were sent", len(views))
		}
		if got := len(views[len(views)-1].Here); got != people {
			t.Errorf("the last view lists %d people", got)
		}
		views = nil
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(views) != 0 {
			t.Errorf("%d views were sent although nobody came", len(views))
		}
		w.Close()
		<-done
	})
}

func TestSlowWatcherDelaysNobody(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.Watch().Close()
		for range 100 {
			h.Connect(inky).Leave()
			time.Sleep(time.Second)
		}
	})
}

func TestUnattendedTableIsClosed(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		session := h.Connect(inky)
		empty, taken, playing := h.create(inky), h.create(inky), h.create(inky)
		h.do(taken, table.Command{By: blinky, Kind: table.Sit, Seat: 0})
		h.do(taken, table.Command{By: blinky, Kind: table.Ready}) // seat a player, because a table without players would close earlier
		h.begin(playing)
		atTable := taken.Watch(blinky) // otherwise the player would be away, and no longer ready
		time.Sleep(100 * time.Hour)    // wait: all tables must stay open while the host is connected
		if got := h.phases(); got != "w1 w2 p3" {
			t.Fatalf("tables %s", got)
		}
		session.Leave()
		time.Sleep(14 * time.Minute)
		session = h.Connect(inky)
		time.Sleep(time.Second)
		session.Leave()
		time.Sleep(14 * time.Minute)
		if got := h.phases(); got != "w1 w2 p3" {
			t.Fatalf("tables %s", got)
		}
		time.Sleep(2 * time.Minute)
		if got := h.phases(); got != "w2 p3" || empty.View().Phase != table.Finished {
			t.Fatalf("tables %s", got)
		}
		time.Sleep(25 * time.Hour)
		if got := h.phases(); got != "w2 p3" {
			t.Fatalf("tables %s", got)
		}
		atTable.Close()
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

// TestBotDoesNotKeepAWaitingTableOpen checks that a table to which nobody is connected is
// closed, even if a bot has a seat.
func TestBotDoesNotKeepAWaitingTableOpen(t *testing.T) {
	withBots(t, func(h *testLobby) {
		waits := h.createCorrespondence(3, inky)
		h.do(waits, table.Command{By: inky, Kind: table.Stand, Seat: rules.NoSeat})
		h.seatBots(waits, inky, 1, rules.NoSeat)
		time.Sleep(8 * 24 * time.Hour)
		if got := h.phases(); got != "" {
			t.Fatalf("tables %q", got)
		}
	})
}

func TestCorrespondenceTableWaitsLonger(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		const day = 24 * time.Hour
		waits := h.createCorrespondence(3, inky)
		time.Sleep(6 * day)
		h.do(waits, table.Command{By: inky, Kind: table.Unready}) // Inky acts without being connected
		time.Sleep(6 * day)
		session := h.Connect(inky)
		time.Sleep(30 * day)
		session.Leave()
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
