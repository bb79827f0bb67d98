package e2e

import (
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// databaseLink is a proxy between a node and its database. It can drop all bytes, and it can
// delay the bytes that the database sends.
type databaseLink struct {
	drops atomic.Bool
	delay atomic.Int64 // the delay of the bytes that the database sends, in nanoseconds

	mu    sync.Mutex
	conns []net.Conn
}

// linkTo starts a proxy to a database. The proxy runs until the end of the test. linkTo returns
// the database URL that connects through the proxy.
func linkTo(t *testing.T, database string) (l *databaseLink, through string) {
	t.Helper()
	at, err := url.Parse(database)
	must(t, err)
	target := at.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	l = &databaseLink{}
	t.Cleanup(func() { _ = listener.Close(); l.cut() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", target)
			if err != nil {
				_ = near.Close()
				continue
			}
			l.mu.Lock()
			l.conns = append(l.conns, near, far)
			l.mu.Unlock()
			go l.forward(far, near, false)
			go l.forward(near, far, true)
		}
	}()
	at.Host = listener.Addr().String()
	return l, at.String()
}

// forward copies bytes between two connections until one of them is closed. After it has dropped
// bytes, it copies nothing more but leaves both connections open, as if a cable had been cut.
func (l *databaseLink) forward(to, from net.Conn, answers bool) {
	defer func() { _, _ = to.Close(), from.Close() }()
	type piece struct {
		data []byte
		at   time.Time
	}
	pieces := make(chan piece, 1<<12)
	go func() {
		defer close(pieces)
		for lost := false; ; {
			buffer := make([]byte, 1<<14)
			n, err := from.Read(buffer)
			if lost = lost || l.drops.Load(); n > 0 && !lost {
				at := time.Now()
				if answers {
					at = at.Add(time.Duration(l.delay.Load()))
				}
				pieces <- piece{buffer[:n], at}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range pieces {
		<-time.After(time.Until(p.at))
		if _, err := to.Write(p.data); err != nil {
			break
		}
	}
	_, _ = to.Close(), from.Close()
	for range pieces { // wait until the reading goroutine has ended
	}
}

func (l *databaseLink) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.conns {
		_ = c.Close()
	}
	l.conns = nil
}

// refused requires that a node that cannot reach its database refuses a login or a command
// within a time limit.
func (l *clusterLoad) refused(n *clusterNode) {
	l.Helper()
	const limit = 20 * time.Second
	r := newCommandPlayer(l, "Late")
	conn, err := sshtest.Connect(r.local, n.address)
	l.must(err)
	defer conn.Close()
	begun := time.Now()
	client, err := sshtest.Login(conn, "anybody", sshtest.KeyAuth(r.key))
	if err == nil {
		l.must(conn.SetDeadline(begun.Add(limit)))
		_, err = runOn(client, "new chess4")
	}
	if err == nil || !passing(err) {
		l.Errorf("node %s cannot reach the database; after %v it answers: %v", n.node, time.Since(begun), err)
	}
	l.Logf("a node without its database refused after %v", time.Since(begun).Round(time.Millisecond))
}

// awaitNode waits until a node can store changes again.
func (l *clusterLoad) awaitNode(n *clusterNode) {
	l.Helper()
	r := newCommandPlayer(l, fmt.Sprint("Robin ", addresses.Load()+100))
	defer r.disconnect()
	for begun := time.Now(); ; <-time.After(100 * time.Millisecond) {
		_, err := r.run(n.address, "name "+r.name)
		if err == nil {
			return
		}
		if time.Since(begun) > 30*time.Second {
			l.Fatalf("node %s is still refusing: %v", n.node, err)
		}
	}
}
