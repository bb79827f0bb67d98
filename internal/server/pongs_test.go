package server

import (
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// writeCounter counts the writes to all connections of a listener.
type writeCounter struct {
	net.Listener
	writes atomic.Int64
}

func (l *writeCounter) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return countedConn{c, l}, err
}

type countedConn struct {
	net.Conn
	counter *writeCounter
}

func (c countedConn) Write(p []byte) (int, error) {
	c.counter.writes.Add(1)
	return c.Conn.Write(p)
}

// modernScreen is the output of a modern client.
type modernScreen struct {
	mu      sync.Mutex
	output  strings.Builder
	changed chan struct{}
}

func (s *modernScreen) Write(p []byte) (int, error) {
	s.mu.Lock()
	s.output.Write(p)
	s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (s *modernScreen) see(t *testing.T, text string) {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		s.mu.Lock()
		all := s.output.String()
		s.mu.Unlock()
		if strings.Contains(all, text) {
			return
		}
		select {
		case <-s.changed:
		case <-limit:
			t.Fatalf("waited too long for %q in %q", text, all)
		}
	}
}

func openModern(t *testing.T, address, command string) (*sshtest.Modern, *modernScreen) {
	t.Helper()
	conn, err := sshtest.Connect("", address)
	must(t, err)
	screen := &modernScreen{changed: make(chan struct{}, 1)}
	m, err := sshtest.OpenModern(conn, sshtest.ModernOptions{
		Auth: sshtest.GuestAuth(), Kind: "xterm-256color", Width: 80, Height: 24, Command: command, Output: screen,
	})
	must(t, err)
	t.Cleanup(func() { _ = m.Close() })
	return m, screen
}

// pinged sends pings and waits for their pongs. It returns the number of the server's writes.
func pinged(t *testing.T, m *sshtest.Modern, l *writeCounter, pings int64) int64 {
	t.Helper()
	before, already := l.writes.Load(), m.Pongs.Load()
	for range pings {
		must(t, m.Ping())
	}
	await(t, "all pongs", func() bool { return m.Pongs.Load() == already+pings })
	return l.writes.Load() - before
}

func await(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for limit := time.Now().Add(20 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("waited too long for %s", what)
		}
	}
}

// TestPongsOfAScreenAreWrittenTogether checks that the server does not write each pong on its
// own while a session shows a screen. In plain mode, where the echo of a key is as short as a
// pong, it does.
func TestPongsOfAScreenAreWrittenTogether(t *testing.T) {
	l := &writeCounter{}
	d := startServer(t, Limits{}, func(c *Config) { l.Listener, c.Listener = c.Listener, l })
	m, screen := openModern(t, d.address, "")
	screen.see(t, "size 80x24")
	const pings = 60
	if writes := pinged(t, m, l, pings); writes > pings/4 {
		t.Errorf("a screen: %d writes for %d pongs", writes, pings)
	}
	must(t, m.Ping())
	if _, err := m.Write([]byte("k")); err != nil {
		t.Fatal(err)
	}
	screen.see(t, `k".`)
	if m.Pongs.Load() <= pings {
		t.Error("the output arrived before the pong of an earlier ping")
	}
	m, screen = openModern(t, d.address, "plain")
	screen.see(t, "lobby")
	if writes := pinged(t, m, l, pings); writes < pings {
		t.Errorf("plain mode: %d writes for %d pongs", writes, pings)
	}
}

// TestPingsWakeTheServerInGroups checks that the server waits for several packets only after
// several pings in a row, and that one packet alone still arrives.
func TestPingsWakeTheServerInGroups(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	must(t, err)
	defer client.Close()
	server, err := l.Accept()
	must(t, err)
	defer server.Close()
	h := newChaff(server)
	if h.socket == nil {
		t.Fatal("the socket is not known")
	}
	packet, b := make([]byte, 36), make([]byte, 4096)
	exchange := func(packets int) (read int) {
		t.Helper()
		for range packets {
			_, err := client.Write(packet)
			must(t, err)
		}
		for read < packets*len(packet) {
			n, err := h.read(server, b, true)
			must(t, err)
			read += n
		}
		return read
	}
	for range 2 * chaffBegins { // keys: a session reads each of them
		exchange(1)
		h.claimed.Add(1)
	}
	if h.waiting {
		t.Fatal("the server waits for several keys")
	}
	for n := 0; !h.waiting; n++ { // on a slow machine the pings may be too far apart
		if n > 1000 {
			t.Fatal("the server does not wait for several pings")
		}
		exchange(1)
	}
	exchange(chaffPackets)
	for range 2 { // a packet that is followed by no other
		read := make(chan int)
		go func() {
			n, _ := h.read(server, b, true)
			read <- n
		}()
		_, err = client.Write(packet)
		must(t, err)
		if n := <-read; n != len(packet) {
			t.Errorf("read %d bytes of a single packet", n)
		}
	}
}
