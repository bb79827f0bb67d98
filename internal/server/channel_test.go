package server

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/server/limit"
	"quadrille/internal/sshtest"
)

func TestTerminalSizesAreClamped(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	for _, c := range []struct {
		width, height uint32
		want          string
	}{{65535, 65535, "size 500x200."}, {1 << 31, 4, "size 500x8."}, {1, 1, "size 20x8."}} {
		stream := newRaw(t, client)
		stream.pty(t, "xterm", c.width, c.height)
		stream.ask(t, "shell", nil)
		stream.see(t, c.want)
		stream.window(t, 0xFFFFFFFF, 24)
		stream.see(t, "500x24.")
		must(t, stream.channel.Close())
	}
}

// TestUnknownTerminalSizeIs80x24 checks terminals that do not know their size, such as a serial
// line, docker -t or expect: they send 0 until they know it.
func TestUnknownTerminalSizeIs80x24(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	for _, c := range []struct {
		width, height uint32
		want          string
	}{{0, 0, "size 80x24."}, {0, 50, "size 80x50."}, {132, 0, "size 132x24."}} {
		stream := newRaw(t, client)
		stream.pty(t, "xterm", c.width, c.height)
		stream.ask(t, "shell", nil)
		stream.see(t, c.want)
		stream.window(t, 100, 30)
		stream.see(t, "100x30.")
		stream.window(t, 0, 40)
		stream.see(t, "100x40.")
		stream.window(t, 90, 0)
		stream.see(t, "90x40.")
		must(t, stream.channel.Close())
	}
}

// TestTypedSizeReportsAreIgnored checks that the server ignores a terminal size that arrives
// as input. Some terminals send such reports, but anybody could type one with a size beyond
// the limits.
func TestTypedSizeReportsAreIgnored(t *testing.T) {
	d := startServer(t, Limits{})
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "guest", 80, 24, "")
	screen.See(t, "size 80x24.")
	must(t, screen.Type("\x1b[8;60000;60000t\x1b[48;60000;60000;1;1tk"))
	if text := screen.See(t, `key "k".`); !strings.Contains(text, "size 80x24.") {
		t.Errorf("a typed size was accepted:\n%s", text)
	}
}

// raw is a session channel on which a test can send any request.
type raw struct {
	channel gossh.Channel
	chunks  chan []byte
	got     []byte
}

func newRaw(t *testing.T, client *gossh.Client) *raw {
	t.Helper()
	channel, requests, err := client.OpenChannel("session", nil)
	must(t, err)
	go gossh.DiscardRequests(requests)
	t.Cleanup(func() { _ = channel.Close() })
	return &raw{channel: channel}
}

func (r *raw) read() {
	r.chunks = make(chan []byte, 1)
	go func() {
		defer close(r.chunks)
		for {
			b := make([]byte, 4096)
			n, err := r.channel.Read(b)
			if err != nil {
				return
			}
			r.chunks <- b[:n]
		}
	}()
}

// see waits until the output contains the given text.
func (r *raw) see(t *testing.T, text string) {
	t.Helper()
	if r.chunks == nil {
		r.read()
	}
	limit := time.After(20 * time.Second)
	for !strings.Contains(string(r.got), text) {
		select {
		case chunk, ok := <-r.chunks:
			if !ok {
				t.Fatalf("the channel ended; wanted %q in %q", text, r.got)
			}
			r.got = append(r.got, chunk...)
		case <-limit:
			t.Fatalf("waited too long for %q in %q", text, r.got)
		}
	}
}

// awaitEnd waits until the channel is closed.
func (r *raw) awaitEnd(t *testing.T) {
	t.Helper()
	if r.chunks == nil {
		r.read()
	}
	limit := time.After(20 * time.Second)
	for {
		select {
		case _, ok := <-r.chunks:
			if !ok {
				return
			}
		case <-limit:
			t.Fatal("the channel did not end")
		}
	}
}

// try sends a request and reports whether the server accepted it.
func (r *raw) try(t *testing.T, kind string, payload []byte) bool {
	t.Helper()
	ok, err := r.channel.SendRequest(kind, true, payload)
	must(t, err)
	return ok
}

// ask sends a request and fails the test unless the server accepts it.
func (r *raw) ask(t *testing.T, kind string, payload []byte) {
	t.Helper()
	if !r.try(t, kind, payload) {
		t.Fatalf("%s was refused", kind)
	}
}

func (r *raw) pty(t *testing.T, term string, width, height uint32) {
	t.Helper()
	r.ask(t, "pty-req", ptyPayload(term, width, height))
}

func ptyPayload(term string, width, height uint32) []byte {
	return gossh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{term, width, height, 0, 0, ""})
}

func (r *raw) keys(t *testing.T, text string) {
	t.Helper()
	_, err := r.channel.Write([]byte(text))
	must(t, err)
}

func (r *raw) window(t *testing.T, width, height uint32) {
	t.Helper()
	_, err := r.channel.SendRequest("window-change", false, windowPayload(width, height))
	must(t, err)
}

func windowPayload(width, height uint32) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height), 0)
}

func variable(name, value string) []byte {
	return gossh.Marshal(struct{ Name, Value string }{name, value})
}

func TestOnlyListedVariablesArePassed(t *testing.T) {
	d := startServer(t, Limits{})
	stream := newRaw(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
	for _, name := range []string{"LANG", "LC_ALL", "COLORTERM", "TERM_PROGRAM", "NO_COLOR"} {
		if !stream.try(t, "env", variable(name, "x")) {
			t.Errorf("%s was refused", name)
		}
	}
	for _, name := range []string{"LD_PRELOAD", "PATH", "TEA_TRACE", "lc_all", ""} {
		if stream.try(t, "env", variable(name, "x")) {
			t.Errorf("%s was accepted", name)
		}
	}
	if stream.try(t, "env", variable("LANG", "a\x1b[31m")) {
		t.Error("a value with an escape was accepted")
	}
	if stream.try(t, "env", variable("LANG", strings.Repeat("x", 1025))) {
		t.Error("a value of 1,025 bytes was accepted")
	}
}

func TestVariablesAreLimited(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	many := newRaw(t, client)
	for n := range 16 {
		many.ask(t, "env", variable(fmt.Sprintf("LC_%d", n), "x"))
	}
	if many.try(t, "env", variable("LC_16", "x")) {
		t.Error("a 17th variable was accepted")
	}
	large := newRaw(t, client)
	large.ask(t, "env", variable("LC_A", strings.Repeat("x", 600)))
	if large.try(t, "env", variable("LC_B", strings.Repeat("x", 600))) {
		t.Error("a second variable of 600 bytes was accepted")
	}
}

// TestConnectionHasSixSessionsAtMost checks that people can run a few commands over the connection
// of their screen, with ControlMaster. There was room for one.
func TestConnectionHasSixSessionsAtMost(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	first := newRaw(t, client)
	for range 5 {
		newRaw(t, client)
	}
	if _, _, err := client.OpenChannel("session", nil); err == nil {
		t.Fatal("a seventh session was opened")
	}
	must(t, first.channel.Close())
	// Try again, because the server refuses a seventh session until it has received the
	// message that closes the first one.
	deadline := time.Now().Add(20 * time.Second)
	for {
		_, _, err := client.OpenChannel("session", nil)
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("after one was closed: %v", err)
		}
	}
}

func TestClosedConnectionsLeaveNoGoroutines(t *testing.T) {
	d := startServer(t, Limits{})
	sshtest.Run(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "version")
	before := runtime.NumGoroutine()
	for range 3 {
		client, err := sshtest.TryDial(d.address, sshtest.GuestAuth())
		must(t, err)
		sshtest.Open(t, client, "guest", 80, 24, "").See(t, "size 80x24.")
		must(t, client.Close())
	}
	waitForGoroutines(t, before)
}

// TestClosedChannelsLeaveNoSessions checks that a session of any kind ends when its channel
// is closed, even if its connection stays open.
func TestClosedChannelsLeaveNoSessions(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	for see, start := range map[string]func(*raw){
		"size 80x24.": func(r *raw) {
			r.pty(t, "xterm", 80, 24)
			r.ask(t, "shell", nil)
		},
		"in the lobby": func(r *raw) {
			r.pty(t, "dumb", 80, 24)
			r.ask(t, "shell", nil)
		},
		"max_line": func(r *raw) {
			r.ask(t, "exec", gossh.Marshal(struct{ S string }{"api"}))
			r.keys(t, `{"v":2,"command":"hello"}`+"\n")
		},
	} {
		stream := newRaw(t, client)
		start(stream)
		stream.see(t, see)
		must(t, stream.channel.Close())
		d.awaitNoSessions(t)
		whoami(t, client)
		d.awaitNoSessions(t)
	}
}

// sessionGoroutine matches the stack of a goroutine that serves a session channel.
var sessionGoroutine = regexp.MustCompile(
	`internal/server\.(\(\*Server\)\.(openChannel|recoverSession|limitSession|identifySession|route)|` +
		`\(\*(session|program)\)|requestFilter)`,
)

// awaitNoSessions waits until no session is open and all goroutines of sessions have ended.
func (d *testServer) awaitNoSessions(t *testing.T) {
	t.Helper()
	deadline, stacks := time.Now().Add(20*time.Second), make([]byte, 1<<20)
	for {
		sessions, all := len(d.registry.visitors()), stacks[:runtime.Stack(stacks, true)]
		if sessions == 0 && !sessionGoroutine.Match(all) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d sessions are left, and these goroutines:\n%s", sessions, all)
		}
		runtime.Gosched()
	}
}

func TestConnectionThatReadsNothingIsClosed(t *testing.T) {
	d := startServer(t, Limits{WriteTimeout: 20 * time.Millisecond})
	c, client := pipe(t, d.Server)
	if _, err := c.Write([]byte("anything")); err == nil {
		t.Error("a write succeeded though the client does not read")
	}
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("the connection is still open")
	}
}

// pipe returns an admitted connection and the client's end of it.
func pipe(t *testing.T, s *Server) (server *conn, client net.Conn) {
	t.Helper()
	inner, client := net.Pipe()
	t.Cleanup(func() { _ = client.Close() })
	from, refusal := s.addresses.Connect(limit.Origin{}, time.Now())
	if refusal.Reason != limit.None {
		t.Fatal(refusal)
	}
	return s.newConn(inner, from), client
}

func TestResizeStormWhileOutputFlows(t *testing.T) {
	d := startServer(t, Limits{RequestsPerSecond: 1 << 30, OverheadBytes: Rate{Burst: 1 << 30, Every: 1}})
	stream := newRaw(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()))
	stream.pty(t, "xterm", 80, 24)
	stream.ask(t, "shell", nil)
	stream.read()
	_, err := stream.channel.Write([]byte("f"))
	must(t, err)
	drained := make(chan int)
	go func() {
		n := 0
		for range stream.chunks {
			n++
		}
		drained <- n
	}()
	for i := range uint32(5000) {
		stream.window(t, 40+i%300, 20+i%100)
	}
	_, err = stream.channel.Write([]byte("q"))
	must(t, err)
	select {
	case <-drained:
	case <-time.After(20 * time.Second):
		t.Fatal("the session did not end")
	}
}

// endless is a channel with endless input.
type endless struct{ gossh.Channel }

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestInputFloodClosesTheConnection(t *testing.T) {
	d := startServer(t, Limits{InputPerSecond: 10_000, UnrecognizedInput: 1 << 30})
	server, client := pipe(t, d.Server)
	l := &sessionChannel{conn: server, limits: d.limits}
	c := &channelStream{Channel: endless{}, channel: l, paste: pasteLimiter{limit: 1000}}
	read := 0
	for {
		n, err := c.Read(make([]byte, 1000))
		read += n
		if err != nil {
			break
		}
	}
	if _, err := client.Read(make([]byte, 1)); err == nil {
		t.Error("the connection is still open")
	}
	if read != 10_000 {
		t.Errorf("%d bytes were read before the connection was closed", read)
	}
}

// TestStalledWriteIsNoticedAfterTheTimeoutChanged checks that a write that lasts too long closes
// the connection, although the timer still runs because of an earlier write with another
// timeout.
func TestStalledWriteIsNoticedAfterTheTimeoutChanged(t *testing.T) {
	for _, before := range []time.Duration{time.Hour, 20 * time.Millisecond} {
		d := startServer(t, Limits{WriteTimeout: before})
		server, client := pipe(t, d.Server)
		reader, writer := io.Pipe()
		w := stallWriter{Writer: writer, channel: &sessionChannel{conn: server, limits: d.limits, ctx: t.Context()}}
		go func() { _, _ = reader.Read(make([]byte, 1)) }()
		if _, err := w.Write([]byte("a")); err != nil {
			t.Fatal(err)
		}
		d.Configure(Limits{WriteTimeout: 50 * time.Millisecond}, false)
		go func() { _, _ = w.Write([]byte("b")) }()
		if _, err := client.Read(make([]byte, 1)); err == nil { // returns when the server closes the connection
			t.Errorf("timeout %v before: the connection is still open", before)
		}
		_ = reader.Close()
	}
}

func TestLongPasteIsTruncated(t *testing.T) {
	d := startServer(t, Limits{})
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "paster", 80, 24, "")
	screen.See(t, "size")
	must(t, screen.Type("\x1b[200~hello\x1b[201~"))
	screen.See(t, "paste 5.")
	must(t, screen.Type("\x1b[200~"+strings.Repeat("y", 40<<10)))
	screen.See(t, "paste 16384.")
	must(t, screen.Type("\x1b[201~k"))
	screen.See(t, `key "k".`)
}
