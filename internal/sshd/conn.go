package sshd

import (
	"context"
	"net"
	"time"
)

// conn is a client's connection. A write to it that gets nowhere for the stall
// time closes it, so that nothing of ours waits for ever for a client that has
// stopped reading: neither a frame nor the answer to a keepalive.
type conn struct {
	net.Conn
	stall  time.Duration
	forget func() bool // unregisters from the server's end
}

// newConn is closed at the latest when ctx is done.
func newConn(ctx context.Context, inner net.Conn, stall time.Duration) *conn {
	c := &conn{Conn: inner, stall: stall}
	c.forget = context.AfterFunc(ctx, func() { _ = inner.Close() })
	return c
}

// Write gives each part that the network takes the whole stall time anew: a
// slow client lives, one that does not read at all is cut.
func (c *conn) Write(p []byte) (written int, err error) {
	for {
		if err := c.Conn.SetWriteDeadline(time.Now().Add(c.stall)); err != nil {
			return written, err
		}
		n, err := c.Conn.Write(p[written:])
		written += n
		if err == nil {
			return written, nil
		}
		if timeout, ok := err.(net.Error); !ok || !timeout.Timeout() || n == 0 {
			_ = c.Close()
			return written, err
		}
	}
}

// SetDeadline is about reading alone: the limits of the handshake come this way,
// and must not lift the deadline of a write.
func (c *conn) SetDeadline(t time.Time) error { return c.Conn.SetReadDeadline(t) }

// Close ends the connection.
func (c *conn) Close() error {
	c.forget()
	return c.Conn.Close()
}
