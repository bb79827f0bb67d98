package main

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/tools/bench/child"
)

// floorClients is the number of clients that connect to the floor server, which only encrypts
// bytes and writes them.
const floorClients = 2000

// floorCosts are the costs of a server that only encrypts and writes.
type floorCosts struct {
	session child.Size        // goroutines and memory of one session
	moves   map[int]moveCosts // the costs of a move, for each number of clients
}

// moveCosts are the costs of sending one move: one write to each client.
type moveCosts struct {
	used time.Duration // processor time of the server
	last time.Duration // p99 of the times from a write until the last client had received the bytes
}

// knownFloor holds the costs of the minimal SSH server. It is nil until they have been
// measured.
var knownFloor *floorCosts

// floorOf returns the costs of a minimal SSH server. It measures them only on the first call.
func floorOf(ctx context.Context) (floorCosts, error) {
	if knownFloor == nil {
		measured, err := measureFloor(ctx)
		if err != nil {
			return measured, err
		}
		knownFloor = &measured
	}
	return *knownFloor, nil
}

func measureFloor(ctx context.Context) (costs floorCosts, err error) {
	p, err := launch(ctx, child.FloorServer)
	if err != nil {
		return costs, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	empty, err := p.size()
	if err != nil {
		return costs, err
	}
	clients, err := connectFloor(ctx, p, floorClients)
	defer closeClients(clients)
	if err != nil {
		return costs, err
	}
	full, err := p.size()
	if err != nil {
		return costs, err
	}
	costs.session = full.PerSession(empty, floorClients)
	costs.moves = map[int]moveCosts{}
	for n := range child.AskOneWrite {
		if costs.moves[n], err = measureMoves(ctx, p, clients[:n]); err != nil {
			return costs, err
		}
	}
	return costs, nil
}

// measureMoves measures the costs when the minimal SSH server writes once to each client.
func measureMoves(ctx context.Context, p *process, clients []*client) (costs moveCosts, err error) {
	var slowest []time.Duration
	before, err := p.cpu()
	if err != nil {
		return costs, err
	}
	for range watchedPlies {
		for _, c := range clients {
			c.arm()
		}
		begun := time.Now()
		var written int
		if err := p.ask(child.AskOneWrite[len(clients)], &written); err != nil {
			return costs, err
		}
		last, err := lastWoken(ctx, clients)
		if err != nil {
			return costs, err
		}
		slowest = append(slowest, last.Sub(begun))
		if err := quiet(ctx, clients...); err != nil {
			return costs, err
		}
	}
	after, err := p.cpu()
	return moveCosts{(after - before) / watchedPlies, percentile(slowest, 99)}, err
}

// lastWoken waits until each client has received a byte after the last call of client.arm.
// It returns the time at which the slowest client received its byte.
func lastWoken(ctx context.Context, clients []*client) (last time.Time, err error) {
	for _, c := range clients {
		seen, err := c.woken(ctx)
		if err != nil {
			return last, err
		}
		if seen.After(last) {
			last = seen
		}
	}
	return last, nil
}

// connectFloor opens n sessions with the minimal server, which only encrypts and writes.
func connectFloor(ctx context.Context, p *process, n int) (clients []*client, err error) {
	who, err := newPerson("client")
	for i := 0; err == nil && i < n; i++ {
		var c *client
		if c, err = connect(ctx, p.address, who.key, "watch", child.FloorText); err == nil {
			clients = append(clients, c)
		}
	}
	return clients, err
}

func closeClients(clients []*client) {
	for _, c := range clients {
		c.close()
	}
}
