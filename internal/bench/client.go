package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// The terminal of every client.
const width, height = 120, 40

// comes is how long a first frame may take before the run fails.
const comes = 20 * time.Second

// client is a terminal at the end of an ssh connection that looks at the bytes
// as they come, and draws nothing: drawing would cost both servers the same, and
// make them look alike.
type client struct {
	conn    *ssh.Client
	session *ssh.Session
	keys    io.WriteCloser

	mu      sync.Mutex
	frame   []byte // what came before end did
	end     []byte // what a full first frame ends with
	full    time.Time
	count   int       // bytes that came
	wakened time.Time // when the first of them came after the last arm
	armed   bool
	changed chan struct{} // capacity 1: there is something new
}

var places atomic.Uint32

// elsewhere is an address of this machine from which nobody came yet: a server
// takes only so many from each.
func elsewhere() string {
	n := places.Add(1)
	return net.IPv4(127, 1+byte(n>>16), byte(n>>8), byte(n)).String()
}

// connect opens a session with a terminal, and returns when all of its first
// frame is there.
func connect(ctx context.Context, address string, key ssh.Signer, command, end string) (*client, error) {
	c := &client{end: []byte(end), changed: make(chan struct{}, 1)}
	var err error
	if c.conn, err = sshtest.TryDialFrom(elsewhere(), address, sshtest.KeyAuth(key)); err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	if err := c.open(command); err != nil {
		return nil, fmt.Errorf("opening %q: %w", command, err)
	}
	ctx, cancel := context.WithTimeout(ctx, comes)
	defer cancel()
	if err := c.await(ctx, func() bool { return !c.full.IsZero() }); err != nil {
		return nil, fmt.Errorf("waiting for the first frame of %q, after %d bytes: %w", command, c.received(), err)
	}
	return c, nil
}

func (c *client) open(command string) (err error) {
	if c.session, err = c.conn.NewSession(); err != nil {
		return err
	}
	if c.keys, err = c.session.StdinPipe(); err != nil {
		return err
	}
	c.session.Stdout, c.session.Stderr = c, c
	if err := c.session.RequestPty("xterm-256color", height, width, ssh.TerminalModes{}); err != nil {
		return err
	}
	return c.session.Start(command)
}

// Write is what the server sends.
func (c *client) Write(p []byte) (int, error) {
	now := time.Now()
	c.mu.Lock()
	c.count += len(p)
	if c.armed {
		c.wakened, c.armed = now, false
	}
	if c.full.IsZero() {
		c.look(p, now)
	}
	c.mu.Unlock()
	select {
	case c.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

// look searches the first frame for its end. The lock is held.
func (c *client) look(p []byte, now time.Time) {
	from := max(0, len(c.frame)-len(c.end))
	c.frame = append(c.frame, p...)
	if bytes.Contains(c.frame[from:], c.end) {
		c.full, c.frame = now, nil
	}
}

// await waits until something holds; one at a time.
func (c *client) await(ctx context.Context, holds func() bool) error {
	for {
		c.mu.Lock()
		ok := holds()
		c.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-c.changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// arm waits from now on for what comes next.
func (c *client) arm() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.armed, c.wakened = true, time.Time{}
}

// woken is when the first byte since arm came.
func (c *client) woken(ctx context.Context) (time.Time, error) {
	err := c.await(ctx, func() bool { return !c.wakened.IsZero() })
	return c.wakened, err
}

// press sends keys.
func (c *client) press(keys string) error {
	_, err := io.WriteString(c.keys, keys)
	return err
}

func (c *client) received() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// close ends the connection without a word, as a closed laptop does.
func (c *client) close() { _ = c.conn.Close() }
