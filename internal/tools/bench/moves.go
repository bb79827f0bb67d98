package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"quadrille/internal/table"
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
func (m match) playAll(ctx context.Context) (t timesOf, b bytesOf, err error) {
	for ply := range movesPlayed {
		server, bytes, err := m.server.play(ctx, m.pair.server, ply)
		if err != nil {
			return t, b, fmt.Errorf("ply %d: %w", ply+1, err)
		}
		bare, bareBytes, err := m.bare.play(ctx, m.pair.bare, ply)
		if err != nil {
			return t, b, fmt.Errorf("ply %d at the minimal server: %w", ply+1, err)
		}
		t.server, t.bare = append(t.server, server...), append(t.bare, bare...)
		if ply < countedMoves {
			b.server, b.bare = append(b.server, bytes...), append(b.bare, bareBytes...)
		}
	}
	return t, b, nil
}

// play types a ply and presses Enter. For each of the other three players' clients, it
// returns the time from Enter to the first output. It also returns the number of bytes that
// each of the four clients received.
func (s tableClients) play(ctx context.Context, c *contender, ply int) (took []time.Duration, bytes []int, err error) {
	ctx, cancel := context.WithTimeout(ctx, moveTimeout)
	defer cancel()
	mover := c.mover(ply)
	if err := s.prepare(ctx, mover, c.input(ply)); err != nil {
		return nil, nil, err
	}
	var before [len(s)]int
	for seat, client := range s {
		before[seat] = client.received()
		client.arm()
	}
	begun := time.Now()
	if err := s[mover].press("\r"); err != nil {
		return nil, nil, err
	}
	for seat, client := range s {
		seen, err := client.woken(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("no output at seat %d: %w", seat, err)
		}
		if seat != int(mover) {
			took = append(took, seen.Sub(begun))
		}
	}
	err = s.quiet(ctx)
	for seat, client := range s {
		bytes = append(bytes, client.received()-before[seat])
	}
	return took, bytes, err
}

// prepare types the text of a move, before the latency of Enter is measured.
func (s tableClients) prepare(ctx context.Context, mover rules.Seat, text string) error {
	if text == "" {
		return nil
	}
	s[mover].arm()
	if err := s[mover].press(text); err != nil {
		return err
	}
	if _, err := s[mover].woken(ctx); err != nil {
		return fmt.Errorf("no output after %q: %w", text, err)
	}
	return s.quiet(ctx)
}

func (s tableClients) quiet(ctx context.Context) error { return quiet(ctx, s[:]...) }

// quiet waits until the clients receive nothing more, and then for a random time, so that
// key presses fall on different points of the fixed intervals at which the minimal server
// draws.
func quiet(ctx context.Context, clients ...*client) error {
	for last := -1; ; {
		sum := 0
		for _, client := range clients {
			sum += client.received()
		}
		if sum == last {
			return pause(ctx, rand.N(17*time.Millisecond))
		}
		last = sum
		if err := pause(ctx, 25*time.Millisecond); err != nil {
			return err
		}
	}
}

// pause waits until the duration d has passed or ctx is done.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// seat connects four players to a table on each of the two servers.
func (p pair) seat(ctx context.Context, id table.ID) (m match, err error) {
	m.pair = p
	if m.server, err = p.server.seat(ctx, id); err != nil {
		return m, err
	}
	m.bare, err = p.bare.seat(ctx, id)
	return m, err
}

func (m match) close() {
	for seat := range m.server {
		m.server[seat].close()
		m.bare[seat].close()
	}
}

// moveRows plays the recorded game while no other sessions are open, and returns rows about
// the latency and the bytes of its moves.
func moveRows(ctx context.Context, p pair, id table.ID) ([]row, error) {
	m, err := p.seat(ctx, id)
	if err != nil {
		return nil, err
	}
	defer m.close()
	t, b, err := m.playAll(ctx)
	if err != nil {
		return nil, err
	}
	return append(t.rows("time from a key press at one seat to output at another", keyTarget), b.row()), nil
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
