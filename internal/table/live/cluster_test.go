package live_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// cluster holds copies of one table on several nodes, which share one log.
type cluster struct {
	testingT
	id      table.ID
	log     *logtest.Memory
	nodes   []*node
	pending atomic.Int32 // number of notifications that have not arrived yet
}

// node is a node of the cluster, with its copy of the table. It implements [table.SharedLog]
// for this copy.
type node struct {
	*live.Table
	c      *cluster
	number int
	people map[player.ID]int          // number of open watchers of each person on this node
	down   atomic.Bool                // whether the node has failed, so that other nodes must carry out the tasks of its tables
	cut    atomic.Bool                // whether the node cannot reach the log
	lose   func() bool                // reports whether to drop a notification
	away   atomic.Bool                // whether the log cannot confirm that its events are durable
	unsure func() (kept, unsure bool) // decides whether an append is stored, and whether its outcome is unknown to the node
}

var errCut = errors.New("the database cannot be reached")

// newCluster creates a table and loads it on the given number of nodes.
func newCluster(t testingT, nodes int, terms table.Terms) *cluster {
	t.Helper()
	c := &cluster{testingT: t, log: logtest.NewMemory()}
	var err error
	if c.id, err = c.log.Create(context.Background(), table.Event{Kind: table.Opened, At: time.Now(), Player: &inky, Terms: &terms},
		nil); err != nil {
		t.Fatal(err)
	}
	for i := range nodes {
		c.nodes = append(c.nodes, &node{c: c, number: i, people: map[player.ID]int{}})
		c.open(i)
	}
	return c
}

func (c *cluster) open(i int) {
	c.Helper()
	n := c.nodes[i]
	cfg := live.Config{
		ID: c.id, Variant: variants.New, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Cluster: &live.Cluster{Log: n, Chores: n.chores},
		Reopen: func(context.Context, table.ID) (*live.Table, error) {
			if n.Ended() {
				c.open(i)
			}
			return n.Table, nil
		},
	}
	var err error
	if n.Table, err = live.Load(context.Background(), cfg); err != nil {
		c.Fatal(err)
	}
	n.down.Store(false)
}

// chores reports whether this node performs the chores of a table (the tasks that need no
// command), and after which delay. The first two running nodes perform them.
func (n *node) chores(table.ID) (after time.Duration, mine bool) {
	rank := 0
	for _, other := range n.c.nodes[:n.number] {
		if !other.down.Load() {
			rank++
		}
	}
	return time.Duration(rank) * 150 * time.Millisecond, rank < 2
}

func (n *node) AppendAfter(
	ctx context.Context,
	id table.ID,
	seq int,
	past table.Chain,
	events []table.Event,
	s *table.Summary,
) (table.Chain, error) {
	if err := n.access(); err != nil {
		return 0, err
	}
	kept, unsure := true, false
	if n.unsure != nil {
		kept, unsure = n.unsure()
	}
	var chain table.Chain
	var err error
	if kept {
		chain, err = n.c.log.AppendAfter(ctx, id, seq, past, events, s)
	}
	if err == nil && kept {
		n.c.notify(n)
	}
	if unsure {
		return 0, table.ErrUnsure
	}
	return chain, err
}

func (n *node) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	if err := n.access(); err != nil {
		return nil, err
	}
	return n.c.log.Since(ctx, id, after, limit)
}

func (n *node) Confirm(context.Context, table.ID) error {
	if err := n.access(); err != nil {
		return err
	}
	if n.away.Load() {
		return errCut
	}
	return nil
}

// access is called before each access to the log. It returns an error if the node cannot reach
// the log.
func (n *node) access() error {
	if n.cut.Load() {
		return errCut
	}
	return nil
}

// notify tells the other nodes that the log has a new event.
func (c *cluster) notify(from *node) {
	for _, n := range c.nodes {
		if n == from || n.down.Load() || n.lose != nil && n.lose() {
			continue
		}
		c.pending.Add(1)
		go func() {
			defer c.pending.Add(-1)
			if n.access() == nil {
				n.follow()
			}
		}()
	}
}

// follow tells the node's copy of the table which event is the last one in the log.
func (n *node) follow() {
	list, _ := n.c.log.Since(context.Background(), n.c.id, 0, 1<<30)
	last := list[len(list)-1]
	live.CopyOf(n.Table).Follow(last.Seq, last.Chain)
}

// waitForNotifications waits until all notifications have arrived. A table that stores an event
// on its own may send a new one meanwhile, which a [sync.WaitGroup] does not allow.
func (c *cluster) waitForNotifications() {
	for c.pending.Load() > 0 {
		time.Sleep(time.Millisecond) // on synctest's fake clock: no real time passes
	}
}

// settle makes all nodes read the log and waits until they have applied it.
func (c *cluster) settle() {
	c.waitForNotifications()
	for _, n := range c.nodes {
		if !n.down.Load() {
			n.follow()
		}
	}
	synctest.Wait()
}

// connect opens a watcher on a node, and tells the other nodes that the person is connected.
func (c *cluster) connect(i int, who player.Player) (leave func()) {
	w := c.nodes[i].Watch(who)
	c.nodes[i].people[who.ID]++
	c.tellPresence(nil)
	return func() {
		w.Close()
		c.nodes[i].people[who.ID]--
		c.tellPresence(nil)
	}
}

// tellPresence tells each running node who is connected to the other nodes, and who was
// connected to a failed node.
func (c *cluster) tellPresence(lost map[player.ID]time.Time) {
	for _, n := range c.nodes {
		e := table.Elsewhere{Present: map[player.ID]bool{}, Lost: lost}
		for _, other := range c.nodes {
			for id, count := range other.people {
				if count > 0 && other != n && !other.down.Load() {
					e.Present[id] = true
				}
			}
		}
		if !n.down.Load() {
			live.CopyOf(n.Table).SetElsewhere(e)
			n.Table.Recheck()
		}
	}
}

// start gives four players their seats, each through a different node, and starts the game.
func (c *cluster) start() {
	c.Helper()
	for i, p := range four {
		c.do(i, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(i)})
	}
	for i, p := range four {
		c.do(i, table.Command{By: p, Kind: table.Ready})
	}
	c.settle()
}

// do sends a command through a node. The command must succeed.
func (c *cluster) do(i int, a table.Command) {
	c.Helper()
	if err := c.at(i).Do(context.Background(), a); err != nil {
		c.Fatalf("%+v: %v", a, err)
	}
}

func (c *cluster) at(i int) *node { return c.nodes[i%len(c.nodes)] }

func (c *cluster) play(i int, word string) {
	c.Helper()
	c.do(i, c.move(i, word))
}

// move returns the command that plays an action in the position that the given node has.
func (c *cluster) move(i int, word string) table.Command {
	c.Helper()
	v := c.at(i).View()
	a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, word)
	if err != nil {
		c.Fatal(err)
	}
	return table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: a, Answers: len(v.Moves)}
}

func (c *cluster) events() []table.Event {
	c.Helper()
	events, err := c.log.Load(context.Background(), c.id)
	if err != nil {
		c.Fatal(err)
	}
	return events
}

// kinds returns the kinds of the events whose numbers are greater than `after`.
func (c *cluster) kinds(after int) string {
	var words []string
	for _, e := range c.events()[after:] {
		words = append(words, string(e.Kind))
	}
	return strings.Join(words, " ")
}

// check stops each running node's copy of the table and compares it with the log. The times
// in the log must not run backwards.
func (c *cluster) check() {
	c.Helper()
	c.settle()
	events := c.events()
	for i := range events[1:] {
		if events[i+1].At.Before(events[i].At) {
			c.Errorf("event %d is earlier than the one before", i+2)
		}
	}
	for _, n := range c.nodes {
		if n.down.Load() {
			continue
		}
		b := &testTable{testingT: c.testingT, Table: n.Table, id: c.id, log: &faultyLog{Memory: c.log}}
		b.checkViews()
		if err := n.Stop(context.Background()); err != nil {
			c.Errorf("Stop: %v", err)
		}
	}
	if n := len(c.events()); n != len(events) {
		c.Errorf("stopping the copies stored %d events", n-len(events))
	}
}

func inCluster(t *testing.T, nodes int, terms table.Terms, test func(*cluster)) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, nodes, terms)
		test(c)
		c.check()
	})
}

func TestPlayersOnSeveralNodes(t *testing.T) {
	inCluster(t, 3, chess4, func(c *cluster) {
		c.start()
		w := c.nodes[2].Watch(sue)
		defer w.Close()
		c.play(0, "m7-k7")
		c.settle()
		v, _ := w.Take(context.Background())
		if len(v.Moves) != 1 {
			t.Errorf("the spectator sees %d moves, want 1", len(v.Moves))
		}
		// the player sends the same command to node 2 and then to node 1, which has not
		// been notified of the move
		c.nodes[1].lose = func() bool { return true }
		move := c.move(2, "j1-k3")
		move.ID = "again"
		c.do(2, move)
		c.do(1, move)
		if n := len(c.nodes[1].View().Moves); n != 2 {
			t.Errorf("node 1 has %d moves, want 2", n)
		}
	})
}

// TestFailedReadOfTheLogIsRepeated lets a node fail to read a move that another node has stored. The
// node must read the log again later. In an earlier version it showed the old position until the
// next event.
func TestFailedReadOfTheLogIsRepeated(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		c.start()
		c.nodes[1].cut.Store(true)
		c.play(0, "m7-k7")
		c.nodes[1].follow() // a notification that arrives although the log cannot be read
		time.Sleep(time.Second / 2)
		c.nodes[1].cut.Store(false)
		time.Sleep(2 * time.Second)
		if n := len(c.nodes[1].View().Moves); n != 1 {
			t.Errorf("node 1 has %d moves, want 1", n)
		}
	})
}

func TestStaleMoveOnAnotherNodeIsRefused(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		c.start()
		for _, n := range c.nodes {
			n.lose = func() bool { return true }
		}
		early, late := c.move(0, "m7-k7"), c.move(1, "n5-l6")
		c.do(0, early)
		var r *rules.Refusal
		var why *table.Refusal
		if err := c.nodes[1].Do(context.Background(), late); !errors.As(err, &r) && !errors.As(err, &why) {
			t.Errorf("a second move of the same turn: %v, want a refusal", err)
		}
		if n := len(c.nodes[1].View().Moves); n != 1 {
			t.Errorf("node 1 has %d moves after the refusal, want 1", n)
		}
	})
}

// TestMoveAtANodeThatStops checks CatchUp on a node that stops before it has read a move. The
// error must say that the server is stopping.
func TestMoveAtANodeThatStops(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		c.start()
		c.nodes[1].lose = func() bool { return true }
		c.play(0, "m7-k7")
		if err := c.nodes[1].Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		var why *table.Refusal
		if _, err := c.nodes[1].CatchUp(context.Background()); !errors.As(err, &why) || why.Reason != table.ServerStopping {
			t.Errorf("CatchUp at a node that stops: %v", err)
		}
		c.nodes[1].down.Store(true)
	})
}

// TestMoveAtANodeThatLagsBehind checks that a player who has seen a move at one node can
// make the next move at a node that has not read the first move yet.
func TestMoveAtANodeThatLagsBehind(t *testing.T) {
	for _, after := range []int{1, -1} {
		inCluster(t, 2, chess4, func(c *cluster) {
			c.start()
			c.nodes[1].lose = func() bool { return true }
			c.play(0, "m7-k7")
			answer := play.Move{By: c.nodes[1].View().Seats[c.nodes[0].View().Actor].Player, Text: "j1-k3", After: after}
			if got, err := play.Text(context.Background(), c.nodes[1].Table, answer); err != nil || got.Number != 2 {
				t.Errorf("a move after %d others gets the number %d: %v", after, got.Number, err)
			}
			if more, err := c.nodes[1].CatchUp(context.Background()); more || err != nil {
				t.Errorf("node 1 has caught up, but CatchUp returns %t, %v", more, err)
			}
			c.nodes[1].cut.Store(true)
			var why *table.Refusal
			if _, err := play.Text(context.Background(), c.nodes[1].Table, answer); !errors.As(err, &why) {
				t.Errorf("the same move again, without the log: %v", err)
			}
			answer.After = 3
			_, err := play.Text(context.Background(), c.nodes[1].Table, answer)
			if !errors.As(err, &why) || why.Reason != table.CannotStore {
				t.Errorf("a move after one that is not known, without the log: %v", err)
			}
			c.nodes[1].cut.Store(false)
		})
	}
}

func TestOpeningACopyStoresNothing(t *testing.T) {
	inCluster(t, 2, timed, func(c *cluster) {
		for i, p := range four {
			defer c.connect(i%2, p)()
		}
		c.start()
		c.play(0, "m7-k7")
		time.Sleep(table.HeartbeatEvery + time.Second)
		before := len(c.events())
		if err := c.nodes[1].Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		c.open(1)
		c.tellPresence(nil)
		synctest.Wait()
		if tail := c.kinds(before); tail != "" {
			t.Errorf("opening a copy again stored %q", tail)
		}
	})
}

func TestOnlyOneNodeStoresHeartbeats(t *testing.T) {
	inCluster(t, 3, timed, func(c *cluster) {
		for i, p := range four {
			defer c.connect(i%3, p)()
		}
		c.start()
		before := len(c.events())
		time.Sleep(3*table.HeartbeatEvery + time.Second)
		synctest.Wait()
		if tail := c.kinds(before); tail != "heartbeat heartbeat heartbeat" {
			t.Errorf("stored %q", tail)
		}
		c.nodes[0].down.Store(true)
		_ = c.nodes[0].Stop(context.Background())
		before = len(c.events())
		time.Sleep(table.HeartbeatEvery + time.Second)
		if tail := c.kinds(before); tail != "heartbeat" {
			t.Errorf("after the failure of the first node, stored %q", tail)
		}
	})
}

func TestFlagFallsOnce(t *testing.T) {
	inCluster(t, 3, timed, func(c *cluster) {
		for i, p := range four {
			defer c.connect((i+2)%3, p)()
		}
		c.start()
		for i := range four { // everybody moves once
			c.settle()
			c.play(i, anyMove(c.nodes[0].View()))
		}
		c.settle()
		before := len(c.events())
		time.Sleep(time.Until(c.nodes[0].View().Clock.Deadline) + table.Grace + time.Second)
		synctest.Wait()
		if tail := c.kinds(before); strings.Count(tail, "flagged") != 1 {
			t.Errorf("stored %q, want one flag", tail)
		}
	})
}

// anyMove returns a legal move in plain notation.
func anyMove(v *table.View) string {
	return rules.Plain(v.Variant.Facts(), v.Actor, v.Legal[0])
}

func TestFailedNodePausesItsPlayersClock(t *testing.T) {
	inCluster(t, 3, timed, func(c *cluster) {
		for _, p := range four {
			defer c.connect(2, p)()
		}
		c.start()
		time.Sleep(15 * time.Second)
		synctest.Wait()
		before, failed := len(c.events()), time.Now()
		c.nodes[2].cut.Store(true)
		_ = c.nodes[2].Stop(context.Background())
		c.nodes[2].down.Store(true)
		time.Sleep(3 * time.Second) // wait until the heartbeat of the failed node is too old
		c.tellPresence(map[player.ID]time.Time{inky.ID: failed, blinky.ID: failed})
		synctest.Wait()
		if tail := c.kinds(before); tail != "paused" {
			t.Fatalf("stored %q, want a pause", tail)
		}
		if e := c.events()[before]; !e.At.Equal(failed) {
			t.Errorf("paused %v after the failure", e.At.Sub(failed))
		}
		time.Sleep(10 * time.Second)
		v := c.nodes[0].View()
		back := c.connect(1, v.Seats[v.Actor].Player)
		defer back()
		synctest.Wait()
		if tail := c.kinds(before); tail != "paused resumed" {
			t.Errorf("stored %q, want the clock to run again", tail)
		}
	})
}

func TestDatabaseOutagePausesClocks(t *testing.T) {
	inCluster(t, 2, timed, func(c *cluster) {
		for i, p := range four {
			defer c.connect(i%2, p)()
		}
		c.start()
		c.settle()
		left := c.nodes[0].View().Clock.Left
		for _, n := range c.nodes {
			n.cut.Store(true)
		}
		before := len(c.events())
		time.Sleep(5 * time.Minute)
		for _, n := range c.nodes {
			n.cut.Store(false)
		}
		time.Sleep(2 * time.Second)
		c.settle()
		if tail := c.kinds(before); !strings.HasPrefix(tail, "paused resumed") {
			t.Errorf("stored %q, want a pause", tail)
		}
		v := c.nodes[0].View()
		if lost := left[v.Actor] - v.Clock.Left[v.Actor]; lost > table.HeartbeatEvery+time.Second {
			t.Errorf("the clock was charged %v for the outage", lost)
		}
	})
}

func TestLostEventsAreShown(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		c.start()
		for i := range 3 {
			c.play(i, anyMove(c.at(i).View()))
			c.settle()
		}
		w := c.nodes[1].Watch(inky)
		defer w.Close()
		c.log.Lose(c.id, len(c.events())-2)
		c.settle()
		v, _ := w.Take(context.Background())
		if len(v.Moves) != 1 || !strings.Contains(v.Fault, "back at move 1") {
			t.Errorf("%d moves, fault %q", len(v.Moves), v.Fault)
		}
		c.play(0, anyMove(c.nodes[0].View()))
		c.settle()
		if v := c.nodes[1].View(); len(v.Moves) != 2 || v.Fault != "" {
			t.Errorf("%d moves, fault %q", len(v.Moves), v.Fault)
		}
	})
}

func TestOtherPastIsReplaced(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		c.start()
		for _, n := range c.nodes {
			n.lose = func() bool { return true }
		}
		c.play(0, anyMove(c.nodes[0].View()))
		c.log.Lose(c.id, len(c.events())-1)
		v := c.nodes[1].View()
		// a different move with the same number as the lost move
		c.play(1, rules.Plain(v.Variant.Facts(), v.Actor, v.Legal[len(v.Legal)-1]))
		chat := table.Command{By: inky, Kind: table.OfferDraw}
		c.do(0, chat)
		if a, b := c.nodes[0].View().Moves, c.nodes[1].View().Moves; len(a) != 1 || len(b) != 1 || a[0].Plain != b[0].Plain {
			t.Errorf("node 0 has %v, node 1 has %v", a, b)
		}
	})
}

func TestUnknownOutcomeIsResolved(t *testing.T) {
	for name, kept := range map[string]bool{"stored": true, "not stored": false} {
		t.Run(name, func(t *testing.T) {
			inCluster(t, 2, chess4, func(c *cluster) {
				c.start()
				times := 0
				c.nodes[0].unsure = func() (bool, bool) {
					times++
					return times > 1 || kept, times == 1
				}
				c.play(0, anyMove(c.nodes[0].View()))
				c.settle()
				if n := len(c.nodes[1].View().Moves); n != 1 || times != 2 {
					t.Errorf("%d moves, %d attempts", n, times)
				}
			})
		})
	}
}

func TestQuotasAreChargedOnce(t *testing.T) {
	// Node 1 handles a command twice, because node 0 has appended an event first. The
	// command must count only once against the player's quota.
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t, 2, chess4)
		_ = c.nodes[1].Stop(context.Background())
		charged := 0
		cfg := live.Config{
			ID: c.id, Variant: variants.New, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
			Cluster: &live.Cluster{Log: c.nodes[1], Chores: c.nodes[1].chores},
			Charge:  func(context.Context, player.ID, int, bool) error { charged++; return nil },
		}
		var err error
		if c.nodes[1].Table, err = live.Load(context.Background(), cfg); err != nil {
			t.Fatal(err)
		}
		c.nodes[1].lose = func() bool { return true }
		c.do(0, table.Command{By: inky, Kind: table.Sit, Seat: white})
		c.do(1, table.Command{By: blinky, Kind: table.Sit, Seat: silver})
		if charged != 1 {
			t.Errorf("charged %d times, want once", charged)
		}
		c.check()
	})
}
