package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"quadrille/internal/tools/bench/child"
	"quadrille/rules"
)

// Targets of the rules engine: minimum leaves per second in perft, and maximum times to list
// the legal actions and to apply one of them. They are meant for a computer that is twice as
// fast as the usual test computers of the project.
const (
	leavesTarget = 50e6
	legalTarget  = 700 * time.Nanosecond
	applyTarget  = 200 * time.Nanosecond
)

// Length and number of the rounds of a measurement. Only the fastest round counts, because
// other programs may slow the computer down.
const (
	roundTime = 400 * time.Millisecond
	rounds    = 5
)

func measureEngine(context.Context, string) []row {
	r := readRecord()
	start := r.after(0)
	game := r.after(middle)
	where := fmt.Sprintf("after %d plies", middle)
	return []row{
		perftRow("perft from the start", start, 4),
		perftRow("perft "+where, game, 3),
		allocationRow(where, game),
		legalRow(where, game),
		applyRow(where, game),
	}
}

func perftRow(what string, g *rules.Game, depth int) row {
	var leaves uint64
	took := best(func() { leaves = rules.Perft(g.Variant, &g.Position, depth) })
	rate := float64(leaves) / took.Seconds()
	return row{
		what:     what + ", one thread",
		measured: fmt.Sprintf("%.1f million leaves/s", rate/1e6),
		ratio:    fmt.Sprintf("depth %d, %d leaves", depth, leaves),
		target:   fmt.Sprintf("%.0f million/s", leavesTarget/1e6),
		status:   statusOf(rate >= leavesTarget),
	}
}

// best calls f repeatedly for several rounds, and returns the mean time of a call in the
// fastest round.
func best(f func()) time.Duration {
	least := time.Duration(math.MaxInt64)
	for range rounds {
		begun, used, calls := time.Now(), child.CPUTime(), 0
		for time.Since(begun) < roundTime {
			f()
			calls++
		}
		took := child.CPUTime() - used
		if took == 0 { // use the elapsed time, because processor time is unknown on this system
			took = time.Since(begun)
		}
		least = min(least, took/time.Duration(calls))
	}
	return least
}

// allocationRow subtracts the allocations of a perft to depth 2 from those of a perft to
// depth 3. The difference does not include the allocations of the setup.
func allocationRow(where string, g *rules.Game) row {
	shallow, first := allocations(g, 2)
	deep, second := allocations(g, 3)
	more := int64(deep) - int64(shallow)
	nodes := second - first
	return row{
		what:     "memory allocations in perft " + where,
		measured: fmt.Sprintf("%d in %d nodes", max(more, 0), nodes),
		ratio:    fmt.Sprintf("%.4f per node", float64(max(more, 0))/float64(nodes)),
		target:   "0 per node",
		// Permit a few allocations, because the list of actions grows a few times.
		status: statusOf(float64(more) < float64(nodes)/1000),
	}
}

func allocations(g *rules.Game, depth int) (count, leaves uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	leaves = rules.Perft(g.Variant, &g.Position, depth)
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, leaves
}

func legalRow(where string, g *rules.Game) row {
	var actions []rules.Action
	took := best(func() {
		for range 1000 {
			actions = g.Variant.Legal(&g.Position, actions[:0])
		}
	}) / 1000
	return row{
		what:     "legal actions " + where,
		measured: short(took),
		ratio:    fmt.Sprintf("%d actions", len(actions)),
		target:   "under " + short(legalTarget),
		status:   statusOf(took < legalTarget),
	}
}

func applyRow(where string, g *rules.Game) row {
	actions := g.Variant.Legal(&g.Position, nil)
	var after rules.Position
	took := best(func() {
		for _, a := range actions {
			g.Variant.Apply(&after, &g.Position, a)
		}
	}) / time.Duration(len(actions))
	return row{
		what:     "complete Apply of an action " + where + ", with mates and eliminations",
		measured: short(took),
		ratio:    fmt.Sprintf("over %d actions", len(actions)),
		target:   "under " + short(applyTarget),
		status:   statusOf(took < applyTarget),
	}
}
