package simulation

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// scenario runs servers without faults and without random people.
func scenario(t *testing.T, nodes int, test func(w *world)) {
	dir := t.TempDir() + "/data"
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1, nodes, false)
		w.bus.chance = rand.New(rand.NewPCG(1, 1))
		var err error
		if w.db, err = openDatabase(dir, nodes > 1); err != nil {
			t.Fatal(err)
		}
		w.begin()
		w.bus.open.Store(true)
		test(w)
		w.closeAll()
		if err := w.db.store.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestCopiesFollowAFailOver lets a standby that lags behind take over. All copies of a table must go
// back to what it has, even if nobody does anything at the table. A table that it lacks must
// disappear, and its number may be given to another table. In an earlier version, copies of other
// nodes showed the lost events until the next event, and lost tables for ever.
func TestCopiesFollowAFailOver(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ctx, a, b := context.Background(), w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		w.connect(ann, a)
		w.connect(bob, b)
		do := func(t *live.Table, c table.Command) {
			w.t.Helper()
			if err := t.Do(ctx, c); err != nil {
				w.t.Fatal(err)
			}
		}
		open := func() *live.Table {
			one, err := a.lobby.Create(ctx, ann.Player, table.Terms{Game: "forchess"})
			if err != nil {
				w.t.Fatal(err)
			}
			for seat := range rules.Seat(rules.SeatCount) {
				do(one, table.Command{By: ann.Player, Kind: table.Sit, Seat: seat})
			}
			do(one, table.Command{By: ann.Player, Kind: table.Ready})
			return one
		}
		move := func(one *live.Table) {
			v := one.View()
			do(one, table.Command{By: ann.Player, Kind: table.Play, Seat: v.Actor, Action: v.Legal[0], Answers: len(v.Moves)})
		}
		kept := open()
		move(kept)
		if err := w.db.save(); err != nil {
			w.t.Fatal(err)
		}
		move(kept)
		lost := open()
		move(lost)
		time.Sleep(3 * time.Second)
		watchers := map[table.ID]*live.Watcher{}
		for _, one := range []*live.Table{kept, lost} {
			id := one.View().ID
			copied, err := b.lobby.Table(ctx, id)
			if err != nil || len(copied.View().Moves) == 0 {
				w.t.Fatalf("table %d at b: %v", id, err)
			}
			watchers[id] = copied.Watch(bob.Player)
			watchers[id].Poll()
		}
		events, err := w.db.failOver()
		if err != nil || events == 0 {
			w.t.Fatalf("%d events lost, %v", events, err)
		}
		w.db.reconnect()
		time.Sleep(3 * time.Second)
		for _, n := range w.up() {
			if one, err := n.lobby.Table(ctx, kept.View().ID); err != nil || len(one.View().Moves) != 1 {
				w.t.Errorf("server %s: table 1 has %d moves, %v; want 1", n.name, len(one.View().Moves), err)
			}
			if _, err := n.lobby.Table(ctx, 2); !errors.Is(err, table.ErrNoTable) {
				w.t.Errorf("server %s has table 2, which the standby lacks: %v", n.name, err)
			}
			if list := n.lobby.View().Tables; len(list) != 1 {
				w.t.Errorf("server %s lists %d tables, want 1", n.name, len(list))
			}
		}
		soon, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if v, ok := watchers[1].Take(soon); !ok || !strings.Contains(v.Fault, "back at move 1") {
			w.t.Errorf("who watches table 1 is not told that the game is back at move 1: %+v", v)
		}
		if v, ok := watchers[2].Take(soon); !ok || !strings.Contains(v.Fault, "lost") {
			w.t.Errorf("who watches table 2 is not told that it is lost: %+v", v)
		}
		if _, ok := watchers[2].Take(soon); ok || soon.Err() != nil {
			w.t.Error("the view of table 2 is still open")
		}
		again := open()
		if id := again.View().ID; id != 2 {
			w.t.Fatalf("the new table is table %d, want 2", id)
		}
		time.Sleep(3 * time.Second)
		if one, err := b.lobby.Table(ctx, 2); err != nil || len(one.View().Moves) != 0 || one.View().Phase != table.Playing {
			w.t.Errorf("the new table 2 at b: %v", err)
		}
	})
}
