package server

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
)

// conn is an admitted connection. It is closed if a write makes no progress within the write
// timeout, so that no goroutine waits forever for a client that has stopped reading.
type conn struct {
	net.Conn
	from       *limit.Address
	addresses  *limit.Addresses
	limits     *limit.Current
	logger     *slog.Logger
	logins     *loginLog
	unregister func() bool // cancels the function that closes the connection when the server aborts

	context  ssh.Context
	teardown *teardown
	preAuth  gossh.ServerPreAuthConn // sends banners during authentication
	refused  refusedKeys             // keys that were refused; not changed after authentication

	writeDeadline atomic.Int64 // see sinceStart

	loginState
	registration
	channels       channelCount
	pongs          heldPongs
	chaff          chaff
	globalRequests limit.Bucket // rate limit of global requests; needs no lock, because only one goroutine of the ssh package uses it

	mu           sync.Mutex
	account      player.ID    // the account that logLogin wrote to the log last
	unread       limit.Bucket // limits the received bytes that no session has read yet
	keyExchanges limit.Bucket
}

// newConn wraps a connection. The connection is closed when the server's context `aborted` is
// done.
func (s *Server) newConn(inner net.Conn, from *limit.Address) *conn {
	c := &conn{
		Conn: inner, from: from, addresses: s.addresses, limits: s.limits,
		logger:   s.logger.With("remote", inner.RemoteAddr().String()),
		logins:   s.logins,
		teardown: newTeardown(),
		chaff:    newChaff(inner),
	}
	c.registry = s.registry
	c.unregister = context.AfterFunc(s.aborted, func() { _ = inner.Close() })
	return c
}

type connKey struct{}

// connOf returns the connection to which a context of the ssh package belongs.
func connOf(ctx ssh.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// Read reads from the network. It disconnects a client that sends too many bytes that no
// session reads, because these could fill the memory; see [conn.countRead]. If all clients of
// the address together send too many such bytes, it waits.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.teardown.readLimit(len(p), c.limits.Load().LoginTimeout)
	if err == nil {
		n, err = c.chaff.read(c.Conn, p[:n], c.pongs.screens.Load() > 0)
		c.teardown.countRead(n)
	}
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		c.loginTimedOut.Store(true)
	}
	c.mu.Lock()
	wait := c.unread.Take(clock.Steady(), c.limits.Load().OverheadBytes, n)
	c.mu.Unlock()
	if wait > 0 {
		c.disconnect(limit.Flood, "too much data that no session has read")
		return 0, errFlood
	}
	if wait := c.from.TakeOverhead(clock.Steady(), c.limits.Load().AddressOverhead, n); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-c.teardown.closed:
		}
	}
	return n, err
}

// packetOverhead is the size of an SSH packet without its payload, rounded up.
const packetOverhead = 64

// countInput records that a session has read n bytes of input.
func (c *conn) countInput(n int) {
	c.countRead(n)
	c.from.ReturnOverhead(clock.Steady(), c.limits.Load().AddressOverhead, n+packetOverhead)
}

// countRead records that a session has read n bytes.
func (c *conn) countRead(n int) {
	c.chaff.claimed.Add(int64(n))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unread.Return(clock.Steady(), c.limits.Load().OverheadBytes, n+packetOverhead)
}

// limitKeyExchange is called during each key exchange. It disconnects a client that
// exchanges keys too often, because an exchange costs as much as a login.
func (c *conn) limitKeyExchange() error {
	c.teardown.signed = true
	c.mu.Lock()
	wait := c.keyExchanges.Take(clock.Steady(), c.limits.Load().KeyExchanges, 1)
	c.mu.Unlock()
	if wait > 0 {
		c.disconnect(limit.Flood, "too many key exchanges")
		return errFlood
	}
	return nil
}

// Write writes to the network, or holds back a packet that may be a pong; see [heldPongs].
func (c *conn) Write(p []byte) (int, error) {
	c.pongs.mu.Lock()
	defer c.pongs.mu.Unlock()
	now := c.pongs.hold(p, func() *time.Timer { return c.later(pongDelay, "pongs", c.writePongs) })
	if now == nil {
		return len(p), nil
	}
	written, err := c.write(now)
	return max(0, written-(len(now)-len(p))), err
}

// writePongs writes the pongs that were held back.
func (c *conn) writePongs() {
	c.pongs.mu.Lock()
	defer c.pongs.mu.Unlock()
	if held := c.pongs.release(); held != nil {
		_, _ = c.write(held) // after an error, the connection is closed
	}
}

// write writes to the network. The write timeout starts again after each partial write: a
// client that reads slowly stays connected, but one that reads nothing is disconnected.
func (c *conn) write(p []byte) (written int, err error) {
	for {
		if err := c.extendWriteDeadline(c.limits.Load().WriteTimeout); err != nil {
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
			c.disconnect(limit.Stalled, "network write timed out")
		default:
			_ = c.Close()
		}
		return written, err
	}
}

var start = clock.Steady()

// sinceStart returns a time of the steady clock in nanoseconds since the start of the process.
func sinceStart(t time.Time) int64 { return int64(t.Sub(start)) }

// extendWriteDeadline sets the write deadline to the current time plus the timeout. If that
// would move the deadline by less than a quarter of the timeout, it keeps the old deadline,
// because setting a deadline is expensive.
func (c *conn) extendWriteDeadline(timeout time.Duration) error {
	deadline := clock.Steady().Add(timeout)
	if early := time.Duration(sinceStart(deadline) - c.writeDeadline.Load()); early >= 0 && early < timeout/4 {
		return nil
	}
	c.writeDeadline.Store(sinceStart(deadline))
	return c.SetWriteDeadline(deadline)
}

// SetDeadline sets only the read deadline. The zero time removes it; any other time is
// replaced by the current login timeout, because the ssh package passes a fixed timeout.
func (c *conn) SetDeadline(t time.Time) error {
	if !t.IsZero() {
		t = clock.Steady().Add(c.limits.Load().LoginTimeout)
	}
	return c.SetReadDeadline(t)
}

// penalize counts a violation against the client's address.
func (c *conn) penalize(v limit.Violation) {
	if c.addresses.Penalize(c.from, v, clock.Steady()) {
		c.logger.Warn("refusing connections from an address that misused the server too often")
	}
}

// disconnect penalizes and disconnects a client that has exceeded a limit.
func (c *conn) disconnect(v limit.Violation, reason string) {
	if c.disconnected.CompareAndSwap(false, true) {
		c.logger.Warn("client disconnected", "reason", reason)
		c.penalize(v)
		_ = c.Close()
	}
}

// Close closes the connection. It may be called more than once.
func (c *conn) Close() error {
	c.unregister()
	c.loginEnded()
	c.channels.stopWaiting()
	c.registry.removeConn(c)
	err := c.Conn.Close()
	c.drainPackets(c.teardown.close())
	return err
}

// loginState is the state of a connection's login.
type loginState struct {
	loginFailed, loginTimedOut, disconnected atomic.Bool
	banShown                                 atomic.Bool // whether the client got the sentence about the ban of its address

	mu             sync.Mutex
	loggedIn, done bool // done: whether loginEnded has been called
}

// authenticated is called when the client has authenticated.
func (c *conn) authenticated() {
	c.loginState.mu.Lock()
	defer c.loginState.mu.Unlock()
	if c.loggedIn || c.done {
		return
	}
	c.loggedIn = true
	c.addresses.Authenticated(c.from)
	timeout := c.limits.Load().IdleTimeout
	c.channels.waitForFirst(timeout, c.closeLater(timeout, "idle"))
}

// loginEnded is called when the connection is closed. It penalizes a client that has
// not authenticated.
func (c *conn) loginEnded() {
	c.loginState.mu.Lock()
	defer c.loginState.mu.Unlock()
	if c.done {
		return
	}
	c.done = true
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
