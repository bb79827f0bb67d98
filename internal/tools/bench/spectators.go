package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
)

// Targets for many spectators of one table.
const (
	watchedTarget = 25 * time.Millisecond // p99 of the time from a key press until another player's screen shows the move
	settleTarget  = 2 * time.Second       // time from the arrival of the last spectator until the server is idle
)

// spectatorTargets lists the targets for each number of spectators. The field `slowest` limits
// the p99 of the time until the last spectator's screen shows a move. The field `usage` limits
// the server's processor time per move.
var spectatorTargets = []struct {
	spectators     int
	slowest, usage time.Duration
}{
	{spectators: 0},
	{200, 14 * time.Millisecond, 4 * time.Millisecond},
	{2000, 80 * time.Millisecond, 40 * time.Millisecond},
}

const (
	watchedPlies = 60 // plies that are played for each number of spectators
	arriving     = 8  // number of spectators that connect at the same time
	idleWindow   = 500 * time.Millisecond
	idleShare    = 0.05 // the server counts as idle if it uses less than this share of one core
	settleLimit  = time.Minute
)

// watchedTable is a table with four players and many spectators.
type watchedTable struct {
	host       *contender
	id         table.ID
	players    tableClients
	people     []person // accounts of all spectators
	spectators []*client
	kind       kind // kind of the clients of spectators
}

// watched holds the measurements of the plies that were played while the table had a
// certain number of spectators (the field `spectators`).
type watched struct {
	spectators int
	// times from a move until another player's screen shows it, and until the last spectator's screen shows it
	took, slowest []time.Duration
	used          time.Duration // processor time of the server per ply
}

// measureSpectators measures the latency and the processor time of moves at one table, while
// more and more spectators watch it.
func measureSpectators(ctx context.Context, dir string) []row {
	return measureWatched(ctx, filepath.Join(dir, "spectators"), oldClient)
}

// measureWatched measures spectators whose clients are of the given kind.
func measureWatched(ctx context.Context, data string, k kind) (rows []row) {
	floor := floorOf(ctx)
	f := newFixture(ctx, data, 2, 0)
	last := spectatorTargets[len(spectatorTargets)-1]
	c := &watchedTable{id: f.ids()[0], kind: k}
	still := f.ids()[1]
	c.people = claimAccounts(ctx, data, last.spectators)
	switchMotionOff(ctx, data, f.tables[still])
	p := launch(ctx, data, child.WithManySessions)
	defer p.end()
	c.host = contenderOf(p, f)
	rows = append(rows, stillRow(ctx, c.host, still))
	c.players = c.host.seat(ctx, c.id)
	defer func() { closeClients(append(c.players[:], c.spectators...)) }()
	empty := c.host.size()
	var alone watched
	for i, target := range spectatorTargets {
		arrived := c.admit(ctx, target.spectators)
		w := c.playWatched(ctx, i*watchedPlies)
		if i == 0 {
			alone = w
			rows = append(rows, w.aloneRows()...)
			continue
		}
		rows = append(rows, w.rows(alone, floor, target.slowest, target.usage)...)
		if target == last {
			rows = append(rows, arrived...)
			each := c.host.size().PerSession(empty, target.spectators)
			rows = append(
				rows,
				sizeRow(each, fmt.Sprintf("%d spectators: memory of each session", target.spectators), floor.session, spectatorMemory),
			)
		}
	}
	return rows
}

// switchMotionOff makes the screens of players show a move in one frame.
func switchMotionOff(ctx context.Context, data string, people tablePlayers) {
	s := must.Get(store.Open(ctx, data, slog.New(slog.DiscardHandler)))
	for _, p := range people {
		must.Check(s.Settings.Remember(ctx, p.ID, player.Choice{Setting: player.Motion, Value: "off"}))
	}
	must.Check(s.Close())
}

// stillRow measures moves at a table without spectators. Its players have motion switched off.
func stillRow(ctx context.Context, host *contender, id table.ID) row {
	c := watchedTable{host: host, id: id, players: host.seat(ctx, id)}
	defer func() { closeClients(c.players[:]) }()
	w := c.playWatched(ctx, 0)
	return row{what: "0 spectators, motion off: processor time of the server per move", measured: short(w.used)}
}

// claimAccounts creates accounts with names in a data directory.
func claimAccounts(ctx context.Context, data string, n int) []person {
	s := must.Get(store.Open(ctx, data, slog.New(slog.DiscardHandler)))
	people := make([]person, n)
	each(n, n, func(i int) {
		people[i] = newPerson(fmt.Sprintf("Spectator %d", i+1))
		must.Get(s.Accounts.Claim(ctx, people[i].ID, people[i].Name))
	})
	must.Check(s.Close())
	return people
}

// admit connects spectators until there are n of them, and waits until the server is idle. It
// returns rows about the costs of the new connections.
func (c *watchedTable) admit(ctx context.Context, n int) []row {
	before := c.host.cpu()
	newcomers := c.people[len(c.spectators):n]
	clients := make([]*client, len(newcomers))
	each(len(newcomers), arriving, func(i int) { clients[i] = c.host.watch(ctx, c.id, newcomers[i], c.kind) })
	c.spectators = append(c.spectators, clients...)
	if n == 0 {
		return nil
	}
	settled, used := c.settle(ctx)
	what := fmt.Sprintf("arrival of %d spectators at one table: ", len(newcomers))
	return []row{{
		what:     what + "time from the last arrival until the server is idle",
		measured: short(settled),
		target:   short(settleTarget),
		status:   statusOf(settled <= settleTarget),
	}, {
		what:     what + "processor time per spectator",
		measured: short((used - before) / time.Duration(len(newcomers))),
	}}
}

// settle waits until the server is idle. It returns the time that it waited, and the processor
// time that the server has used since its start.
func (c *watchedTable) settle(ctx context.Context) (busy, used time.Duration) {
	for ; busy < settleLimit; busy += idleWindow {
		window := c.host.usage(func() { pause(ctx, idleWindow) })
		if window.used < time.Duration(idleShare*float64(idleWindow)) {
			break
		}
	}
	return busy, c.host.cpu()
}

// playWatched plays watchedPlies plies of the recorded game, beginning with the ply `from`.
func (c *watchedTable) playWatched(ctx context.Context, from int) (w watched) {
	w.spectators = len(c.spectators)
	w.used = c.host.usage(func() {
		for ply := from; ply < from+watchedPlies; ply++ {
			m := c.players.play(ctx, c.host, ply, c.spectators...)
			w.took, w.slowest = append(w.took, m.took...), append(w.slowest, m.last)
		}
	}).used / watchedPlies
	return w
}

// aloneRows returns the lines of the report for a game without spectators. They are the
// baseline for games with spectators.
func (w *watched) aloneRows() []row {
	return []row{{
		what:     "0 spectators: time from a key press to another player's screen, p99",
		measured: short(percentile(w.took, 99)),
		ratio:    fmt.Sprintf("%d samples, p50 %s", len(w.took), short(median(w.took))),
	}, {
		what:     "0 spectators: processor time of the server per move",
		measured: short(w.used),
	}}
}

func (w *watched) rows(alone watched, floor floorCosts, slowestTarget, usageTarget time.Duration) []row {
	with := fmt.Sprintf("%d spectators: ", w.spectators)
	each := (w.used - alone.used) / time.Duration(w.spectators)
	least := floor.moves[w.spectators]
	alike := least.used / time.Duration(w.spectators)
	took, slowest := percentile(w.took, 99), percentile(w.slowest, 99)
	return []row{{
		what:     with + "time from a key press to another player's screen, p99",
		measured: short(took),
		baseline: short(percentile(alone.took, 99)) + ", no spectators",
		ratio:    fmt.Sprintf("%.2f x; p50 %s", times(took, percentile(alone.took, 99)), short(median(w.took))),
		target:   short(watchedTarget),
		status:   statusOf(took <= watchedTarget),
	}, {
		what:     with + "time from a key press to the last spectator's screen, p99",
		measured: short(slowest),
		baseline: short(least.last) + ", x/crypto alone",
		ratio:    fmt.Sprintf("%.2f x; p50 %s", times(slowest, least.last), short(median(w.slowest))),
		target:   short(slowestTarget),
		status:   statusOf(slowest <= slowestTarget),
	}, {
		what:     with + "processor time of the server per move",
		measured: short(w.used),
		baseline: short(least.used) + ", x/crypto alone",
		ratio:    ratio(times(w.used, least.used)),
		target:   short(usageTarget),
		status:   statusOf(w.used <= usageTarget),
	}, {
		what:     with + "processor time for each spectator and move",
		measured: short(each),
		baseline: short(alike) + ", x/crypto alone",
		ratio:    ratio(times(each, alike)),
	}}
}
