package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"quadrille/internal/tools/bench/child"
)

// Targets that the server must meet with the largest number of tables in scaleSteps.
const (
	scaleMemory = 600e6 // maximum resident memory of the server, in bytes
	scaleIdle   = 1.0   // maximum processor time of the idle server, in percent of one core
	scaleTarget = 25 * time.Millisecond
)

// Targets for the resources that one session uses.
const (
	playerMemory      = 160e3 // resident memory of a player's session, in bytes
	spectatorMemory   = 120e3 // resident memory of a spectator's session, in bytes
	sessionGoroutines = 8
)

const (
	movingTables = 50          // number of tables at which games are played while the other tables are idle
	scalePlies   = 8           // plies played at each of the movingTables tables, for each entry of scaleSteps
	scaleBeat    = time.Second // time between two plies of a table
	// absentTime is the time that a new server needs to load all running games, mark the absent
	// players as away ([table.AwayAfter]) and unload the tables a minute later.
	absentTime = 95 * time.Second
)

// scaleSteps are the numbers of tables with which the server is measured. Each table has
// four players.
var scaleSteps = []int{50, 250, 1000}

// scaleLoad is a server with many sessions at many tables.
type scaleLoad struct {
	*contender
	tables []tableClients
}

// measureScale connects more and more players, and measures the server while all players are
// idle and while some of them play.
func measureScale(ctx context.Context, dir string) (rows []row) {
	floor := floorOf(ctx)
	data := filepath.Join(dir, "scale")
	f := newFixture(ctx, data, scaleSteps[len(scaleSteps)-1], 0)
	p := launch(ctx, data, child.WithManySessions)
	defer p.end()
	c := &scaleLoad{contender: contenderOf(p, f)}
	defer func() { closeTables(c.tables...) }()
	pause(ctx, absentTime)
	c.empty = c.size()
	for i, tables := range scaleSteps {
		c.tables = append(c.tables, c.fill(ctx, c.contender.tables[len(c.tables):tables])...)
		rows = append(rows, c.measure(ctx, i, floor.session)...)
	}
	return rows
}

// measure measures the server with its present sessions. The parameter `step` is the number
// of earlier measurements.
func (c *scaleLoad) measure(ctx context.Context, step int, least child.Size) []row {
	pause(ctx, idleTime) // let the server finish its work for the new sessions
	full := c.size()
	idle := c.usage(func() { pause(ctx, idleTime) })
	took := c.move(ctx, step*scalePlies)
	sessions := 4 * len(c.tables)
	each := full.PerSession(c.empty, sessions)
	with := fmt.Sprintf("%d sessions at %d tables: ", sessions, len(c.tables))
	all := row{what: with + "resident memory", measured: megabytes(full.Resident)}
	cpu := row{what: with + "processor use when idle, share of one core", measured: fmt.Sprintf("%.2f %%", idle.percent())}
	screen := row{
		what: fmt.Sprintf(
			"%stime from a key press to another player's screen while players move at %d tables, p99",
			with,
			movingTables,
		),
		measured: short(percentile(took, 99)),
		ratio:    fmt.Sprintf("%d samples, p50 %s", len(took), short(median(took))),
	}
	if last := step == len(scaleSteps)-1; last {
		all.target, all.status = megabytes(scaleMemory), statusOf(full.Resident <= scaleMemory)
		cpu.target, cpu.status = fmt.Sprintf("%.0f %%", scaleIdle), statusOf(idle.percent() <= scaleIdle)
		screen.target, screen.status = short(scaleTarget), statusOf(percentile(took, 99) <= scaleTarget)
	}
	if step < len(scaleSteps)-1 {
		return []row{all, sizeRow(each, with+"memory of each session", least, 0), cpu, screen}
	}
	return append(
		[]row{all, sizeRow(each, with+"memory of each session", least, playerMemory), cpu, screen},
		partRows(each, least)...)
}

// move plays the next plies of the recorded game at movingTables tables. Each table plays one
// ply a second.
func (c *scaleLoad) move(ctx context.Context, from int) []time.Duration {
	took := make([][]time.Duration, movingTables)
	together(ctx, movingTables, from, scalePlies, scaleBeat, func(i, ply int) {
		took[i] = append(took[i], c.tables[i].play(ctx, c.contender, ply).took...)
	})
	return slices.Concat(took...)
}

// sizeRow returns a row about the memory of one session. If `target` is 0, the row has no
// target.
func sizeRow(s child.Size, what string, least child.Size, target int64) row {
	r := row{
		what:     what,
		measured: kilobytes(s.Resident),
		baseline: kilobytes(least.Resident) + ", x/crypto alone",
		ratio:    fmt.Sprintf("%d goroutines, %d", s.Goroutines, least.Goroutines),
	}
	if target > 0 {
		r.target = fmt.Sprintf("%s, %d goroutines", kilobytes(target), sessionGoroutines)
		r.status = statusOf(s.Resident <= target && s.Goroutines <= sessionGoroutines)
	}
	return r
}

// partRows returns a row for each part of the memory of one session, the largest first.
func partRows(s, least child.Size) (rows []row) {
	parts := slices.SortedFunc(maps.Keys(s.Parts), func(a, b string) int { return int(s.Parts[b] - s.Parts[a]) })
	for _, part := range parts {
		rows = append(rows, row{what: "  " + part, measured: kilobytes(s.Parts[part]), baseline: kilobytes(least.Parts[part])})
	}
	return rows
}

func kilobytes(n int64) string { return fmt.Sprintf("%.1f KB", float64(n)/1e3) }
