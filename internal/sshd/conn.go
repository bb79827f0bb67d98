package sshd

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"

	"quadrille/internal/player"
)

// conn is a client's connection that came through the gate. A write to it that
// gets nowhere for the stall time closes it, so that nothing of ours waits for
// ever for a client that has stopped reading: neither a frame nor the answer to
// a keepalive.
type conn struct {
	net.Conn
	from   *address
	gate   *gate
	limits *standingLimits
	logger *slog.Logger
	logins *loginLog
	forget func() bool // unregisters from the server's end

	context  ssh.Context
	teardown *teardown

	standing // with the gate
	bond     // with the register
	census   census
	asked    perSecond // global requests; for the ssh package's one goroutine

	mu        sync.Mutex
	account   player.ID // that was logged last
	unread    stride    // bytes that no session took
	exchanges stride    // of keys
}

// newConn is closed at the latest when the server is dead.
func (s *Server) newConn(inner net.Conn, from *address) *conn {
	c := &conn{
		Conn: inner, from: from, gate: s.gate, limits: s.limits,
		logger:   s.logger.With("remote", inner.RemoteAddr().String()),
		logins:   s.logins,
		teardown: newTeardown(),
	}
	c.register = s.register
	c.forget = context.AfterFunc(s.dead, func() { _ = inner.Close() })
	return c
}

type connKey struct{}

// connOf is the connection of a context of the ssh package.
func connOf(ctx ssh.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// Read counts what comes. Most of it is to be taken by a session, which
// [conn.taken] tells: a client that sends what nobody reads would fill the
// memory.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.teardown.room(len(p), c.limits.Load().Handshake)
	if err == nil {
		n, err = c.Conn.Read(p[:n])
		c.teardown.read(n)
	}
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		c.late.Store(true)
	}
	c.mu.Lock()
	wait := c.unread.take(time.Now(), c.limits.Load().Unread, n)
	c.mu.Unlock()
	if wait > 0 {
		c.cut(flood, "sends what nobody reads")
		return 0, errFlood
	}
	return n, err
}

// around is how many bytes of SSH's own there are around a key.
const around = 64

// taken tells that a session has read n bytes.
func (c *conn) taken(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unread.give(c.limits.Load().Unread, n+around)
}

// exchange is called before each exchange of keys. A client may begin one
// whenever it likes, and each costs as much as a login.
func (c *conn) exchange() error {
	c.teardown.signed = true
	c.mu.Lock()
	wait := c.exchanges.take(time.Now(), c.limits.Load().KeyExchanges, 1)
	c.mu.Unlock()
	if wait > 0 {
		c.cut(flood, "exchanges keys all the time")
		return errFlood
	}
	return nil
}

// Write gives each part that the network takes the whole stall time anew: a
// slow client lives, one that does not read at all is cut.
func (c *conn) Write(p []byte) (written int, err error) {
	for {
		if err := c.SetWriteDeadline(time.Now().Add(c.limits.Load().WriteStall)); err != nil {
			return written, err
		}
		n, err := c.Conn.Write(p[written:])
		written += n
		if err == nil {
			return written, nil
		}
		timeout, ok := err.(net.Error)
		switch stalled := ok && timeout.Timeout(); {
		case stalled && n > 0:
			continue
		case stalled:
			c.cut(deaf, "takes nothing from the network")
		default:
			_ = c.Close()
		}
		return written, err
	}
}

// SetDeadline is about reading alone: the limit of the handshake comes this way,
// and must not lift the deadline of a write. The ssh package has one such limit for
// ever; what counts is how long a handshake may take now.
func (c *conn) SetDeadline(t time.Time) error {
	if !t.IsZero() {
		t = time.Now().Add(c.limits.Load().Handshake)
	}
	return c.SetReadDeadline(t)
}

// cut ends the connection of a client that asks too much.
func (c *conn) cut(m misdeed, why string) {
	if c.wasCut.CompareAndSwap(false, true) {
		c.logger.Warn("client cut", "why", why)
		c.blame(m)
		_ = c.Close()
	}
}

// Close ends the connection. It may be called again.
func (c *conn) Close() error {
	c.forget()
	c.leave()
	c.census.end()
	c.register.leave(c)
	err := c.Conn.Close()
	c.drain(c.teardown.close())
	return err
}

// standing is how a connection stands with the gate.
type standing struct {
	tried, late, wasCut atomic.Bool // a login failed; none came in time

	mu          sync.Mutex
	known, left bool
}

// enter is called when the client has authenticated.
func (c *conn) enter() {
	c.standing.mu.Lock()
	defer c.standing.mu.Unlock()
	if c.known || c.left {
		return
	}
	c.known = true
	c.gate.known(c.from)
	long := c.limits.Load().Idle
	c.census.begin(long, c.closeLater(long, "idle"))
}

// leave is called when the connection is at its end. A client that never
// authenticated pays for it.
func (c *conn) leave() {
	c.standing.mu.Lock()
	defer c.standing.mu.Unlock()
	if c.left {
		return
	}
	c.left = true
	switch {
	case c.known:
	case c.tried.Load():
		c.blame(failed)
		c.logins.write(c.logger, "login failed")
	case c.late.Load():
		c.blame(timedOut)
	default:
		c.blame(abandoned)
	}
	c.gate.leave(c.from, !c.known)
}
