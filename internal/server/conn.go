package server

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/server/limit"

	"charm.land/ssh"

	"quadrille/internal/player"
)

// conn is the connection of a client whose address was admitted. A write to it that
// gets nowhere for the stall time closes it, so that nothing of ours waits for
// ever for a client that has stopped reading: neither a frame nor the answer to
// a keepalive.
type conn struct {
	net.Conn
	from       *limit.Address
	addresses  *limit.Addresses
	limits     *limit.Current
	logger     *slog.Logger
	logins     *loginLog
	unregister func() bool // unregisters from the server's end

	context  ssh.Context
	teardown *teardown

	loginState
	registration
	channels       channelCount
	globalRequests limit.Bucket // global requests; for the ssh package's one goroutine

	mu        sync.Mutex
	account   player.ID    // that was logged last
	unread    limit.Bucket // bytes that no session took
	exchanges limit.Bucket // of keys
}

// newConn is closed at the latest when the server is dead.
func (s *Server) newConn(inner net.Conn, from *limit.Address) *conn {
	c := &conn{
		Conn: inner, from: from, addresses: s.addresses, limits: s.limits,
		logger:   s.logger.With("remote", inner.RemoteAddr().String()),
		logins:   s.logins,
		teardown: newTeardown(),
	}
	c.registry = s.registry
	c.unregister = context.AfterFunc(s.dead, func() { _ = inner.Close() })
	return c
}

type connKey struct{}

// connOf is the connection of a context of the ssh package.
func connOf(ctx ssh.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// Read counts what comes. Most of it is to be taken by a session, which
// [conn.taken] tells: a client that sends what nobody reads would fill the
// memory.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.teardown.room(len(p), c.limits.Load().LoginTimeout)
	if err == nil {
		n, err = c.Conn.Read(p[:n])
		c.teardown.read(n)
	}
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		c.loginTimedOut.Store(true)
	}
	c.mu.Lock()
	wait := c.unread.Take(time.Now(), c.limits.Load().OverheadBytes, n)
	c.mu.Unlock()
	if wait > 0 {
		c.disconnect(limit.Flood, "sends what nobody reads")
		return 0, errFlood
	}
	return n, err
}

// packetOverhead is how many bytes of SSH's own there are around a key.
const packetOverhead = 64

// taken tells that a session has read n bytes.
func (c *conn) countRead(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unread.Return(time.Now(), c.limits.Load().OverheadBytes, n+packetOverhead)
}

// exchange is called before each exchange of keys. A client may begin one
// whenever it likes, and each costs as much as a login.
func (c *conn) limitKeyExchange() error {
	c.teardown.signed = true
	c.mu.Lock()
	wait := c.exchanges.Take(time.Now(), c.limits.Load().KeyExchanges, 1)
	c.mu.Unlock()
	if wait > 0 {
		c.disconnect(limit.Flood, "exchanges keys all the time")
		return errFlood
	}
	return nil
}

// Write gives each part that the network takes the whole stall time anew: a
// slow client lives, one that does not read at all is cut.
func (c *conn) Write(p []byte) (written int, err error) {
	for {
		if err := c.SetWriteDeadline(time.Now().Add(c.limits.Load().WriteTimeout)); err != nil {
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
			c.disconnect(limit.Stalled, "takes nothing from the network")
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
		t = time.Now().Add(c.limits.Load().LoginTimeout)
	}
	return c.SetReadDeadline(t)
}

// penalize counts a violation of the client at its address.
func (c *conn) penalize(v limit.Violation) {
	if c.addresses.Penalize(c.from, v, time.Now()) {
		c.logger.Warn("address refused for a while")
	}
}

// disconnect closes the connection of a client that broke a limit.
func (c *conn) disconnect(v limit.Violation, why string) {
	if c.disconnected.CompareAndSwap(false, true) {
		c.logger.Warn("client cut", "why", why)
		c.penalize(v)
		_ = c.Close()
	}
}

// Close ends the connection. It may be called again.
func (c *conn) Close() error {
	c.unregister()
	c.loginEnded()
	c.channels.stopWaiting()
	c.registry.removeConn(c)
	err := c.Conn.Close()
	c.drainPackets(c.teardown.close())
	return err
}

// loginState is how far a connection has come with its login.
type loginState struct {
	loginFailed, loginTimedOut, disconnected atomic.Bool // a login failed; none came in time

	mu              sync.Mutex
	loggedIn, ended bool
}

// enter is called when the client has authenticated.
func (c *conn) authenticated() {
	c.loginState.mu.Lock()
	defer c.loginState.mu.Unlock()
	if c.loggedIn || c.ended {
		return
	}
	c.loggedIn = true
	c.addresses.Authenticated(c.from)
	long := c.limits.Load().IdleTimeout
	c.channels.waitForFirst(long, c.closeLater(long, "idle"))
}

// leave is called when the connection is at its end. A client that never
// authenticated pays for it.
func (c *conn) loginEnded() {
	c.loginState.mu.Lock()
	defer c.loginState.mu.Unlock()
	if c.ended {
		return
	}
	c.ended = true
	switch {
	case c.loggedIn:
	case c.loginFailed.Load():
		c.penalize(limit.Failed)
		c.logins.write(c.logger, "login failed")
	case c.loginTimedOut.Load():
		c.penalize(limit.TimedOut)
	default:
		c.penalize(limit.Abandoned)
	}
	c.addresses.Disconnect(c.from, c.loggedIn)
}
