package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/internal/tools/must"
)

// The size of each client's terminal, in cells.
const width, height = 120, 40

// frameTimeout is the time within which a client must receive its first frame. Otherwise the
// run fails.
const frameTimeout = 20 * time.Second

// client is a terminal connected by SSH. It counts and searches the bytes that it receives,
// but does not draw them: the time needed for drawing would hide differences between the
// servers.
type client struct {
	conn    io.Closer
	session *ssh.Session // nil for a modern client
	keys    io.Writer
	traffic *sshtest.CountingConn // counts packets and bytes of the network; nil if they are not counted
	modern  *sshtest.Modern       // the client of a kind that sends pings; nil for other kinds

	mu      sync.Mutex
	frame   []byte // bytes received before the first frame is complete
	end     []byte // text at the end of a complete first frame
	full    time.Time
	count   int       // number of bytes received
	woke    time.Time // time of the first byte received after the method arm was called
	armed   bool
	changed chan struct{} // gets a value when bytes are received; its capacity is 1
}

var addresses atomic.Uint32

// unusedAddress returns a loopback address that no client has used yet. Clients need
// different addresses because the server limits connections from one address.
func unusedAddress() string {
	n := addresses.Add(1)
	return net.IPv4(127, 1+byte(n>>16), byte(n>>8), byte(n)).String()
}

// kind is a kind of client.
type kind uint8

const (
	oldClient    kind = iota // sends no pings, and its terminal answers no queries
	countedOld               // an oldClient whose traffic is counted
	modernSilent             // sends pings while somebody types, like OpenSSH from version 9.5 on; its traffic is counted
	modernClient             // also answers the queries of the server, as most terminals do
)

// connect opens a session with a terminal from a client of the given kind. It returns when the
// first frame is complete.
func connect(ctx context.Context, address string, key ssh.Signer, command, end string, k kind) *client {
	c := &client{end: []byte(end), changed: make(chan struct{}, 1)}
	conn := must.Get(sshtest.Connect(unusedAddress(), address))
	if k != oldClient {
		c.traffic = &sshtest.CountingConn{Conn: conn}
		conn = c.traffic
	}
	if k >= modernSilent {
		c.modern = must.Get(sshtest.OpenModern(conn, sshtest.ModernOptions{
			Auth: sshtest.KeyAuth(key), Kind: "xterm-256color", Width: width, Height: height,
			Command: command, Output: c, Answers: k == modernClient,
		}))
		c.conn, c.keys = c.modern, c.modern
	} else {
		c.open(must.Get(sshtest.Login(conn, "anybody", sshtest.KeyAuth(key))), width, height)
		must.Check(c.session.Start(command))
	}
	ctx, cancel := context.WithTimeout(ctx, frameTimeout)
	defer cancel()
	c.await(ctx, func() bool { return !c.full.IsZero() })
	return c
}

// open opens a session with a terminal of the given size.
func (c *client) open(conn *ssh.Client, width, height int) {
	c.conn = conn
	c.session = must.Get(conn.NewSession())
	c.keys = must.Get(c.session.StdinPipe())
	c.session.Stdout, c.session.Stderr = c, c
	must.Check(c.session.RequestPty("xterm-256color", height, width, ssh.TerminalModes{}))
}

// Write receives output from the server.
func (c *client) Write(p []byte) (int, error) {
	now := time.Now()
	c.mu.Lock()
	c.count += len(p)
	if c.armed {
		c.woke, c.armed = now, false
	}
	if c.full.IsZero() {
		c.findEnd(p, now)
	}
	c.mu.Unlock()
	select {
	case c.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

// findEnd sets c.full to the time at which the client has received the whole first frame.
// The caller holds the lock.
func (c *client) findEnd(p []byte, now time.Time) {
	from := max(0, len(c.frame)-len(c.end))
	c.frame = append(c.frame, p...)
	if bytes.Contains(c.frame[from:], c.end) {
		c.full, c.frame = now, nil
	}
}

// await waits until a condition is met. Only one goroutine may wait at a time.
func (c *client) await(ctx context.Context, condition func() bool) {
	for {
		c.mu.Lock()
		ok := condition()
		c.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-c.changed:
		case <-ctx.Done():
			must.Check(ctx.Err())
		}
	}
}

// arm makes the client note the time at which it receives its next byte.
func (c *client) arm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed, c.woke = true, time.Time{}
}

// woken returns the time at which the client received the first byte after the last call of
// the method arm. It waits for that byte.
func (c *client) woken(ctx context.Context) time.Time {
	c.await(ctx, func() bool { return !c.woke.IsZero() })
	return c.woke
}

// press sends keys.
func (c *client) press(keys string) { must.Get(io.WriteString(c.keys, keys)) }

func (c *client) received() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// close closes the connection without leaving the session first.
func (c *client) close() { _ = c.conn.Close() }

func closeClients(clients []*client) {
	for _, c := range clients {
		c.close()
	}
}
