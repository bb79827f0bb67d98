package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
	"quadrille/rules"
)

// Targets for three nodes that share one PostgreSQL database. They limit the time from a key
// press at one node until a screen at another node shows the move. The targets whose names
// begin with "gap" apply after one of the three nodes was killed.
const (
	farTarget   = 10 * time.Millisecond // p50
	farTarget99 = 25 * time.Millisecond
	gapTarget99 = 50 * time.Millisecond
	gapTarget   = 500 * time.Millisecond // limit for the slowest move after a node was killed
)

const (
	farPlies     = 150
	gapTables    = 8
	gapPlies     = 60 // number of plies played at each table before the node is killed; as many are played afterwards
	nodeSessions = 1000
)

var nodeNames = []string{"a", "b", "c"}

// measureCluster measures three nodes that share one PostgreSQL server. PostgreSQL waits until
// the disk has stored each commit.
func measureCluster(ctx context.Context, dir string) []row {
	server, err := pgtest.Launch()
	if errors.Is(err, pgtest.ErrNotInstalled) {
		return []row{{what: "cluster", measured: "not measured", baseline: err.Error()}}
	}
	must.Check(err)
	defer server.Kill()
	database := func(name string) string { return must.Get(server.Create(ctx, name)) }
	return slices.Concat(
		measureClusterStore(ctx, database("appends")),
		measureFar(ctx, dir, database("far")),
		measureGap(ctx, dir, database("gap")),
		measureManyOnNodes(ctx, dir, database("many"), server.PID()),
	)
}

// nodes are the measured servers that share a database.
type nodes []*contender

// startNodes opens tables for four players each, in the database with the given URL, and
// starts nodes that share this database.
func startNodes(ctx context.Context, dir, url string, tables int) (list nodes) {
	f := newSharedFixture(ctx, url, tables)
	for _, name := range nodeNames {
		c := contenderOf(launch(ctx, must.Get(os.MkdirTemp(dir, name)), child.WithManySessions, url, name), f)
		c.empty = c.size()
		list = append(list, c)
	}
	return list
}

// spread holds the clients of a table whose players use different nodes.
type spread struct {
	tableClients
	nodes [rules.SeatCount]*contender
}

// seat connects the players of a table. The player of the first seat uses the node list[first],
// and each next player uses the next node.
func (list nodes) seat(ctx context.Context, id table.ID, first int) (s spread) {
	for seat := range s.nodes {
		s.nodes[seat] = list[(first+seat)%len(list)]
		s.tableClients[seat] = s.nodes[seat].enter(ctx, id, rules.Seat(seat))
	}
	return s
}

// play plays a ply. It returns how long it took until the clients of the other players
// received output: `near` for clients at the node of the mover, and `far` for clients at
// other nodes.
func (s spread) play(ctx context.Context, ply int) (near, far []time.Duration) {
	mover := s.nodes[0].mover(ply)
	took := s.tableClients.play(ctx, s.nodes[0], ply).took
	for seat, node := range s.nodes {
		switch {
		case rules.Seat(seat) == mover:
			continue
		case node == s.nodes[mover]:
			near = append(near, took[0])
		default:
			far = append(far, took[0])
		}
		took = took[1:]
	}
	return near, far
}

// playSpread plays plies at all tables at the same time; see [together].
func playSpread(ctx context.Context, tables []spread, from, plies int, beat time.Duration) (near, far []time.Duration) {
	nears, fars := make([][]time.Duration, len(tables)), make([][]time.Duration, len(tables))
	together(ctx, len(tables), from, plies, beat, func(i, ply int) {
		here, there := tables[i].play(ctx, ply)
		nears[i], fars[i] = append(nears[i], here...), append(fars[i], there...)
	})
	return slices.Concat(nears...), slices.Concat(fars...)
}

func closeSpread(tables []spread) {
	for _, s := range tables {
		closeTables(s.tableClients)
	}
}

// measureFar measures how long a move at one node takes to appear on a screen at another node.
// It plays a game with two players at each of two nodes.
func measureFar(ctx context.Context, dir, url string) (rows []row) {
	list := startNodes(ctx, dir, url, 1)
	for _, n := range list {
		defer n.process.end()
	}
	tables := []spread{list[:2].seat(ctx, list[0].tables[0], 0)}
	defer closeSpread(tables)
	near, far := playSpread(ctx, tables, 0, farPlies, 0)
	for _, p := range []struct {
		p      float64
		target time.Duration
	}{{50, farTarget}, {99, farTarget99}} {
		took := percentile(far, p.p)
		rows = append(rows, row{
			what:     fmt.Sprintf("key press at node a to a screen at node b (p%.0f)", p.p),
			measured: short(took),
			baseline: short(percentile(near, p.p)) + " to a screen at the same node",
			ratio:    ratio(times(took, percentile(near, p.p))),
			target:   "at most " + short(p.target),
			status:   statusOf(took <= p.target),
		})
	}
	return rows
}

// measureGap measures how long a move takes to appear on other screens while another node
// is killed. The players of gapTables games use two nodes. The third node, which is killed,
// serves other sessions and tables.
func measureGap(ctx context.Context, dir, url string) []row {
	list := startNodes(ctx, dir, url, 2*gapTables)
	for _, n := range list[:2] {
		defer n.process.end()
	}
	killed := list[2]
	var tables []spread
	defer func() { closeSpread(tables) }()
	for i, id := range list[0].tables {
		at := list[:2]
		if i >= gapTables {
			at = list[2:]
		} else { // the player on the first seat also has a screen at the node that will be killed
			killed.enter(ctx, id, 0)
		}
		tables = append(tables, at.seat(ctx, id, 0))
	}
	played := func(from int) []time.Duration {
		near, far := playSpread(ctx, tables[:gapTables], from, gapPlies, 0)
		return append(near, far...)
	}
	before := played(0)
	killed.kill()
	after := played(gapPlies)
	longest, p99 := slices.Max(after), percentile(after, 99)
	const what = "time from a key press to a screen while another node is killed, "
	return []row{{
		what: what + "p99", measured: short(p99), baseline: short(percentile(before, 99)) + ", before the node was killed",
		target: "under " + short(gapTarget99), status: statusOf(p99 < gapTarget99),
		ratio: fmt.Sprintf("%d samples at %d tables", len(after), gapTables),
	}, {
		what: what + "longest", measured: short(longest), baseline: short(slices.Max(before)) + ", before the node was killed",
		target: "at most " + short(gapTarget), status: statusOf(longest <= gapTarget),
	}}
}
