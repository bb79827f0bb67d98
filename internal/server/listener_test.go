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

// unhurried is a listener that hands over each connection when the test lets it.
type unhurried struct {
	net.Listener
	next chan struct{}
}

func (l unhurried) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		<-l.next
	}
	return c, err
}

// Clients send their version at once. What lies unread when a connection is closed
// resets it, and the sentence is lost on the way to many of them.
func TestWhoIsTurnedAwayIsNotReset(t *testing.T) {
	next := make(chan struct{})
	d := startServer(t, Limits{AddressConnections: 1}, func(cfg *Config) { cfg.Listener = unhurried{cfg.Listener, next} })
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
	if said, err := io.ReadAll(connect()); err != nil || !strings.Contains(string(said), limit.Refusal{Reason: limit.AddressFull}.String()) {
		t.Errorf("one more hears %q, %v", said, err)
	}
}

// Refused clients that do not hang up are closed after a while, and at once when there
// are too many.
func TestWhoIsTurnedAwayHoldsUpNobody(t *testing.T) {
	d := startServer(t, Limits{AddressConnections: 1, AddressNewConnections: plenty})
	inside, err := sshtest.Connect("127.5.5.5", d.address)
	must(t, err)
	defer func() { _ = inside.Close() }()
	readVersion(t, inside)
	for range 2 * maxRefused {
		c, err := sshtest.Connect("127.5.5.5", d.address)
		must(t, err)
		defer func() { _ = c.Close() }()
		if said := readUntilClosed(t, c); !strings.Contains(said, limit.Refusal{Reason: limit.AddressFull}.String()) {
			t.Errorf("one more hears %q", said)
		}
	}
	whoami(t, sshtest.DialFrom(t, "127.5.5.6", d.address, sshtest.GuestAuth()))
	limit := time.After(20 * time.Second)
	for range maxRefused {
		select {
		case d.listener.refused <- struct{}{}: // there is room when somebody is gone
		case <-limit:
			t.Fatal("who was turned away is there for good")
		}
	}
}
