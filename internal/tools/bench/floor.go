package main

import (
	"context"
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
func floorOf(ctx context.Context) floorCosts {
	if knownFloor == nil {
		measured := measureFloor(ctx)
		knownFloor = &measured
	}
	return *knownFloor
}

func measureFloor(ctx context.Context) (costs floorCosts) {
	p := launch(ctx, child.FloorServer)
	defer p.end()
	empty := p.size()
	who := newPerson("client")
	clients := make([]*client, floorClients)
	for i := range clients {
		clients[i] = connect(ctx, p.address, who.key, "watch", child.FloorText, oldClient)
	}
	defer closeClients(clients)
	costs.session = p.size().PerSession(empty, floorClients)
	costs.moves = map[int]moveCosts{}
	for n := range child.AskOneWrite {
		costs.moves[n] = measureMoves(ctx, p, clients[:n])
	}
	return costs
}

// measureMoves measures the costs when the minimal SSH server writes once to each client.
func measureMoves(ctx context.Context, p *process, clients []*client) moveCosts {
	var slowest []time.Duration
	all := p.usage(func() {
		for range watchedPlies {
			for _, c := range clients {
				c.arm()
			}
			begun := time.Now()
			var written int
			p.ask(child.AskOneWrite[len(clients)], &written)
			slowest = append(slowest, lastWoken(ctx, clients).Sub(begun))
			quiet(ctx, clients...)
		}
	})
	return moveCosts{all.used / watchedPlies, percentile(slowest, 99)}
}

// lastWoken waits until each client has received a byte after the last call of client.arm.
// It returns the time at which the slowest client received its byte.
func lastWoken(ctx context.Context, clients []*client) (last time.Time) {
	for _, c := range clients {
		if seen := c.woken(ctx); seen.After(last) {
			last = seen
		}
	}
	return last
}
