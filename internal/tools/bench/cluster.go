package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
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
func measureCluster(ctx context.Context, dir string) (rows []row, err error) {
	server, err := pgtest.Launch()
	if errors.Is(err, pgtest.ErrNotInstalled) {
		return []row{{what: "cluster", measured: "not measured", baseline: err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer server.Kill()
	for _, part := range []struct {
		name    string
		measure func(url string) ([]row, error)
	}{
		{"appends", func(url string) ([]row, error) { return measureClusterStore(ctx, url) }},
		{"far", func(url string) ([]row, error) { return measureFar(ctx, dir, url) }},
		{"gap", func(url string) ([]row, error) { return measureGap(ctx, dir, url) }},
		{"many", func(url string) ([]row, error) { return measureManyOnNodes(ctx, dir, url, server.PID()) }},
	} {
		url, err := server.Create(ctx, part.name)
		if err != nil {
			return rows, err
		}
		more, err := part.measure(url)
		rows = append(rows, more...)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return rows, nil
}

// nodes are the measured servers that share a database.
type nodes []*contender

// startNodes opens tables for four players each, in the database with the given URL, and
// starts nodes that share this database.
func startNodes(ctx context.Context, dir, url string, tables int) (list nodes, err error) {
	r, err := readRecord()
	if err != nil {
		return nil, err
	}
	f := &fixture{record: r, prefix: "Player", tables: map[table.ID]tablePlayers{}}
	db, err := child.OpenDatabase(ctx, "", url, "fixture", slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.createTables(ctx, db, tables), db.Close()); err != nil {
		return nil, err
	}
	for _, name := range nodeNames {
		data, err := os.MkdirTemp(dir, name)
		if err != nil {
			return list, err
		}
		p, err := launch(ctx, filepath.Clean(data), child.WithManySessions, url, name)
		if err != nil {
			return list, err
		}
		c := contenderOf(p, f)
		list = append(list, c)
		if c.empty, err = c.size(); err != nil {
			return list, err
		}
	}
	return list, nil
}

func (list nodes) end() (err error) {
	for _, n := range list {
		err = errors.Join(err, n.process.end())
	}
	return err
}

// spread holds the clients of a table whose players use different nodes.
type spread struct {
	tableClients
	nodes [rules.SeatCount]*contender
}

// seat connects the players of a table. The player of the first seat uses the node list[first],
// and each next player uses the next node.
func (list nodes) seat(ctx context.Context, id table.ID, first int) (s spread, err error) {
	for seat := range s.nodes {
		s.nodes[seat] = list[(first+seat)%len(list)]
		if s.tableClients[seat], err = s.nodes[seat].enter(ctx, id, rules.Seat(seat)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// play plays a ply. It returns how long it took until the clients of the other players
// received output: `near` for clients at the node of the mover, and `far` for clients at
// other nodes.
func (s spread) play(ctx context.Context, ply int) (near, far []time.Duration, err error) {
	c := s.nodes[0]
	mover := c.mover(ply)
	took, _, err := s.tableClients.play(ctx, c, ply)
	if err != nil {
		return nil, nil, fmt.Errorf("ply %d: %w", ply+1, err)
	}
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
	return near, far, nil
}

// measureFar measures how long a move at one node takes to appear on a screen at another node.
// It plays a game with two players at each of two nodes.
func measureFar(ctx context.Context, dir, url string) (rows []row, err error) {
	list, err := startNodes(ctx, dir, url, 1)
	defer func() { err = errors.Join(err, list.end()) }()
	if err != nil {
		return nil, err
	}
	s, err := list[:2].seat(ctx, list[0].tables[0], 0)
	defer closeTables([]tableClients{s.tableClients})
	if err != nil {
		return nil, err
	}
	var near, far []time.Duration
	for ply := range farPlies {
		here, there, err := s.play(ctx, ply)
		if err != nil {
			return nil, err
		}
		near, far = append(near, here...), append(far, there...)
	}
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
	return rows, nil
}

// measureGap measures how long a move takes to appear on other screens while another node
// is killed. The players of gapTables games use two nodes. The third node, which is killed,
// serves other sessions and tables.
func measureGap(ctx context.Context, dir, url string) (rows []row, err error) {
	list, err := startNodes(ctx, dir, url, 2*gapTables)
	defer func() {
		for _, n := range list[:min(len(list), 2)] {
			err = errors.Join(err, n.process.end())
		}
	}()
	if err != nil {
		return nil, err
	}
	killed := list[2]
	ids := list[0].tables
	var tables []spread
	defer func() {
		for _, s := range tables {
			closeTables([]tableClients{s.tableClients})
		}
	}()
	for i, id := range ids {
		at := list[:2]
		if i >= gapTables {
			at = list[2:]
		} else if _, err := killed.enter(ctx, id, 0); err != nil {
			// the player on the first seat also has a screen at the node that will be killed
			return nil, err
		}
		s, err := at.seat(ctx, id, 0)
		tables = append(tables, s)
		if err != nil {
			return nil, err
		}
	}
	before, err := playMany(ctx, tables[:gapTables], 0, gapPlies)
	if err != nil {
		return nil, err
	}
	if err := killed.kill(); err != nil {
		return nil, err
	}
	after, err := playMany(ctx, tables[:gapTables], gapPlies, gapPlies)
	if err != nil {
		return nil, err
	}
	longest, p99 := slices.Max(after), percentile(after, 99)
	const what = "time from a key press to a screen while another node is killed, "
	return []row{{
		what: what + "p99", measured: short(p99), baseline: short(percentile(before, 99)) + ", before the node was killed",
		target: "under " + short(gapTarget99), status: statusOf(p99 < gapTarget99),
		ratio: fmt.Sprintf("%d samples at %d tables", len(after), gapTables),
	}, {
		what: what + "longest", measured: short(longest), baseline: short(slices.Max(before)) + ", before the node was killed",
		target: "at most " + short(gapTarget), status: statusOf(longest <= gapTarget),
	}}, nil
}

// playMany plays plies at all tables at the same time, without pauses. It returns the times
// until the screens of the other players showed the moves.
func playMany(ctx context.Context, tables []spread, from, plies int) (took []time.Duration, err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, s := range tables {
		all.Go(func() {
			for ply := from; ply < from+plies; ply++ {
				near, far, failed := s.play(ctx, ply)
				mu.Lock()
				took, err = append(append(took, near...), far...), errors.Join(err, failed)
				mu.Unlock()
				if failed != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return took, err
}
