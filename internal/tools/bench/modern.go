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
func measureModern(ctx context.Context, dir string) ([]row, error) {
	rows, err := modernRows(ctx, filepath.Join(dir, "modern"))
	if err != nil {
		return rows, err
	}
	watching, err := measureWatched(ctx, filepath.Join(dir, "modern-spectators"), modernClient)
	rows = append(rows, watching...)
	for i := range watching {
		rows[len(rows)-1-i].what = "modern clients: " + rows[len(rows)-1-i].what
	}
	return rows, err
}

func modernRows(ctx context.Context, data string) (rows []row, err error) {
	f, err := newFixture(ctx, data, typingTables+3, 0)
	if err != nil {
		return nil, err
	}
	people, err := claimAccounts(ctx, data, modernArrivals)
	if err != nil {
		return nil, err
	}
	p, err := launch(ctx, data, child.WithManySessions)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	host := contenderOf(p, f)
	ids := f.ids()
	old, err := typedMoves(ctx, host, ids[0], countedOld)
	if err != nil {
		return nil, err
	}
	modern, err := typedMoves(ctx, host, ids[1], modernSilent)
	if err != nil {
		return nil, err
	}
	rows = append(rows, typedRows(old, modern)...)
	arrivals, err := modernArrivalRows(ctx, host, ids[0], people)
	if err != nil {
		return rows, err
	}
	rows = append(rows, arrivals...)
	typing, err := typingRows(ctx, host, ids[2], ids[3:])
	return append(rows, typing...), err
}

// typed holds what a typed move costs, for each move.
type typed struct {
	used                     time.Duration // processor time of the server
	packets, pings           float64       // writes and reads of the four clients; pings among them
	bytesToServer, bytesFrom float64
}

// typedMoves plays moves that people type key by key.
func typedMoves(ctx context.Context, host *contender, id table.ID, k kind) (m typed, err error) {
	var players tableClients
	defer func() { closeTables([]tableClients{players}) }()
	for seat := range players {
		if players[seat], err = connectAs(ctx, host.address, host.people[id][seat].key, host.command(id), host.end, k); err != nil {
			return m, err
		}
	}
	if err := pause(ctx, afterLastKey); err != nil {
		return m, err
	}
	m.count(players, -1)
	before, err := host.cpu()
	if err != nil {
		return m, err
	}
	for ply := range modernPlies {
		mover := players[host.mover(ply)]
		for _, key := range host.input(ply) + "\r" {
			if err := errors.Join(mover.press(string(key)), pause(ctx, keyEvery)); err != nil {
				return m, err
			}
		}
		if err := pause(ctx, afterLastKey); err != nil {
			return m, err
		}
	}
	after, err := host.cpu()
	m.count(players, 1)
	m.used = (after - before) / modernPlies
	return m, err
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
func arrive(ctx context.Context, host *contender, id table.ID, people []person, k kind) (a arrival, err error) {
	before, err := host.cpu()
	if err != nil {
		return a, err
	}
	clients, errs := make([]*client, len(people)), make([]error, len(people))
	slots := make(chan bool, arrivingModern)
	var all sync.WaitGroup
	for i, who := range people {
		slots <- true
		all.Go(func() {
			defer func() { <-slots }()
			if clients[i], errs[i] = connectAs(ctx, host.address, who.key, host.command(id), host.end, k); errs[i] == nil {
				errs[i] = pause(ctx, afterLastKey)
				clients[i].close()
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return a, err
	}
	after, err := host.cpu()
	n := float64(len(people))
	for _, c := range clients {
		a.bytes += float64(c.received()) / n
		a.packets += float64(c.traffic.Reads.Load()+c.traffic.Writes.Load()) / n
		if c.modern.Queries.Load() > 0 {
			a.queries++
		}
	}
	a.used = (after - before) / time.Duration(len(people))
	return a, err
}

func modernArrivalRows(ctx context.Context, host *contender, id table.ID, people []person) (rows []row, err error) {
	if _, err := arrive(ctx, host, id, people[:arrivingModern], modernSilent); err != nil { // warm up
		return nil, err
	}
	silent, err := arrive(ctx, host, id, people, modernSilent)
	if err != nil {
		return nil, err
	}
	for _, visit := range []string{"first", "second"} {
		a, err := arrive(ctx, host, id, people, modernClient)
		if err != nil {
			return nil, err
		}
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
	return rows, nil
}

// typingRows measures a game of old clients, while modern clients at other tables type without
// a pause.
func typingRows(ctx context.Context, host *contender, id table.ID, others []table.ID) ([]row, error) {
	bystanders, err := host.seat(ctx, id)
	defer func() { closeTables([]tableClients{bystanders}) }()
	if err != nil {
		return nil, err
	}
	var typists []*client
	defer func() { closeClients(typists) }()
	for _, other := range others {
		for seat := range bystanders {
			c, err := connectAs(ctx, host.address, host.people[other][seat].key, host.command(other), host.end, modernSilent)
			if err != nil {
				return nil, err
			}
			typists = append(typists, c)
		}
	}
	alone, err := bystand(ctx, host, bystanders, 0, nil)
	if err != nil {
		return nil, err
	}
	typing, err := bystand(ctx, host, bystanders, modernPlies, typists)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return []row{{
			what:     fmt.Sprintf("modern clients: a move while %d others send pings and a key a second", len(typists)),
			measured: "not shown within " + short(moveTimeout), target: short(typingTarget), status: statusOf(false),
		}}, nil
	}
	if err != nil {
		return nil, err
	}
	took := percentile(typing.took, 99)
	return []row{{
		what: fmt.Sprintf("modern clients: time from a key press to another player's screen while %d others send "+
			"pings and a key a second, p99", len(typists)),
		measured: short(took),
		baseline: short(percentile(alone.took, 99)) + ", nobody else types",
		ratio:    fmt.Sprintf("p50 %s; %.0f %% of a core", short(median(typing.took)), typing.cores()),
		target:   short(typingTarget),
		status:   statusOf(took <= typingTarget),
	}}, nil
}

// bystand plays moves while the typists type.
func bystand(ctx context.Context, host *contender, players tableClients, from int, typists []*client) (o outcome, err error) {
	typing, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for _, c := range typists {
		all.Go(func() {
			_ = pause(typing, rand.N(typingEvery))
			for keys := []string{"a", "\x7f"}; typing.Err() == nil; slices.Reverse(keys) {
				if c.press(keys[0]) != nil || pause(typing, typingEvery) != nil {
					return
				}
			}
		})
	}
	if len(typists) > 0 {
		if err := pause(ctx, afterLastKey); err != nil {
			return o, err
		}
	}
	begun := time.Now()
	before, err := host.cpu()
	if err != nil {
		return o, err
	}
	for ply := from; ply < from+modernPlies; ply++ {
		took, _, err := players.play(ctx, host, ply)
		if err != nil {
			return o, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		o.took = append(o.took, took...)
	}
	after, err := host.cpu()
	o.lasted, o.used = time.Since(begun), after-before
	return o, err
}
