package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"quadrille/rules"
)

// What the engine is to reach.
const (
	leavesFigure = 25e6
	legalFigure  = time.Microsecond
)

// A round of a measurement of the engine, and how many there are. Others may
// slow the machine down, but nobody speeds it up: the best round counts, and time
// in which the program did not run does not.
const (
	roundTime = 400 * time.Millisecond
	rounds    = 5
)

func measureEngine(context.Context, string) ([]row, error) {
	r, err := readRecord()
	if err != nil {
		return nil, err
	}
	start, err := r.after(0)
	if err != nil {
		return nil, err
	}
	game, err := r.after(middle)
	if err != nil {
		return nil, err
	}
	where := fmt.Sprintf("after %d plies", middle)
	return []row{
		perftRow("perft from the start", start, 4),
		perftRow("perft "+where, game, 3),
		allocationRow(where, game),
		legalRow(where, game),
		applyRow(where, game),
	}, nil
}

func perftRow(what string, g *rules.Game, depth int) row {
	var leaves uint64
	took := best(func() { leaves = rules.Perft(g.Variant, &g.Position, depth) })
	rate := float64(leaves) / took.Seconds()
	return row{
		what:     what + ", one thread",
		measured: fmt.Sprintf("%.1f million leaves/s", rate/1e6),
		ratio:    fmt.Sprintf("depth %d, %d leaves", depth, leaves),
		figure:   fmt.Sprintf("%.0f million/s", leavesFigure/1e6),
		verdict:  verdictOf(rate >= leavesFigure),
	}
}

// best is the shortest time of a call on average over a round.
func best(f func()) time.Duration {
	least := time.Duration(math.MaxInt64)
	for range rounds {
		begun, used, calls := time.Now(), cpuTime(), 0
		for time.Since(begun) < roundTime {
			f()
			calls++
		}
		took := cpuTime() - used
		if took == 0 { // not known on this machine
			took = time.Since(begun)
		}
		least = min(least, took/time.Duration(calls))
	}
	return least
}

// allocationRow counts what two depths differ by: what perft sets up once for
// each call is in both.
func allocationRow(where string, g *rules.Game) row {
	shallow, few := allocations(g, 2)
	deep, many := allocations(g, 3)
	more := int64(deep) - int64(shallow)
	nodes := many - few
	return row{
		what:     "allocations of perft " + where,
		measured: fmt.Sprintf("%d in %d nodes", max(more, 0), nodes),
		ratio:    fmt.Sprintf("%.4f a node", float64(max(more, 0))/float64(nodes)),
		figure:   "0 a node",
		// A list that grows to its size is no allocation of a node.
		verdict: verdictOf(float64(more) < float64(nodes)/1000),
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
		figure:   "under " + short(legalFigure),
		verdict:  verdictOf(took < legalFigure),
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
		what:     "full Apply " + where + ", mates and outs settled",
		measured: short(took),
		ratio:    fmt.Sprintf("over %d actions", len(actions)),
	}
}
