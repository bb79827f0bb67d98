package simulation

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
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
			must(w.t, t.Do(ctx, c))
		}
		open := func() *live.Table {
			one, err := a.lobby.Create(ctx, ann.Player, table.Terms{Game: "forchess"})
			must(w.t, err)
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
		must(w.t, w.db.save())
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

// TestInvitationAfterAFailOver lets a standby take over that lacks an invitation. The next invitation
// gets the same number. In an earlier version other nodes did not show it, because they had already
// read an item with that number.
func TestInvitationAfterAFailOver(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ctx, a, b := context.Background(), w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		w.connect(ann, a)
		w.connect(bob, b)
		shown := func() (list []table.ID) {
			time.Sleep(shownWithin)
			w.readInbox(bob)
			for one := range bob.inbox.shown {
				list = append(list, one.table)
			}
			slices.Sort(list)
			return list
		}
		for range 2 {
			if _, err := a.lobby.Create(ctx, ann.Player, table.Terms{Game: "forchess"}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(shownWithin)
		invite := func(id table.ID) {
			must(t, a.lobby.Invite(ann.Player, id, rules.NoSeat, bob.ID))
		}
		must(t, w.db.save())
		invite(1)
		if list := shown(); !slices.Equal(list, []table.ID{1}) {
			t.Fatalf("invitations to the tables %v", list)
		}
		if _, err := w.db.failOver(); err != nil {
			t.Fatal(err)
		}
		w.db.reconnect()
		time.Sleep(shownWithin)
		invite(2)
		if list := shown(); !slices.Equal(list, []table.ID{1, 2}) {
			t.Errorf("after the fail-over, invitations to the tables %v, want 1 and 2", list)
		}
	})
}

// TestInvitationStoredBeforeTheFailOverIsNoticed invites somebody after a standby has taken over that
// lacks an earlier invitation, and before the other servers know that it has. In an earlier version they
// did not show the new invitation, because they had already read one with its number.
func TestInvitationStoredBeforeTheFailOverIsNoticed(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ctx, a, b := context.Background(), w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		w.connect(ann, a)
		w.connect(bob, b)
		for range 2 {
			if _, err := a.lobby.Create(ctx, ann.Player, table.Terms{Game: "forchess"}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(shownWithin)
		must(t, w.db.save())
		for id := range table.ID(2) {
			must(t, a.lobby.Invite(ann.Player, id+1, rules.NoSeat, bob.ID))
			time.Sleep(shownWithin)
			if id == 0 {
				if _, err := w.db.failOver(); err != nil {
					t.Fatal(err)
				}
			}
		}
		w.db.reconnect()
		time.Sleep(shownWithin)
		w.readInbox(bob)
		if !bob.inbox.shown[invitation{ann.ID, 2}] {
			t.Errorf("bob is shown the invitations %v", bob.inbox.shown)
		}
	})
}

// TestInvitationWhileTheClockIsSet sets the clock of the database forward by an hour, and has somebody
// invite through a server that has not noticed it yet. An invitation lasts for ten minutes; in an earlier
// version a server that had noticed it did not show the invitation.
func TestInvitationWhileTheClockIsSet(t *testing.T) {
	scenario(t, 3, func(w *world) {
		early, late := w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		w.connect(ann, late)
		w.connect(bob, early)
		if _, err := late.lobby.Create(context.Background(), ann.Player, table.Terms{Game: "forchess"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(shownWithin)
		w.db.wall.Step(time.Hour)
		early.clock.Follow(early.clock.Now().Add(time.Hour), early.clock.Steady())
		must(t, late.lobby.Invite(ann.Player, 1, rules.NoSeat, bob.ID))
		time.Sleep(shownWithin)
		w.readInbox(bob)
		if !bob.inbox.shown[invitation{ann.ID, 1}] {
			t.Error("bob does not see the invitation")
		}
	})
}

// TestEndLostByAFailOver lets a standby take over that lacks the end of a table, which was closed, and
// of a game, which was resigned. All servers must show and list both as the log says. In an earlier
// version servers that had loaded them showed them as finished until they were restarted.
func TestEndLostByAFailOver(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ctx, a, b := context.Background(), w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		w.connect(ann, a)
		w.connect(bob, b)
		do := func(id table.ID, c table.Command) {
			one, err := a.lobby.Table(ctx, id)
			if err == nil {
				c.By = ann.Player
				err = one.Do(ctx, c)
			}
			must(t, err)
		}
		for id := table.ID(1); id <= 2; id++ {
			if _, err := a.lobby.Create(ctx, ann.Player, table.Terms{Game: "chess4"}); err != nil {
				t.Fatal(err)
			}
			do(id, table.Command{Kind: table.Sit, Seat: 0})
		}
		for seat := range rules.Seat(rules.SeatCount - 1) {
			do(2, table.Command{Kind: table.Sit, Seat: seat + 1})
		}
		do(2, table.Command{Kind: table.Ready})
		time.Sleep(3 * time.Second)
		var watchers []*live.Watcher
		for id := table.ID(1); id <= 2; id++ {
			copied, err := b.lobby.Table(ctx, id)
			must(t, err)
			watchers = append(watchers, copied.Watch(bob.Player))
			defer watchers[id-1].Close()
		}
		must(t, w.db.save())
		do(1, table.Command{Kind: table.Stand, Seat: rules.NoSeat})
		first, err := a.lobby.Table(ctx, 1)
		if err == nil {
			err = first.CloseUnlessSeated(ctx)
		}
		must(t, err)
		do(2, table.Command{Kind: table.Abort})
		time.Sleep(time.Minute)
		for id := table.ID(1); id <= 2; id++ {
			if one, err := b.lobby.Table(ctx, id); err != nil || one.View().Phase != table.Finished {
				t.Fatalf("table %d before the fail-over: %v", id, err)
			}
		}
		if _, err := w.db.failOver(); err != nil {
			t.Fatal(err)
		}
		w.db.reconnect()
		time.Sleep(5 * time.Second)
		for _, n := range w.up() {
			for id, phase := range map[table.ID]table.Phase{1: table.Waiting, 2: table.Playing} {
				one, err := n.lobby.Table(ctx, id)
				if err != nil || one.View().Phase != phase {
					t.Errorf("server %s: table %d is in phase %v, want %v; %v", n.name, id, one.View().Phase, phase, err)
				}
				listed := func(s *view.Summary) bool { return s.ID == id && s.Phase == phase }
				if !slices.ContainsFunc(lobby.ForSystem(n.lobby).Live(), listed) {
					t.Errorf("server %s does not list table %d in phase %v", n.name, id, phase)
				}
			}
		}
	})
}

// TestNoChatAfterTheTableIsClosed lets somebody write a line at a table that another server has just
// closed. In an earlier version the line was stored after the end of the table, and the other servers
// never showed it.
func TestNoChatAfterTheTableIsClosed(t *testing.T) {
	scenario(t, 3, func(w *world) {
		ctx, a, b := context.Background(), w.slots[0].server, w.slots[1].server
		ann, bob := w.people[0], w.people[1]
		w.connect(ann, a)
		w.connect(bob, b)
		one, err := a.lobby.Create(ctx, ann.Player, table.Terms{Game: "forchess", Chat: true})
		must(t, err)
		time.Sleep(3 * time.Second)
		copied, err := b.lobby.Table(ctx, 1)
		must(t, err)
		defer copied.Watch(bob.Player).Close()
		deaf := func(n *server, k kind, _ string) bool { return n == b && k == notification }
		w.bus.refuses.Store(&deaf)
		must(t, one.CloseUnlessSeated(ctx))
		line := table.Command{By: bob.Player, Kind: table.Chat, Seat: rules.NoSeat, Answers: -1, Text: "Anybody here?"}
		if err := copied.Do(ctx, line); !errors.Is(err, table.Refuse(table.GameOver)) {
			t.Errorf("the line is answered with %v, want that the game is over", err)
		}
		if events, err := w.db.store.Tables.Load(ctx, 1); err != nil || events[len(events)-1].Kind != table.Closed {
			t.Errorf("the last event is %q, %v", events[len(events)-1].Kind, err)
		}
	})
}

// TestRefusalWaitsForTheStandby lets two accounts claim the same name while the synchronous standby lags
// behind. PostgreSQL makes the second claim wait, because it shows the first to nobody. The simulated
// database once refused the second at once; then a fail-over lost the first, and the refusal was wrong.
func TestRefusalWaitsForTheStandby(t *testing.T) {
	scenario(t, 3, func(w *world) {
		must(t, w.db.save())
		w.db.waits = true
		w.bus.open.Store(false)
		// claim lets an account claim the name, and returns what then waits for the answer.
		claim := func(n *server, account player.ID, k kind) *crossing {
			w.closing.Go(func() { _, _ = n.parts.Accounts.Claim(context.Background(), account, "Ida") })
			for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(time.Millisecond) {
				for _, c := range w.waiting() {
					switch {
					case strings.Contains(c.key, "Claim") && c.kind == k:
						return c
					case !w.held(c):
						w.release(c, pass)
					}
				}
			}
			t.Fatalf("nothing waits for the %s to the claim at %s", kindNames[k], n.name)
			return nil
		}
		for _, c := range []*crossing{
			claim(w.slots[0].server, "SHA256:member0", answer),
			claim(w.slots[1].server, "SHA256:member1", rejection),
		} {
			if outcome := w.judge(c); !w.held(c) || outcome != lost {
				t.Errorf("the %s arrives while the standby lags behind", kindNames[c.kind])
			}
		}
		w.db.waits = false
		w.releaseAll()
		w.closing.Wait()
	})
}
