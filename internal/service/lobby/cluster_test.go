package lobby_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/cluster"
	"quadrille/internal/cluster/clustertest"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// testCluster holds the nodes of a test, which share their tables.
type testCluster struct {
	*testing.T
	tables *logtest.Memory
	nodes  *clustertest.Memory
	log    unreliableLog
}

// unreliableLog is a log that cannot be read while `fails` is true, and whose next answer takes as long
// as `delay` says.
type unreliableLog struct {
	table.SharedLog
	fails atomic.Bool
	delay atomic.Int64
}

func (l *unreliableLog) Since(ctx context.Context, id table.ID, after, last int) ([]table.Numbered, error) {
	if l.fails.Load() {
		return nil, table.Refuse(table.CannotStore)
	}
	list, err := l.SharedLog.Since(ctx, id, after, last)
	time.Sleep(time.Duration(l.delay.Swap(0)))
	return list, err
}

// clusterNode is a lobby with its membership in the cluster.
type clusterNode struct {
	*lobby.Lobby
	c    *testCluster
	name string
	stop func()
}

// withNodes starts nodes with the given names and runs a test with them in virtual time. It
// then stops the nodes that are still running.
func withNodes(t *testing.T, names []string, test func(nodes []*clusterNode)) {
	synctest.Test(t, func(t *testing.T) {
		c := &testCluster{T: t, tables: logtest.NewMemory(), nodes: clustertest.NewMemory()}
		c.log.SharedLog = c.tables
		var nodes []*clusterNode
		for _, name := range names {
			nodes = append(nodes, c.join(name))
		}
		time.Sleep(time.Second) // wait until each node knows the other nodes
		test(nodes)
		for _, n := range nodes {
			n.stop()
		}
	})
}

func (c *testCluster) join(name string) *clusterNode {
	c.Helper()
	n := &clusterNode{c: c, name: name}
	var changes *lobby.Changes
	opened := make(chan struct{})
	var members *cluster.Cluster
	clk := clock.New(clock.Config{Logger: slog.New(slog.DiscardHandler)})
	members, err := cluster.Join(ctx, cluster.Config{
		Clock: clk, Store: c.nodes, Node: name, Logger: slog.New(slog.DiscardHandler),
		NodesChanged:    func() { go func() { <-opened; changes.Nodes() }() },
		PresenceChanged: func(ids []table.ID) { go func() { <-opened; changes.Presence(context.Background(), ids) }() },
	})
	if err != nil {
		c.Fatal(err)
	}
	n.Lobby, err = lobby.Open(ctx, lobby.Config{
		Store: c.tables, Clock: clk, Logger: slog.New(slog.DiscardHandler),
		Cluster: &lobby.Cluster{
			Nodes:  members,
			Log:    &c.log,
			Stored: c.stored,
			Lookup: func(_ context.Context, id player.ID) (player.Player, bool, error) {
				return player.Player{ID: id, Name: string(id)}, true, nil
			},
		},
	})
	if err != nil {
		c.Fatal(err)
	}
	changes = lobby.ChangesOf(n.Lobby)
	close(opened)
	running, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { members.Run(running) })
	all.Go(func() {
		known := map[table.ID]int{}
		for running.Err() == nil {
			list := slices.DeleteFunc(c.changes(), func(one table.Change) bool { return known[one.Table] == one.Last })
			if err := changes.Tables(running, list); err != nil && running.Err() == nil {
				c.Errorf("changes of tables: %v", err)
			}
			for _, one := range list {
				known[one.Table] = one.Last
			}
			time.Sleep(500 * time.Millisecond)
		}
	})
	n.stop = sync.OnceFunc(func() {
		if err := n.Close(ctx); err != nil {
			c.Errorf("Close: %v", err)
		}
		cancel()
		all.Wait()
	})
	return n
}

// changes returns the last event of each table.
func (c *testCluster) changes() (list []table.Change) {
	for id := table.ID(1); ; id++ {
		events, err := c.tables.Since(ctx, id, 0, math.MaxInt)
		if err != nil || len(events) == 0 {
			return list
		}
		list = append(list, table.Change{Table: id, Last: len(events)})
	}
}

func (c *testCluster) stored(_ context.Context, ids []table.ID) ([]table.Stored, error) {
	open, err := c.tables.Live(ctx)
	if err != nil {
		return nil, err
	}
	finished, err := c.tables.Finished(ctx, math.MaxInt)
	all := slices.Concat(open, finished)
	return slices.DeleteFunc(all, func(s table.Stored) bool { return !slices.Contains(ids, s.ID) }), err
}

func (n *clusterNode) table(id table.ID) *live.Table {
	n.c.Helper()
	t, err := n.Table(ctx, id)
	if err != nil {
		n.c.Fatal(err)
	}
	return t
}

// do gives a command to a table through the node. The test fails if the command fails.
func (n *clusterNode) do(id table.ID, a table.Command) {
	n.c.Helper()
	if err := n.table(id).Do(ctx, a); err != nil {
		n.c.Fatalf("node %s: %+v: %v", n.name, a, err)
	}
}

// settle waits until all changes have reached all nodes.
func settle() { time.Sleep(1500 * time.Millisecond) }

var timedDuel = table.Terms{Game: "chess4", Options: duel.Options, Clock: table.Clock{Start: 5 * time.Minute}}

// startDuel starts a game between inky, who uses the first node, and blinky, who uses the
// second.
func startDuel(nodes []*clusterNode) table.ID {
	a, b := nodes[0], nodes[1]
	a.Connect(inky)
	b.Connect(blinky)
	t, err := a.Create(ctx, inky, timedDuel)
	if err != nil {
		a.c.Fatal(err)
	}
	id := t.View().ID
	settle()
	a.table(id).Watch(inky)
	b.table(id).Watch(blinky)
	a.do(id, table.Command{By: inky, Kind: table.Sit, Seat: 0})
	b.do(id, table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
	a.do(id, table.Command{By: inky, Kind: table.Ready})
	b.do(id, table.Command{By: blinky, Kind: table.Ready})
	settle()
	return id
}

// TestTableStaysListedIfItsLogCannotBeRead opens a table at a node that cannot read the log for a moment. In an earlier
// version the node then reported an internal error, and did not list the table any more until it changed.
func TestTableStaysListedIfItsLogCannotBeRead(t *testing.T) {
	withNodes(t, []string{"a", "b"}, func(nodes []*clusterNode) {
		a, b := nodes[0], nodes[1]
		one, err := a.Create(ctx, inky, timedDuel)
		if err != nil {
			t.Fatal(err)
		}
		id := one.View().ID
		settle()
		a.c.log.fails.Store(true)
		if _, err := b.Table(ctx, id); !errors.Is(err, table.Refuse(table.CannotStore)) {
			t.Errorf("the table opens with %v", err)
		}
		if list := b.View().Tables; len(list) != 1 {
			t.Errorf("node b lists %d tables, want 1", len(list))
		}
		a.c.log.fails.Store(false)
		b.do(id, table.Command{By: blinky, Kind: table.Sit, Seat: rules.NoSeat})
	})
}

// TestTableThatChangesWhileItIsLoaded changes a table while another node loads it, after that node has read
// the log. In an earlier version the node showed the old state until the next change.
func TestTableThatChangesWhileItIsLoaded(t *testing.T) {
	withNodes(t, []string{"a", "b"}, func(nodes []*clusterNode) {
		a, b := nodes[0], nodes[1]
		one, err := a.Create(ctx, inky, timedDuel)
		if err != nil {
			t.Fatal(err)
		}
		id := one.View().ID
		settle()
		a.c.log.delay.Store(int64(5 * time.Second))
		var loading sync.WaitGroup
		loading.Go(func() { b.table(id) })
		settle()
		a.do(id, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		loading.Wait()
		settle()
		if b.table(id).View().Held(inky.ID) == 0 {
			t.Error("node b does not show who has taken a seat")
		}
	})
}

// TestTableThatIsOpenedWhileItIsCreated opens a table at the node that creates it, after the node has read
// from the database that the table exists, and before it has loaded the table for its host. In an earlier
// version the node then had two copies, and stopped the one at which people were.
func TestTableThatIsOpenedWhileItIsCreated(t *testing.T) {
	withNodes(t, []string{"a", "b"}, func(nodes []*clusterNode) {
		a := nodes[0]
		a.c.log.delay.Store(int64(5 * time.Second))
		var created *live.Table
		var creating sync.WaitGroup
		creating.Go(func() {
			var err error
			if created, err = a.Create(ctx, inky, timedDuel); err != nil {
				t.Error(err)
			}
		})
		settle()
		one := a.table(1)
		sit := table.Command{By: inky, Kind: table.Sit, Seat: 0}
		if err := one.Do(ctx, sit); err != nil {
			t.Fatal(err)
		}
		watcher := one.Watch(blinky)
		creating.Wait()
		settle()
		if created.View().Held(inky.ID) == 0 {
			t.Error("the host does not see who has taken a seat")
		}
		watcher.Poll()
		soon, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if _, ok := watcher.Take(soon); !ok && soon.Err() == nil {
			t.Error("the table was closed for those who had opened it")
		}
	})
}

func TestTablesOnSeveralNodes(t *testing.T) {
	withNodes(t, []string{"a", "b", "c"}, func(nodes []*clusterNode) {
		id := startDuel(nodes)
		for _, n := range nodes {
			tables := n.View().Tables
			if len(tables) != 1 || tables[0].ID != id || tables[0].Phase != table.Playing {
				t.Fatalf("node %s lists %+v", n.name, tables)
			}
		}
		v := nodes[2].table(id).View()
		if !v.Seats[v.Actor].Present || v.Held(blinky.ID) == 0 {
			t.Errorf("node c sees the seats %+v", v.Seats)
		}
		for i := range 6 { // inky plays through node a, blinky through node b
			n := nodes[i%2]
			v := n.table(id).View()
			n.do(id, table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: v.Legal[0], Answers: i})
			settle()
		}
		for _, n := range nodes {
			if got := len(n.table(id).View().Moves); got != 6 {
				t.Errorf("node %s has %d moves, want 6", n.name, got)
			}
		}
	})
}

// TestTableThatAnotherNodeHasJustOpened checks that a player can open a table at one node
// and enter it at another node, which has not yet read the table from the database. In an
// earlier version, the second node answered with an internal error.
func TestTableThatAnotherNodeHasJustOpened(t *testing.T) {
	withNodes(t, []string{"a", "b", "c"}, func(nodes []*clusterNode) {
		opened, err := nodes[0].Create(ctx, inky, timedDuel)
		if err != nil {
			t.Fatal(err)
		}
		id := opened.View().ID
		if nodes[1].table(id).View().Host.ID != inky.ID {
			t.Error("node b has another table")
		}
		if _, err := nodes[2].AnyTable(ctx, id); err != nil {
			t.Errorf("node c: %v", err)
		}
		if _, err := nodes[2].Table(ctx, id+1); !errors.Is(err, table.ErrNoTable) {
			t.Errorf("a table that nobody has opened: %v", err)
		}
	})
}

func TestTableOutlivesItsNode(t *testing.T) {
	withNodes(t, []string{"a", "b", "c"}, func(nodes []*clusterNode) {
		id := startDuel(nodes)
		nodes[0].c.nodes.Cut("a", true)
		nodes[0].stop() // the other nodes do not learn that this node is stopping, because this node cannot reach the store
		time.Sleep(4 * time.Second)
		v := nodes[1].table(id).View()
		if v.Seats[0].Present {
			t.Error("inky counts as present after the failure of the node")
		}
		if v.Actor == 0 && v.Clock.Running != rules.NoSeat {
			t.Errorf("the clock of a player whose node has failed runs: %+v", v.Clock)
		}
		nodes[2].Connect(inky)
		nodes[2].table(id).Watch(inky)
		settle()
		v = nodes[2].table(id).View()
		nodes[2].do(id, table.Command{By: inky, Kind: table.Play, Seat: v.Actor, Action: v.Legal[0], Answers: 0})
		time.Sleep(time.Minute)
		events, err := nodes[0].c.tables.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		beats := 0
		for _, e := range events {
			if e.Kind == table.Heartbeat {
				beats++
			}
		}
		if beats < 5 || beats > 7 {
			t.Errorf("%d heartbeats in a minute, want one every 10 seconds", beats)
		}
	})
}

func TestWaitingTableOfAHostOnAnotherNodeStaysOpen(t *testing.T) {
	withNodes(t, []string{"a", "b", "c"}, func(nodes []*clusterNode) {
		const tables = 4 // so many that each node is likely to be responsible for at least one table
		for range tables {
			if _, err := nodes[0].Create(ctx, inky, duel); err != nil {
				t.Fatal(err)
			}
		}
		session := nodes[0].Connect(inky)
		time.Sleep(20 * time.Minute)
		if n := len(nodes[1].View().Tables); n != tables {
			t.Errorf("%d tables after 20 minutes, want %d", n, tables)
		}
		session.Leave()
		time.Sleep(20 * time.Minute)
		for _, n := range nodes {
			if left := len(n.View().Tables); left != 0 {
				t.Errorf("node %s lists %d tables 20 minutes after the host left", n.name, left)
			}
		}
	})
}

func TestRestartOfOneNodeIsNoOutage(t *testing.T) {
	withNodes(t, []string{"a"}, func(nodes []*clusterNode) {
		time.Sleep(10 * time.Minute)
		b := nodes[0].c.join("b")
		defer b.stop()
		outages, err := nodes[0].c.tables.Started(ctx, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if o := outages[1]; o.Until.Sub(o.From) > time.Second {
			t.Errorf("an outage of %v is stored, although a node ran", o.Until.Sub(o.From))
		}
	})
}

func TestRematchIsOpenedOnce(t *testing.T) {
	withNodes(t, []string{"a", "b", "c"}, func(nodes []*clusterNode) {
		id := startDuel(nodes)
		for i := range 2 { // both players resign, so that the game is over
			n, by := nodes[i], []player.Player{inky, blinky}[i]
			v := n.table(id).View()
			if v.Phase == table.Finished {
				break
			}
			n.do(
				id,
				table.Command{
					By:      by,
					Kind:    table.Play,
					Seat:    v.Held(by.ID).First(),
					Action:  rules.Action{Type: rules.Resign, Seat: v.Held(by.ID).First()},
					Answers: -1,
				},
			)
			settle()
		}
		nodes[0].do(id, table.Command{By: inky, Kind: table.OfferRematch})
		nodes[1].do(id, table.Command{By: blinky, Kind: table.OfferRematch})
		time.Sleep(5 * time.Second)
		if n := len(nodes[0].c.changes()); n != 2 {
			t.Errorf("%d tables, want the game and its rematch", n)
		}
		for _, n := range nodes {
			if next := n.table(id).View().Next; next != 2 {
				t.Errorf("node %s: the rematch is table %d, want 2", n.name, next)
			}
		}
	})
}
