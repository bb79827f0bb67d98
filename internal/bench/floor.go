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
	floorServer  = "floor"          // as a data directory, makes a child run serveFloor
	askWrites    = "write"          // makes the floor server write to all its clients
	floorText    = "waiting"        // what a client of the floor server receives first
	floorBytes   = 150              // size of each write, about that of a move
	floorWrites  = 2 * watchedPlies // number of writes to each client
	floorClients = 500              // number of clients
	floorPause   = 5 * time.Millisecond
)

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
			_, _ = channel.Write([]byte(floorText))
			floor.Lock()
			floor.channels = append(floor.channels, channel)
			floor.Unlock()
		}
	}
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

// measureFloor returns the resources of one session of the floor server, and the processor
// time that it needs to encrypt and write one move to one client.
func measureFloor(ctx context.Context) (each size, write time.Duration, err error) {
	p, err := launch(ctx, floorServer)
	if err != nil {
		return each, 0, err
	}
	defer func() { err = errors.Join(err, p.end()) }()
	empty, err := p.size()
	if err != nil {
		return each, 0, err
	}
	clients, err := connectFloor(ctx, p, floorClients)
	defer closeClients(clients)
	if err != nil {
		return each, 0, err
	}
	full, err := p.size()
	if err != nil {
		return each, 0, err
	}
	err = p.ask(askWrites, &write)
	return full.perSession(empty, floorClients), write, err
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
