package server

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"quadrille/internal/server/limit"

	"quadrille/internal/sshtest"
)

// steppedListener accepts one connection each time that the test sends to the channel
// `next`.
type steppedListener struct {
	net.Listener
	next chan struct{}
}

func (l steppedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		<-l.next
	}
	return c, err
}

// TestRefusedConnectionIsNotReset checks that a client whose connection is refused receives the
// reason, even if it sends its version immediately. If the server closed the connection with
// unread data, the connection would be reset, and many clients would not receive the reason.
func TestRefusedConnectionIsNotReset(t *testing.T) {
	next := make(chan struct{})
	d := startServer(t, Limits{AddressConnections: 1}, func(cfg *Config) { cfg.Listener = steppedListener{cfg.Listener, next} })
	connect := func() net.Conn {
		c, err := sshtest.Connect("", d.address)
		must(t, err)
		t.Cleanup(func() { _ = c.Close() })
		_, err = io.WriteString(c, "SSH-2.0-x\r\n")
		must(t, err)
		next <- struct{}{}
		return c
	}
	readVersion(t, connect())
	if printed, err := io.ReadAll(connect()); err != nil ||
		!strings.Contains(string(printed), limit.Refusal{Reason: limit.AddressFull}.String()) {
		t.Errorf("the refused connection received %q, %v", printed, err)
	}
}

// TestRefusedConnectionsAreClosed checks that the server closes a refused connection after a
// timeout if the client does not close it. If there are too many refused connections, the
// server closes a new one immediately.
func TestRefusedConnectionsAreClosed(t *testing.T) {
	d := startServer(t, Limits{AddressConnections: 1, AddressNewConnections: plenty})
	inside, err := sshtest.Connect("127.5.5.5", d.address)
	must(t, err)
	defer func() { _ = inside.Close() }()
	readVersion(t, inside)
	for range 2 * maxRefused {
		c, err := sshtest.Connect("127.5.5.5", d.address)
		must(t, err)
		defer func() { _ = c.Close() }()
		if printed := readUntilClosed(t, c); !strings.Contains(printed, limit.Refusal{Reason: limit.AddressFull}.String()) {
			t.Errorf("the refused connection received %q", printed)
		}
	}
	whoami(t, sshtest.DialFrom(t, "127.5.5.6", d.address, sshtest.GuestAuth()))
	limit := time.After(20 * time.Second)
	for range maxRefused {
		select {
		case d.listener.refused <- struct{}{}: // succeeds only after the server has closed a refused connection
		case <-limit:
			t.Fatal("a refused connection was not closed")
		}
	}
}
