package main

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

const (
	floorServer = "floor"          // as a data directory, makes a child run serveFloor
	askWrites   = "write"          // makes the floor server write to all its clients
	floorText   = "waiting"        // what a client of the floor server receives first
	floorBytes  = 150              // size of each write, about that of a move
	floorWrites = 2 * watchedPlies // number of writes to each client
	floorPause  = 5 * time.Millisecond
)

// askOneWrite holds the requests that make the floor server write once to each of its first
// clients. The key is the number of these clients.
var askOneWrite = map[int]string{200: "write-200", 2000: "write-2000"}

// floorClients is the number of clients that connect to the floor server.
const floorClients = 2000

// floor holds the open channels of the floor server.
var floor struct {
	sync.Mutex
	channels []ssh.Channel
}

// serveFloor runs a server that does only what every server has to do: it encrypts bytes with
// golang.org/x/crypto and writes them.
func serveFloor() error {
	who, err := newPerson("floor")
	if err != nil {
		return err
	}
	cfg := &ssh.ServerConfig{NoClientAuth: true, PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil }}
	cfg.AddHostKey(who.key)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	return serveAndAnswer(listener.Addr().String(), func(ctx context.Context) error {
		context.AfterFunc(ctx, func() { _ = listener.Close() })
		for {
			conn, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			if err != nil {
				return err
			}
			go serveFloorConn(conn, cfg)
		}
	})
}

func serveFloorConn(conn net.Conn, cfg *ssh.ServerConfig) {
	_, channels, requests, err := ssh.NewServerConn(conn, cfg)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for wanted := range channels {
		channel, requests, err := wanted.Accept()
		if err != nil {
			return
		}
		for r := range requests {
			_ = r.Reply(true, nil)
			if r.Type != "exec" {
				continue
			}
			floor.Lock()
			floor.channels = append(floor.channels, channel)
			floor.Unlock()
			_, _ = channel.Write([]byte(floorText)) // last, so that channels are in the clients' order
		}
	}
}

// writeFloorOnce writes once to each of the first n channels and returns n.
func writeFloorOnce(n int) int {
	floor.Lock()
	defer floor.Unlock()
	b := make([]byte, floorBytes)
	for _, c := range floor.channels[:n] {
		_, _ = c.Write(b)
	}
	return n
}

// writeFloor writes to each channel and returns the processor time for one write.
func writeFloor() time.Duration {
	floor.Lock()
	defer floor.Unlock()
	b := make([]byte, floorBytes)
	begun := cpuTime()
	for range floorWrites {
		for _, c := range floor.channels {
			_, _ = c.Write(b)
		}
		time.Sleep(floorPause) // the clients read
	}
	return (cpuTime() - begun) / time.Duration(floorWrites*len(floor.channels))
}

// floorCosts are the costs of a server that only encrypts and writes.
type floorCosts struct {
	session size                  // resources of one session
	write   time.Duration         // processor time to write one move to one client
	last    map[int]time.Duration // p99 of the time until the last of so many clients has a move
}

// knownFloor holds the costs of the floor server after they have been measured.
var knownFloor *floorCosts

// floorOf returns the costs of the floor server. It measures them once in a run.
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
	p, err := launch(ctx, floorServer)
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
	costs.session = full.perSession(empty, floorClients)
	if err := p.ask(askWrites, &costs.write); err != nil {
		return costs, err
	}
	if err := quiet(ctx, clients...); err != nil {
		return costs, err
	}
	costs.last = map[int]time.Duration{}
	for n := range askOneWrite {
		if costs.last[n], err = measureLast(ctx, p, clients[:n]); err != nil {
			return costs, err
		}
	}
	return costs, nil
}

// measureLast makes the floor server write to the clients many times. It returns the p99 of the
// time until the last client has the bytes.
func measureLast(ctx context.Context, p *process, clients []*client) (time.Duration, error) {
	var slowest []time.Duration
	for range watchedPlies {
		for _, c := range clients {
			c.arm()
		}
		begun := time.Now()
		var written int
		if err := p.ask(askOneWrite[len(clients)], &written); err != nil {
			return 0, err
		}
		last, err := lastWoken(ctx, clients)
		if err != nil {
			return 0, err
		}
		slowest = append(slowest, last.Sub(begun))
		if err := quiet(ctx, clients...); err != nil {
			return 0, err
		}
	}
	return percentile(slowest, 99), nil
}

// lastWoken waits until each client has received bytes since arm was called. It returns when
// the last of them did, or the zero time without clients.
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

// connectFloor opens n sessions with the floor server.
func connectFloor(ctx context.Context, p *process, n int) (clients []*client, err error) {
	who, err := newPerson("client")
	for i := 0; err == nil && i < n; i++ {
		var c *client
		if c, err = connect(ctx, p.address, who.key, "watch", floorText); err == nil {
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
