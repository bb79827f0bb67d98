package main

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/tools/bench/child"
	"quadrille/rules"
)

// measureManyOnNodes connects many players to each node. The players of a table are at
// different nodes. The parameter `postgres` is the process ID of PostgreSQL's main process.
func measureManyOnNodes(ctx context.Context, dir, url string, postgres int) []row {
	list := startNodes(ctx, dir, url, nodeSessions*len(nodeNames)/rules.SeatCount)
	for _, n := range list {
		defer n.process.end()
	}
	ids := list[0].tables
	tables := make([]spread, len(ids))
	each(len(ids), 8, func(i int) { tables[i] = list.seat(ctx, ids[i], i) })
	defer closeSpread(tables)
	pause(ctx, idleTime) // let the nodes finish their work for the new sessions
	var largest int64
	for _, n := range list {
		largest = max(largest, n.size().Resident)
	}
	idle, idlePostgres := list.usage(postgres, func() { pause(ctx, idleTime) })
	var near, far []time.Duration
	moving, movingPostgres := list.usage(postgres, func() {
		near, far = playSpread(ctx, tables[:movingTables], 0, scalePlies, scaleBeat)
	})
	with := fmt.Sprintf("%d nodes with %d sessions each: ", len(list), nodeSessions)
	percent := func(u usage) string { return fmt.Sprintf("%.1f %%", u.percent()) }
	return []row{
		{
			what: with + "resident memory of the largest node", measured: megabytes(largest),
			baseline: megabytes(list[0].empty.Resident) + ", without sessions",
		},
		{
			what: with + "idle: processor use of all nodes, as a share of one core", measured: percent(idle),
			baseline: percent(idlePostgres) + ", PostgreSQL",
		},
		{
			what: with + fmt.Sprintf(
				"%d tables with a move per second: processor use, as a share of one core",
				movingTables,
			), measured: percent(moving),
			baseline: percent(movingPostgres) + ", PostgreSQL",
		},
		{
			what: with + "time from a key press to a screen at another node, p99", measured: short(percentile(far, 99)),
			baseline: short(percentile(near, 99)) + " to a screen at the same node",
			ratio:    fmt.Sprintf("%d samples, p50 %s", len(far), short(median(far))),
		},
	}
}

// usage calls a function, and measures the processor time that the nodes and PostgreSQL use
// meanwhile.
func (list nodes) usage(postgres int, do func()) (all, byPostgres usage) {
	sum := func() (sum time.Duration) {
		for _, n := range list {
			sum += n.cpu()
		}
		return sum
	}
	begun, before, beforePostgres := time.Now(), sum(), child.FamilyCPU(postgres)
	do()
	all = usage{sum() - before, time.Since(begun)}
	return all, usage{child.FamilyCPU(postgres) - beforePostgres, all.lasted}
}
