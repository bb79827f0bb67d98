package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/rules"
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
func measureSpectators(ctx context.Context, dir string) ([]row, error) {
	return measureWatched(ctx, filepath.Join(dir, "spectators"), oldClient)
}

// measureWatched measures spectators whose clients are of the given kind.
func measureWatched(ctx context.Context, data string, k kind) (rows []row, err error) {
	floor, err := floorOf(ctx)
	if err != nil {
		return nil, err
	}
	f, err := newFixture(ctx, data, 1, 0)
	if err != nil {
		return nil, err
	}
	last := spectatorTargets[len(spectatorTargets)-1]
	c := &watchedTable{id: f.ids()[0], kind: k}
	if c.people, err = claimAccounts(ctx, data, last.spectators); err != nil {
		return nil, err
	}
	p, err := launch(ctx, data, child.WithManySessions)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	defer c.close()
	c.host = contenderOf(p, f)
	if c.players, err = c.host.seat(ctx, c.id); err != nil {
		return nil, err
	}
	empty, err := c.host.size()
	if err != nil {
		return nil, err
	}
	var alone watched
	for i, target := range spectatorTargets {
		arrived, err := c.admit(ctx, target.spectators)
		if err != nil {
			return rows, err
		}
		w, err := c.playWatched(ctx, i*watchedPlies)
		if err != nil {
			return rows, err
		}
		if i == 0 {
			alone = w
			rows = append(rows, w.aloneRows()...)
			continue
		}
		rows = append(rows, w.rows(alone, floor, target.slowest, target.usage)...)
		if target == last {
			rows = append(rows, arrived...)
			full, err := c.host.size()
			if err != nil {
				return rows, err
			}
			each := full.PerSession(empty, target.spectators)
			rows = append(
				rows,
				sizeRow(each, fmt.Sprintf("%d spectators: memory of each session", target.spectators), floor.session, spectatorMemory),
			)
		}
	}
	return rows, nil
}

// claimAccounts creates accounts with names in a data directory.
func claimAccounts(ctx context.Context, data string, n int) ([]person, error) {
	s, err := store.Open(ctx, data, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	people, errs := make([]person, n), make([]error, n)
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			if people[i], errs[i] = newPerson(fmt.Sprintf("Spectator %d", i+1)); errs[i] == nil {
				_, errs[i] = s.Accounts.Claim(ctx, people[i].ID, people[i].Name)
			}
		})
	}
	all.Wait()
	return people, errors.Join(append(errs, s.Close())...)
}

// admit connects spectators until there are n of them, and waits until the server is idle. It
// returns rows about the costs of the new connections.
func (c *watchedTable) admit(ctx context.Context, n int) ([]row, error) {
	before, err := c.host.cpu()
	if err != nil {
		return nil, err
	}
	newcomers := c.people[len(c.spectators):n]
	clients, errs := make([]*client, len(newcomers)), make([]error, len(newcomers))
	slots := make(chan bool, arriving)
	var all sync.WaitGroup
	for i, who := range newcomers {
		slots <- true
		all.Go(func() {
			clients[i], errs[i] = connectAs(ctx, c.host.address, who.key, c.host.command(c.id), c.host.end, c.kind)
			<-slots
		})
	}
	all.Wait()
	for _, client := range clients {
		if client != nil {
			c.spectators = append(c.spectators, client)
		}
	}
	failed := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	if failed >= 0 {
		return nil, fmt.Errorf("spectator %d: %w", failed+1, errs[failed])
	}
	if n == 0 {
		return nil, nil
	}
	settled, used, err := c.settle(ctx)
	what := fmt.Sprintf("arrival of %d spectators at one table: ", len(newcomers))
	return []row{{
		what:     what + "time from the last arrival until the server is idle",
		measured: short(settled),
		target:   short(settleTarget),
		status:   statusOf(settled <= settleTarget),
	}, {
		what:     what + "processor time per spectator",
		measured: short((used - before) / time.Duration(len(newcomers))),
	}}, err
}

// settle waits until the server is idle. It returns the time that it waited, and the processor
// time that the server has used since its start.
func (c *watchedTable) settle(ctx context.Context) (busy, used time.Duration, err error) {
	used, err = c.host.cpu()
	for err == nil && busy < settleLimit {
		if err = pause(ctx, idleWindow); err != nil {
			break
		}
		before := used
		if used, err = c.host.cpu(); err != nil || used-before < time.Duration(idleShare*float64(idleWindow)) {
			break
		}
		busy += idleWindow
	}
	return busy, used, err
}

// playWatched plays watchedPlies plies of the recorded game, beginning with the ply `from`.
func (c *watchedTable) playWatched(ctx context.Context, from int) (w watched, err error) {
	w.spectators = len(c.spectators)
	before, err := c.host.cpu()
	if err != nil {
		return w, err
	}
	for ply := from; ply < from+watchedPlies; ply++ {
		if err := c.play(ctx, ply, &w); err != nil {
			return w, fmt.Errorf("cannot play ply %d with %d spectators: %w", ply+1, w.spectators, err)
		}
	}
	after, err := c.host.cpu()
	w.used = (after - before) / watchedPlies
	return w, err
}

// play plays one ply and records when each screen showed it.
func (c *watchedTable) play(ctx context.Context, ply int, w *watched) error {
	ctx, cancel := context.WithTimeout(ctx, moveTimeout)
	defer cancel()
	mover := c.host.mover(ply)
	if err := c.players.prepare(ctx, mover, c.host.input(ply)); err != nil {
		return err
	}
	for _, client := range append(c.players[:], c.spectators...) {
		client.arm()
	}
	begun := time.Now()
	if err := c.players[mover].press("\r"); err != nil {
		return err
	}
	for seat, client := range c.players {
		seen, err := client.woken(ctx)
		if err != nil {
			return err
		}
		if rules.Seat(seat) != mover {
			w.took = append(w.took, seen.Sub(begun))
		}
	}
	last, err := lastWoken(ctx, c.spectators)
	if err != nil {
		return err
	}
	w.slowest = append(w.slowest, last.Sub(begun))
	return quiet(ctx, append(c.players[:], c.spectators...)...)
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

func (c *watchedTable) close() {
	closeTables([]tableClients{c.players})
	closeClients(c.spectators)
}
