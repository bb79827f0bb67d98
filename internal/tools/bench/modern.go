package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/internal/tools/must"
	"quadrille/rules"
)

// OpenSSH from version 9.5 on sends a ping every 20 ms while somebody types, and for about
// two seconds after the last key. It cannot tell the answers of a terminal from keys. The rows of this
// part compare such clients with older ones.

// Targets for modern clients.
const (
	modernMove     = 1.5 // processor time of a move, as a multiple of the time with old clients
	modernArrival  = 1.3 // processor time of an arrival, as a multiple of that of a client whose terminal answers nothing
	typingTarget   = 25 * time.Millisecond
	typingClients  = 500
	typingTables   = typingClients / rules.SeatCount
	typingEvery    = time.Second // time between two keys of each typing client, so that its pings never pause
	modernPlies    = 16
	keyEvery       = 120 * time.Millisecond  // time between two keys of a move
	afterLastKey   = 2200 * time.Millisecond // longer than the pings after a key
	modernArrivals = 48
	arrivingModern = 8 // number of clients that arrive at the same time
)

// measureModern measures what modern clients cost.
func measureModern(ctx context.Context, dir string) []row {
	rows := modernRows(ctx, filepath.Join(dir, "modern"))
	for _, r := range measureWatched(ctx, filepath.Join(dir, "modern-spectators"), modernClient) {
		r.what = "modern clients: " + r.what
		rows = append(rows, r)
	}
	return rows
}

func modernRows(ctx context.Context, data string) []row {
	f := newFixture(ctx, data, typingTables+3, 0)
	people := claimAccounts(ctx, data, modernArrivals)
	p := launch(ctx, data, child.WithManySessions)
	defer p.end()
	host := contenderOf(p, f)
	ids := f.ids()
	old := typedMoves(ctx, host, ids[0], countedOld)
	modern := typedMoves(ctx, host, ids[1], modernSilent)
	return slices.Concat(
		typedRows(old, modern),
		modernArrivalRows(ctx, host, ids[0], people),
		typingRows(ctx, host, ids[2], ids[3:]),
	)
}

// typed holds what a typed move costs, for each move.
type typed struct {
	used                     time.Duration // processor time of the server
	packets, pings           float64       // writes and reads of the four clients; pings among them
	bytesToServer, bytesFrom float64
}

// typedMoves plays moves that people type key by key.
func typedMoves(ctx context.Context, host *contender, id table.ID, k kind) (m typed) {
	var players tableClients
	for seat := range players {
		players[seat] = host.watch(ctx, id, host.people[id][seat], k)
	}
	defer closeTables(players)
	pause(ctx, afterLastKey)
	m.count(players, -1)
	m.used = host.usage(func() {
		for ply := range modernPlies {
			for _, key := range host.input(ply) + "\r" {
				players[host.mover(ply)].press(string(key))
				pause(ctx, keyEvery)
			}
			pause(ctx, afterLastKey)
		}
	}).used / modernPlies
	m.count(players, 1)
	return m
}

// count adds the traffic of the clients, divided by the number of moves.
func (m *typed) count(players tableClients, sign float64) {
	each := sign / modernPlies
	for _, c := range players {
		m.packets += each * float64(c.traffic.Reads.Load()+c.traffic.Writes.Load())
		m.bytesToServer += each * float64(c.traffic.BytesWritten.Load())
		m.bytesFrom += each * float64(c.traffic.BytesRead.Load())
		if c.modern != nil {
			m.pings += each * float64(c.modern.Pings.Load())
		}
	}
}

func typedRows(old, modern typed) []row {
	x := times(modern.used, old.used)
	return []row{{
		what:     "modern clients: processor time of a move that is typed key by key, four players",
		measured: short(modern.used),
		baseline: short(old.used) + ", old clients",
		ratio:    fmt.Sprintf("%.2f x; %.0f pings a move", x, modern.pings),
		target:   fmt.Sprintf("at most %.1f x", modernMove),
		status:   statusOf(x <= modernMove),
	}, {
		what:     "modern clients: packets of a move, both directions",
		measured: fmt.Sprintf("%.0f", modern.packets),
		baseline: fmt.Sprintf("%.0f, old clients", old.packets),
		ratio:    ratio(modern.packets / old.packets),
	}, {
		what:     "modern clients: bytes of a move, to and from the server",
		measured: fmt.Sprintf("%.0f and %.0f", modern.bytesToServer, modern.bytesFrom),
		baseline: fmt.Sprintf("%.0f and %.0f, old clients", old.bytesToServer, old.bytesFrom),
		ratio:    ratio((modern.bytesToServer + modern.bytesFrom) / (old.bytesToServer + old.bytesFrom)),
	}}
}

// arrival holds what an arrival costs.
type arrival struct {
	used    time.Duration // processor time of the server, including that for the pings
	bytes   float64       // output
	packets float64
	queries int // number of clients that the server has asked something
}

// arrive lets each person connect once, and measures the server until the pings have ended.
func arrive(ctx context.Context, host *contender, id table.ID, people []person, k kind) (a arrival) {
	clients := make([]*client, len(people))
	all := host.usage(func() {
		each(len(people), arrivingModern, func(i int) {
			clients[i] = host.watch(ctx, id, people[i], k)
			pause(ctx, afterLastKey)
			clients[i].close()
		})
	})
	n := float64(len(people))
	for _, c := range clients {
		a.bytes += float64(c.received()) / n
		a.packets += float64(c.traffic.Reads.Load()+c.traffic.Writes.Load()) / n
		if c.modern.Queries.Load() > 0 {
			a.queries++
		}
	}
	a.used = all.used / time.Duration(len(people))
	return a
}

func modernArrivalRows(ctx context.Context, host *contender, id table.ID, people []person) (rows []row) {
	arrive(ctx, host, id, people[:arrivingModern], modernSilent) // warm up
	silent := arrive(ctx, host, id, people, modernSilent)
	for _, visit := range []string{"first", "second"} {
		a := arrive(ctx, host, id, people, modernClient)
		x := times(a.used, silent.used)
		r := row{
			what:     "modern clients: " + visit + " arrival, the terminal answers queries: processor time",
			measured: short(a.used),
			baseline: short(silent.used) + ", a silent terminal",
			ratio:    fmt.Sprintf("%.2f x; %d of %d asked", x, a.queries, len(people)),
		}
		if visit == "second" {
			r.target, r.status = fmt.Sprintf("at most %.1f x", modernArrival), statusOf(x <= modernArrival)
		}
		rows = append(rows, r, row{
			what:     "modern clients: " + visit + " arrival: bytes of output, and packets",
			measured: fmt.Sprintf("%.0f, %.0f", a.bytes, a.packets),
			baseline: fmt.Sprintf("%.0f, %.0f, a silent terminal", silent.bytes, silent.packets),
			ratio:    ratio(a.bytes / silent.bytes),
		})
	}
	return rows
}

// typingRows measures a game of old clients, while modern clients at other tables type without
// a pause.
func typingRows(ctx context.Context, host *contender, id table.ID, others []table.ID) []row {
	bystanders := host.seat(ctx, id)
	defer closeTables(bystanders)
	var typists []*client
	defer func() { closeClients(typists) }()
	for _, other := range others {
		for seat := range bystanders {
			typists = append(typists, host.watch(ctx, other, host.people[other][seat], modernSilent))
		}
	}
	alone := bystand(ctx, host, bystanders, 0, nil)
	var typing outcome
	err := must.Catch(func() { typing = bystand(ctx, host, bystanders, modernPlies, typists) })
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return []row{{
			what:     fmt.Sprintf("modern clients: a move while %d others send pings and a key a second", len(typists)),
			measured: "not shown within " + short(moveTimeout), target: short(typingTarget), status: statusOf(false),
		}}
	}
	must.Check(err)
	took := percentile(typing.took, 99)
	return []row{{
		what: fmt.Sprintf("modern clients: time from a key press to another player's screen while %d others send "+
			"pings and a key a second, p99", len(typists)),
		measured: short(took),
		baseline: short(percentile(alone.took, 99)) + ", nobody else types",
		ratio:    fmt.Sprintf("p50 %s; %.0f %% of a core", short(median(typing.took)), typing.percent()),
		target:   short(typingTarget),
		status:   statusOf(took <= typingTarget),
	}}
}

// bystand plays moves while the typists type.
func bystand(ctx context.Context, host *contender, players tableClients, from int, typists []*client) outcome {
	typing, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for _, c := range typists {
		all.Go(func() {
			_ = must.Catch(func() { // until typing is stopped
				pause(typing, rand.N(typingEvery))
				for keys := []string{"a", "\x7f"}; ; slices.Reverse(keys) {
					c.press(keys[0])
					pause(typing, typingEvery)
				}
			})
		})
	}
	if len(typists) > 0 {
		pause(ctx, afterLastKey)
	}
	return host.game(ctx, players, from, modernPlies)
}
