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

// teardown ends the goroutines of golang.org/x/crypto/ssh when a connection is
// closed, and reports those that do not end.
//
// The library reads packets on one goroutine and passes them on through a channel
// with room for 16. When the receiver stops early, because a packet is malformed
// or a login failed, 17 packets that were read already block the reader forever,
// and with it two other goroutines. No exported function of the library receives
// from that channel (docs/upstream-x-crypto.md), so teardown does. The channel is
// reachable once authentication begins; until then teardown lets fewer packets in
// than the channel holds.
type teardown struct {
	begun  chan struct{} // closed when authentication begins
	closed chan struct{} // closed with the connection

	mu      sync.Mutex
	packets <-chan []byte // read by the library, received by nobody; nil before begun

	// Used by one goroutine of the library at a time.
	signed bool // the host key was used: packets may follow
	early  int  // bytes read since then and before begun
}

// earlyBytes is how much a client may send after the exchange of keys and before
// authentication begins: less than 15 packets, of which the smallest has 26 bytes.
// The request for the authentication service, the only one that is expected, has
// about 50.
const earlyBytes = 384

// leakChecks is how often a closed connection is looked at, and leakInterval is
// the time between: a connection that still has goroutines then has leaked. On a
// busy machine honest connections have taken seconds to end, and their addresses
// must not be refused for that. A pause of the whole process counts as one check.
const (
	leakChecks   = 30
	leakInterval = time.Second
)

func newTeardown() *teardown {
	return &teardown{begun: make(chan struct{}), closed: make(chan struct{})}
}

// begin is called when authentication begins, and returns the packets that the
// caller is to drain, nil unless the connection is closed already.
func (t *teardown) begin(conn gossh.ServerPreAuthConn) <-chan []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.packets = unexportedChan[[]byte](conn, "transport", "incoming")
	close(t.begun)
	if isClosed(t.closed) {
		return t.packets
	}
	return nil
}

// close is called when the connection is closed, and returns the packets that the
// caller is to drain, nil if there are none or close was called before.
func (t *teardown) close() <-chan []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if isClosed(t.closed) {
		return nil
	}
	close(t.closed)
	return t.packets
}

// room returns how many bytes the next read may return, at most n. It waits while
// the client has sent too much before authentication begins, at most for patience.
func (t *teardown) room(n int, patience time.Duration) (int, error) {
	switch {
	case !t.signed || isClosed(t.begun):
		return n, nil
	case t.early < earlyBytes:
		return min(n, earlyBytes-t.early), nil
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case <-t.begun:
		return n, nil
	case <-t.closed:
		return 0, net.ErrClosed
	case <-timeout.C:
		return 0, os.ErrDeadlineExceeded
	}
}

// read counts n bytes that were read.
func (t *teardown) read(n int) {
	if t.signed {
		t.early += n
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

// drain receives the packets of a closed connection until the library has ended,
// and counts the connection as leaked if that takes too long.
func (c *conn) drainPackets(packets <-chan []byte) {
	if packets == nil {
		return
	}
	ended := make(chan struct{})
	go recoverPanic(c.logger, "drain", func() {
		defer close(ended)
		for range packets { //nolint:revive // nobody wants them
		}
		if server, ok := c.context.Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
			_ = server.Wait()
		}
	}, func() {})
	go recoverPanic(c.logger, "leak check", func() { c.checkLeak(ended) }, func() {})
}

// checkLeak waits until a closed connection has ended, or counts it as leaked.
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
	c.logger.Error("connection leaked: its goroutines go on after it was closed")
	c.penalize(limit.Leaked)
}

// unexportedChan returns the channel in a field of a struct of another package,
// nil if there is none. The path is a field of v, then a field of that field's
// value, and so on. TestUnexportedChannel fails when a new version of that
// package has other names.
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
