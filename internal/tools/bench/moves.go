package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/tools/must"
	"quadrille/rules"
)

const (
	// movesTarget is the maximum mean number of bytes that the server may send to a client
	// for a move.
	movesTarget = 240
	// movesPlayed is the number of moves whose latency is measured. Bytes are counted only
	// for the first countedMoves moves, because later moves capture more and change more
	// cells.
	movesPlayed  = 200
	countedMoves = middle
	// moveTimeout is the time within which a move must reach all clients. Otherwise the run
	// fails.
	moveTimeout = 5 * time.Second
)

// match holds the clients of two tables: one table of the server, and one of the minimal
// server (bare).
type match struct {
	pair
	server, bare tableClients
}

// bytesOf holds, for each of the two servers, the number of bytes that each client received
// for each move.
type bytesOf struct{ server, bare []int }

// playAll plays the recorded game at both servers. It plays each ply first at the measured
// server and then at the minimal server.
func (m match) playAll(ctx context.Context) (t timesOf, b bytesOf) {
	for ply := range movesPlayed {
		server, bare := m.server.play(ctx, m.pair.server, ply), m.bare.play(ctx, m.pair.bare, ply)
		t.server, t.bare = append(t.server, server.took...), append(t.bare, bare.took...)
		if ply < countedMoves {
			b.server, b.bare = append(b.server, server.bytes...), append(b.bare, bare.bytes...)
		}
	}
	return t, b
}

// shown holds the effects of a move.
type shown struct {
	took  []time.Duration // for each of the other three players' clients, the time from Enter to the first output
	last  time.Duration   // the time until the last spectator's client received output
	bytes []int           // for each of the four clients, the number of bytes that it received
}

// play types a ply and presses Enter.
func (s tableClients) play(ctx context.Context, c *contender, ply int, spectators ...*client) (m shown) {
	ctx, cancel := context.WithTimeout(ctx, moveTimeout)
	defer cancel()
	mover := c.mover(ply)
	s.prepare(ctx, mover, c.input(ply))
	var before [len(s)]int
	for seat, client := range s {
		before[seat] = client.received()
		client.arm()
	}
	for _, client := range spectators {
		client.arm()
	}
	begun := time.Now()
	s[mover].press("\r")
	for seat, client := range s {
		seen := client.woken(ctx)
		if seat != int(mover) {
			m.took = append(m.took, seen.Sub(begun))
		}
	}
	m.last = lastWoken(ctx, spectators).Sub(begun)
	quiet(ctx, append(s[:], spectators...)...)
	for seat, client := range s {
		m.bytes = append(m.bytes, client.received()-before[seat])
	}
	return m
}

// prepare types the text of a move, before the latency of Enter is measured.
func (s tableClients) prepare(ctx context.Context, mover rules.Seat, text string) {
	if text == "" {
		return
	}
	s[mover].arm()
	s[mover].press(text)
	s[mover].woken(ctx)
	s.quiet(ctx)
}

func (s tableClients) quiet(ctx context.Context) { quiet(ctx, s[:]...) }

// quiet waits until the clients receive nothing more, and then for a random time, so that
// key presses fall on different points of the fixed intervals at which the minimal server
// draws.
func quiet(ctx context.Context, clients ...*client) {
	for last := -1; ; {
		sum := 0
		for _, client := range clients {
			sum += client.received()
		}
		if sum == last {
			pause(ctx, rand.N(17*time.Millisecond))
			return
		}
		last = sum
		pause(ctx, 25*time.Millisecond)
	}
}

// pause waits until the duration d has passed or ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
		must.Check(ctx.Err())
	}
}

// moveRows plays the recorded game while no other sessions are open, and returns rows about
// the latency and the bytes of its moves.
func moveRows(ctx context.Context, p pair, id table.ID) []row {
	m := match{p, p.server.seat(ctx, id), p.bare.seat(ctx, id)}
	defer closeTables(m.server, m.bare)
	t, b := m.playAll(ctx)
	return append(t.rows("time from a key press at one seat to output at another", keyTarget), b.row())
}

func (b bytesOf) row() row {
	server := mean(b.server)
	return row{
		what:     fmt.Sprintf("bytes per move to each client, first %d moves", countedMoves),
		measured: fmt.Sprintf("%.0f (p99 %d)", server, percentile(b.server, 99)),
		baseline: fmt.Sprintf("%.0f, bare board", mean(b.bare)),
		ratio:    ratio(times(server, mean(b.bare))),
		target:   fmt.Sprint(movesTarget),
		status:   statusOf(server <= movesTarget),
	}
}
