package server

import (
	"net"
	"os"
	"reflect"
	"sync"
	"time"

	"quadrille/internal/server/limit"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// teardown ends the goroutines of golang.org/x/crypto/ssh when a connection is closed, and
// reports those that do not end.
//
// The library reads packets on one goroutine and passes them on through a channel with
// room for 16 packets. If the receiver stops early, because a packet is malformed or a
// login failed, a reader that has already read 17 packets blocks forever, and two other
// goroutines with it. No exported function of the library receives from that channel
// (docs/upstream-x-crypto.md), so teardown receives from it. teardown can access the
// channel only after authentication has begun. Until then it lets the client send fewer
// packets than the channel has room for.
type teardown struct {
	authStarted chan struct{} // closed when authentication begins
	closed      chan struct{} // closed when the connection is closed

	mu      sync.Mutex
	packets <-chan []byte // the channel through which golang.org/x/crypto/ssh passes received packets; nil before authentication begins

	// Only one goroutine of the SSH library at a time uses these fields, so they need no lock.
	signed     bool // whether the host key has signed the key exchange; after that the client may send packets
	earlyBytes int  // bytes read after the host key signed the key exchange and before authentication began
}

// maxEarlyBytes is the number of bytes that a client may send after the key exchange and
// before authentication begins. That is less than 15 packets, because the smallest packet
// has 26 bytes. A well-behaved client sends about 50 bytes, to request the authentication
// service.
const maxEarlyBytes = 384

// A closed connection counts as leaked if it still has goroutines after leakChecks checks,
// one every leakInterval. That is a long time, because on a busy machine the connections of
// well-behaved clients have taken seconds to end, and their addresses must not be penalized.
// Checks are counted, because a pause of the whole process delays only one check.
const (
	leakChecks   = 30
	leakInterval = time.Second
)

func newTeardown() *teardown {
	return &teardown{authStarted: make(chan struct{}), closed: make(chan struct{})}
}

// begin is called when authentication begins. If the connection is already closed, it
// returns the channel of received packets, which the caller must drain; otherwise it
// returns nil.
func (t *teardown) begin(conn gossh.ServerPreAuthConn) <-chan []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.packets = unexportedChan[[]byte](conn, "transport", "incoming")
	close(t.authStarted)
	if isClosed(t.closed) {
		return t.packets
	}
	return nil
}

// close is called when the connection is closed. It returns the channel of received
// packets, which the caller must drain, or nil if authentication has not begun or close was
// called before.
func (t *teardown) close() <-chan []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if isClosed(t.closed) {
		return nil
	}
	close(t.closed)
	return t.packets
}

// readLimit returns how many bytes the next read may return, at most n. A client that has
// sent too much before authentication must wait until authentication begins. If that takes
// longer than the timeout, readLimit returns an error.
func (t *teardown) readLimit(n int, timeout time.Duration) (int, error) {
	switch {
	case !t.signed || isClosed(t.authStarted):
		return n, nil
	case t.earlyBytes < maxEarlyBytes:
		return min(n, maxEarlyBytes-t.earlyBytes), nil
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-t.authStarted:
		return n, nil
	case <-t.closed:
		return 0, net.ErrClosed
	case <-timer.C:
		return 0, os.ErrDeadlineExceeded
	}
}

func (t *teardown) countRead(n int) {
	if t.signed {
		t.earlyBytes += n
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// drainPackets receives the packets of a closed connection until the goroutines of the
// library have ended. If that takes too long, it counts the connection as leaked.
func (c *conn) drainPackets(packets <-chan []byte) {
	if packets == nil {
		return
	}
	ended := make(chan struct{})
	go c.recoverPanic("drain", func() {
		defer close(ended)
		for range packets { //nolint:revive // the packets are dropped
		}
		if server, ok := c.context.Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
			_ = server.Wait()
		}
	}, func() {})
	go c.recoverPanic("leak check", func() { c.checkLeak(ended) }, func() {})
}

// checkLeak counts a closed connection as leaked if the channel `ended` is not closed in time.
func (c *conn) checkLeak(ended <-chan struct{}) {
	ticker := time.NewTicker(leakInterval)
	defer ticker.Stop()
	for range leakChecks {
		select {
		case <-ended:
			return
		case <-ticker.C:
		}
	}
	c.logger.Error("connection leaked: its goroutines still run after it was closed")
	c.penalize(limit.Leaked)
}

// unexportedChan returns the channel in an unexported field of v, a struct of another package,
// or nil if there is none. The parameter `path` names the fields that lead to the channel.
// TestUnexportedChannel fails if a new version of the package renames them.
func unexportedChan[T any](v any, path ...string) <-chan T {
	at := reflect.ValueOf(v)
	for _, name := range path {
		for at.Kind() == reflect.Interface || at.Kind() == reflect.Pointer {
			at = at.Elem()
		}
		if at.Kind() != reflect.Struct {
			return nil
		}
		if at = at.FieldByName(name); !at.IsValid() {
			return nil
		}
	}
	if !at.CanAddr() || at.Type() != reflect.TypeFor[chan T]() {
		return nil
	}
	return *(*chan T)(at.Addr().UnsafePointer())
}
