package cluster_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/cluster"
	"quadrille/internal/cluster/clustertest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

func TestMemory(t *testing.T) {
	clustertest.Run(t, func(*testing.T) cluster.Store { return clustertest.NewMemory() })
}

// node is a running member of a cluster under test.
type node struct {
	*cluster.Cluster
	clock *clock.Clock
	kill  func() // ends the node without recording that it has stopped
	stop  func()
}

func join(t *testing.T, store *clustertest.Memory, name string) *node {
	t.Helper()
	clk := clock.New(clock.Config{Logger: slog.New(slog.DiscardHandler)})
	c, err := cluster.Join(
		context.Background(),
		cluster.Config{Store: store, Node: name, Clock: clk, Logger: slog.New(slog.DiscardHandler)},
	)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { c.Run(ctx) })
	stop := func() { cancel(); running.Wait() }
	return &node{c, clk, func() { store.Cut(name, true); stop() }, stop}
}

// owners returns, for each of the first 200 tables, the index of the node that is first in
// line for the chores of the table (the tasks that need no command).
func owners(t *testing.T, nodes ...*node) (list [200]int) {
	t.Helper()
	for id := range list {
		list[id] = -1
		seconds := 0
		for i, n := range nodes {
			switch after, mine := n.Chores(table.ID(id)); {
			case mine && after == 0 && list[id] >= 0:
				t.Fatalf("two nodes do the chores of table %d", id)
			case mine && after == 0:
				list[id] = i
			case mine:
				seconds++
			}
		}
		if list[id] < 0 || seconds != min(1, len(nodes)-1) {
			t.Fatalf("table %d: node %d does the chores, and %d nodes are second", id, list[id], seconds)
		}
	}
	return list
}

func TestChoresMoveWhenANodeFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clustertest.NewMemory()
		a, b, c := join(t, store, "a"), join(t, store, "b"), join(t, store, "c")
		time.Sleep(time.Second)
		before := owners(t, a, b, c)
		counts := [3]int{}
		for _, owner := range before {
			counts[owner]++
		}
		for i, n := range counts {
			if n < 40 {
				t.Errorf("node %d does the chores of %d tables of 200", i, n)
			}
		}
		c.kill()
		time.Sleep(3 * time.Second)
		for id, owner := range owners(t, a, b) {
			if before[id] != 2 && owner != before[id] {
				t.Errorf("table %d moved from node %d to node %d", id, before[id], owner)
			}
		}
		b.stop()
		time.Sleep(600 * time.Millisecond) // node b records that it has stopped, so node a need not wait until node b counts as failed
		owners(t, a)
		if n := fmt.Sprint(a.Nodes()); n != "[a]" {
			t.Errorf("nodes %s", n)
		}
		a.stop()
	})
}

func TestNodeWithoutDatabaseDoesNoChores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clustertest.NewMemory()
		a := join(t, store, "a")
		store.Cut("a", true)
		time.Sleep(3 * time.Second)
		if _, mine := a.Chores(1); mine || a.First("anything") {
			t.Error("a node that cannot store heartbeats does chores")
		}
		store.Cut("a", false)
		time.Sleep(time.Second)
		owners(t, a)
		a.stop()
	})
}

func TestNamesAreUnique(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clustertest.NewMemory()
		a := join(t, store, "a")
		_, err := cluster.Join(context.Background(), cluster.Config{Store: store, Node: "a", Logger: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), `"a"`) {
			t.Errorf("a second node with the same name: %v", err)
		}
		a.kill()
		store.Cut("a", false)
		again := join(t, store, "a") // join waits until the first run counts as failed
		owners(t, again)
		again.stop()
	})
}

func TestPresenceOnOtherNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clustertest.NewMemory()
		a, b, c := join(t, store, "a"), join(t, store, "b"), join(t, store, "c")
		a.Report(7, []player.ID{"x", "y"}, 2)
		b.Report(7, []player.ID{"y"}, 3)
		time.Sleep(time.Second)
		if e := c.Elsewhere(7); !e.Present["x"] || !e.Present["y"] || e.Spectators != 5 || len(e.Lost) > 0 {
			t.Errorf("c: %+v", e)
		}
		if e := a.Elsewhere(7); e.Present["x"] || !e.Present["y"] || e.Spectators != 3 {
			t.Errorf("a: %+v", e)
		}
		died := time.Now()
		a.kill()
		time.Sleep(3 * time.Second)
		e := c.Elsewhere(7)
		if e.Present["x"] || !e.Present["y"] || e.Spectators != 3 || died.Sub(e.Lost["x"]) > time.Second {
			t.Errorf("after the failure of a: %+v", e)
		}
		b.Report(7, []player.ID{"x", "y"}, 0)
		time.Sleep(time.Second)
		if e := c.Elsewhere(7); !e.Present["x"] {
			t.Errorf("x has come back through b: %+v", e)
		}
		b.Report(7, nil, 0)
		time.Sleep(time.Second)
		if e := c.Elsewhere(7); len(e.Present) > 0 {
			t.Errorf("all have left: %+v", e)
		}
		b.stop()
		c.stop()
	})
}

func TestNowIsTheTimeOfTheDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clustertest.NewMemory()
		store.Ahead = time.Hour
		a := join(t, store, "a")
		time.Sleep(time.Minute)
		if d := time.Until(a.clock.Now()); d != time.Hour {
			t.Errorf("%v ahead, want 1h", d)
		}
		a.stop()
	})
}

// TestStepOfTheDatabaseClock sets the clock of the database. No running node counts as failed
// for longer than a heartbeat, a node that fails is noticed in time, and the times of
// events do not run backwards.
func TestStepOfTheDatabaseClock(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, 90 * time.Second, time.Hour, 48 * time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := clustertest.NewMemory()
				a, b := join(t, store, "a"), join(t, store, "b")
				b.Report(7, []player.ID{"x"}, 0)
				time.Sleep(10 * time.Second)
				before := a.clock.Now()
				store.Step(step)
				time.Sleep(1100 * time.Millisecond)
				if n := fmt.Sprint(a.Nodes()); n != "[a b]" {
					t.Errorf("running nodes after the step: %s", n)
				}
				if got := a.clock.Since(before); got != 1100*time.Millisecond {
					t.Errorf("%v passed", got)
				}
				if off := a.clock.Now().Sub(b.clock.Now()); off.Abs() > 100*time.Millisecond {
					t.Errorf("the clocks of the nodes differ by %v", off)
				}
				store.Step(-step) // the second step comes when b has just failed
				died := a.clock.Now()
				b.kill()
				time.Sleep(3 * time.Second)
				if n := fmt.Sprint(a.Nodes()); n != "[a]" {
					t.Errorf("running nodes after a failure: %s", n)
				}
				if lost := a.Elsewhere(7).Lost["x"]; a.clock.Since(lost)-a.clock.Since(died) > 1500*time.Millisecond ||
					lost.After(a.clock.Now()) {
					t.Errorf("x was lost %v before the failure", died.Sub(lost))
				}
				a.stop()
			})
		})
	}
}

// TestNewNodeHasTheClockOfTheOthers starts a node after the clock of the database was set back. The
// times of its events must be those of the other nodes. In an earlier version they were behind, so
// players lost the difference.
func TestNewNodeHasTheClockOfTheOthers(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, -10 * time.Second, time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := clustertest.NewMemory()
				a := join(t, store, "a")
				time.Sleep(10 * time.Second)
				store.Step(step)
				time.Sleep(1100 * time.Millisecond)
				b := join(t, store, "b")
				if off := a.clock.Now().Sub(b.clock.Now()); off.Abs() > 100*time.Millisecond {
					t.Errorf("the clocks of the nodes differ by %v", off)
				}
				store.Step(-step) // and back
				time.Sleep(1100 * time.Millisecond)
				if off := a.clock.Now().Sub(b.clock.Now()); off.Abs() > 100*time.Millisecond {
					t.Errorf("after the second step the clocks of the nodes differ by %v", off)
				}
				a.stop()
				b.stop()
			})
		})
	}
}

func TestAlone(t *testing.T) {
	var alone *cluster.Cluster
	alone.Report(1, nil, 0)
	if after, mine := alone.Chores(1); after != 0 || !mine || !alone.First("anything") {
		t.Error("a process without a cluster does not do all chores")
	}
}
