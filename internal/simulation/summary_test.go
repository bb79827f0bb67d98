package simulation

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/rules"
)

// sitting opens a table at server a, and returns functions that seat somebody there through a
// server, and that return who has a seat according to the lobby of server b.
func sitting(w *world) (sit func(n *server, p *person, seat rules.Seat), seated func() string) {
	ctx, ann := context.Background(), w.people[0]
	w.connect(ann, w.slots[0].server)
	one, err := w.slots[0].server.lobby.Create(ctx, ann.Player, table.Terms{Game: "forchess"})
	must(w.t, err)
	id := one.View().ID
	time.Sleep(3 * time.Second)
	sit = func(n *server, p *person, seat rules.Seat) {
		t, err := n.lobby.Table(ctx, id)
		if err == nil {
			err = t.Do(ctx, table.Command{By: p.Player, Kind: table.Sit, Seat: seat})
		}
		must(w.t, err)
	}
	seated = func() string {
		line := w.slots[1].server.lobby.Line("", id)
		if line == nil {
			return ""
		}
		var list []string
		for _, seat := range line.Seats {
			list = append(list, seat.Player.Name)
		}
		return strings.Join(list, " ")
	}
	return sit, seated
}

// TestFailedReadOfASummaryIsRepeated lets a server fail to read the summary of a table that another
// server has changed. The server must read it again. In an earlier version its lobby showed the old
// state until the next event.
func TestFailedReadOfASummaryIsRepeated(t *testing.T) {
	scenario(t, 3, func(w *world) {
		sit, seated := sitting(w)
		b := w.slots[1].server
		var failed atomic.Bool
		refuse := func(n *server, k kind, key string) bool {
			return n == b && k == read && strings.HasPrefix(key, "stored") && failed.CompareAndSwap(false, true)
		}
		w.bus.refuses.Store(&refuse)
		sit(w.slots[0].server, w.people[0], 0)
		time.Sleep(5 * time.Second)
		if got, want := seated(), "Ann   "; got != want || !failed.Load() {
			t.Errorf("server b lists the seats %q, want %q; a read failed: %t", got, want, failed.Load())
		}
	})
}

// TestFailedReadOfSeeksAtTheStartIsRepeated starts a server that cannot read the table of an earlier seek
// at first. It must learn when bots may come to the open one. In an earlier version it never did.
func TestFailedReadOfSeeksAtTheStartIsRepeated(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ann, slot := w.people[0], w.slots[1]
		w.connect(ann, w.slots[0].server)
		want := seek.Want{BotsAfter: 10 * time.Minute}
		for _, one := range []string{"chess4", "forchess"} { // the second seek cancels the first
			want.Terms.Game = one
			if _, err := ann.at.seeks.Start(context.Background(), ann.Player, want); err != nil {
				t.Fatal(err)
			}
		}
		w.stopServer(slot.server)
		slot.server = w.newServer(slot)
		var failed atomic.Bool
		refuse := func(n *server, k kind, key string) bool {
			return n == slot.server && k == read && strings.HasPrefix(key, "stored") && failed.CompareAndSwap(false, true)
		}
		w.bus.refuses.Store(&refuse)
		must(t, w.start(slot.server))
		time.Sleep(10 * time.Second)
		if open := slot.server.seeks.Open(); len(open) != 1 || open[0].BotsAt.IsZero() || !failed.Load() {
			t.Errorf("the server lists %+v; a read failed: %t", open, failed.Load())
		}
	})
}

// TestOldSummaryReplacesNoNewerOne lets a server read the summary of a table that another server has
// changed. Before the answer arrives, somebody opens the table at that server and takes a seat. The
// lobby must not go back to the summary in the answer.
func TestOldSummaryReplacesNoNewerOne(t *testing.T) {
	scenario(t, 3, func(w *world) {
		sit, seated := sitting(w)
		a, b := w.slots[0].server, w.slots[1].server
		held := make(chan struct{})
		var late atomic.Bool
		hold := func(n *server, key string) {
			if n == b && strings.HasPrefix(key, "stored") && late.CompareAndSwap(false, true) {
				<-held
			}
		}
		w.bus.answered.Store(&hold)
		sit(a, w.people[0], 0)
		time.Sleep(time.Second)
		sit(b, w.people[1], 1)
		time.Sleep(time.Second)
		if got, want := seated(), "Ann Bob  "; got != want || !late.Load() {
			t.Errorf("server b lists the seats %q, want %q; an answer is late: %t", got, want, late.Load())
		}
		close(held)
		synctest.Wait()
		time.Sleep(10 * time.Millisecond)
		if got, want := seated(), "Ann Bob  "; got != want {
			t.Errorf("after the late answer server b lists the seats %q, want %q", got, want)
		}
	})
}
