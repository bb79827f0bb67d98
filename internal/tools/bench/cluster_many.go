package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"quadrille/internal/tools/bench/child"
	"quadrille/rules"
)

// measureManyOnNodes connects many players to each node. The players of a table are at
// different nodes. The parameter `postgres` is the process ID of PostgreSQL's main process.
func measureManyOnNodes(ctx context.Context, dir, url string, postgres int) (rows []row, err error) {
	list, err := startNodes(ctx, dir, url, nodeSessions*len(nodeNames)/rules.SeatCount)
	defer func() { err = errors.Join(err, list.end()) }()
	if err != nil {
		return nil, err
	}
	tables, err := list.fill(ctx)
	defer func() {
		for _, s := range tables {
			closeTables([]tableClients{s.tableClients})
		}
	}()
	if err != nil {
		return nil, err
	}
	if err := pause(ctx, idleTime); err != nil { // let the nodes finish their work for the new sessions
		return nil, err
	}
	var memory []int64
	for _, n := range list {
		full, err := n.size()
		if err != nil {
			return nil, err
		}
		memory = append(memory, full.Resident)
	}
	used, usedByPostgres, err := list.load(postgres, func() error { return pause(ctx, idleTime) })
	if err != nil {
		return nil, err
	}
	var near, far []time.Duration
	begun := time.Now()
	moving, movingPostgres, err := list.load(postgres, func() (err error) {
		near, far, err = playSlowly(ctx, tables[:movingTables], scalePlies)
		return err
	})
	if err != nil {
		return nil, err
	}
	lasted := time.Since(begun)
	with := fmt.Sprintf("%d nodes with %d sessions each: ", len(list), nodeSessions)
	percent := func(used, of time.Duration) string { return fmt.Sprintf("%.1f %%", 100*times(used, of)) }
	return []row{
		{
			what: with + "resident memory of the largest node", measured: megabytes(slices.Max(memory)),
			baseline: megabytes(list[0].empty.Resident) + ", without sessions",
		},
		{
			what: with + "idle: processor use of all nodes, as a share of one core", measured: percent(used, idleTime),
			baseline: percent(usedByPostgres, idleTime) + ", PostgreSQL",
		},
		{
			what: with + fmt.Sprintf(
				"%d tables with a move per second: processor use, as a share of one core",
				movingTables,
			), measured: percent(moving, lasted),
			baseline: percent(movingPostgres, lasted) + ", PostgreSQL",
		},
		{
			what: with + "time from a key press to a screen at another node, p99", measured: short(percentile(far, 99)),
			baseline: short(percentile(near, 99)) + " to a screen at the same node",
			ratio:    fmt.Sprintf("%d samples, p50 %s", len(far), short(median(far))),
		},
	}, nil
}

// fill connects the players of all tables. It works on eight tables at a time.
func (list nodes) fill(ctx context.Context) ([]spread, error) {
	ids := list[0].tables
	all, errs := make([]spread, len(ids)), make([]error, len(ids))
	slots := make(chan bool, 8)
	var wait sync.WaitGroup
	for i, id := range ids {
		slots <- true
		wait.Go(func() {
			all[i], errs[i] = list.seat(ctx, id, i)
			<-slots
		})
	}
	wait.Wait()
	return all, errors.Join(errs...)
}

// load returns the processor time that the nodes and PostgreSQL use while `do` runs.
func (list nodes) load(postgres int, do func() error) (used, byPostgres time.Duration, err error) {
	sum := func() (sum time.Duration) {
		for _, n := range list {
			one, failed := n.cpu()
			sum, err = sum+one, errors.Join(err, failed)
		}
		return sum
	}
	before, beforePostgres := sum(), child.FamilyCPU(postgres)
	err = errors.Join(err, do())
	return sum() - before, child.FamilyCPU(postgres) - beforePostgres, err
}

// playSlowly plays one ply a second at each table. It returns the times after which the
// other players saw a move: `near` at the node of the mover, and `far` at other nodes.
func playSlowly(ctx context.Context, tables []spread, plies int) (near, far []time.Duration, err error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, s := range tables {
		all.Go(func() {
			next := time.Now().Add(rand.N(scaleBeat))
			for ply := range plies {
				var here, there []time.Duration
				failed := pause(ctx, time.Until(next))
				next = next.Add(scaleBeat)
				if failed == nil {
					here, there, failed = s.play(ctx, ply)
				}
				mu.Lock()
				near, far, err = append(near, here...), append(far, there...), errors.Join(err, failed)
				mu.Unlock()
				if failed != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return near, far, err
}
