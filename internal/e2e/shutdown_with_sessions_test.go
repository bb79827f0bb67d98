package e2e

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/internal/store"
	"quadrille/internal/table"
)

// endingSession is a session that is open when the server shuts down.
type endingSession struct {
	name    string
	out     *outputBuffer
	session *ssh.Session
	ended   chan error
}

// sessionKinds lists the kinds of sessions that are open when the server shuts down.
var sessionKinds = []struct {
	command      string // command to run; %d is the number of the table
	first        string // text on the session's first screen; empty for a session without a terminal
	stopsReading bool   // whether the client stops reading after the first screen
}{
	{command: "play %d", first: "esc"},
	{command: "", first: "Press esc for the lobby"}, // without a command, the session opens the player's running game
	{command: "watch %d", first: "esc"},
	{command: "watch %d"},
	{command: "play %d", first: "esc", stopsReading: true},
}

// openSession opens a session of the n-th kind in sessionKinds.
func openSession(t *testing.T, address string, who *commandPlayer, id, n int) *endingSession {
	t.Helper()
	kind := sessionKinds[n%len(sessionKinds)]
	conn, err := sshtest.Connect(who.local, address)
	must(t, err)
	line := newStoppableConn(conn)
	config := &ssh.ClientConfig{
		User: "anybody", Auth: []ssh.AuthMethod{sshtest.KeyAuth(who.key)},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	}
	c, channels, requests, err := ssh.NewClientConn(line, address, config)
	must(t, err)
	_ = conn.SetDeadline(time.Time{})
	client := ssh.NewClient(c, channels, requests)
	t.Cleanup(func() { _ = client.Close() })
	g := &endingSession{name: kind.command, out: newOutputBuffer(), ended: make(chan error, 1)}
	if g.session, err = client.NewSession(); err != nil {
		t.Fatal(err)
	}
	g.session.Stdout, g.session.Stderr = g.out, g.out
	g.start(t, kind.command, id, kind.first != "")
	g.out.await(t, "its first frame", func(text string) bool { return text != "" && strings.Contains(text, kind.first) })
	if kind.stopsReading {
		g.name += ", not reading"
		close(line.stopped)
	}
	go func() { g.ended <- g.session.Wait() }()
	return g
}

func (g *endingSession) start(t *testing.T, command string, id int, terminal bool) {
	t.Helper()
	if terminal {
		must(t, g.session.RequestPty("xterm-256color", 24, 80, ssh.TerminalModes{}))
	} else {
		g.name += ", plain"
	}
	start := g.session.Shell
	if command != "" {
		start = func() error { return g.session.Start(fmt.Sprintf(command, id)) }
	}
	must(t, start())
}

// stoppableConn is a connection that stops reading when its channel `stopped` is closed.
type stoppableConn struct {
	net.Conn
	stopped chan struct{}
	once    sync.Once
	closed  chan struct{}
}

func newStoppableConn(c net.Conn) *stoppableConn {
	return &stoppableConn{Conn: c, stopped: make(chan struct{}), closed: make(chan struct{})}
}

func (v *stoppableConn) Read(p []byte) (int, error) {
	n, err := v.Conn.Read(p)
	select {
	case <-v.stopped:
		<-v.closed
		return 0, net.ErrClosed
	default:
		return n, err
	}
}

func (v *stoppableConn) Close() error {
	v.once.Do(func() { close(v.closed) })
	return v.Conn.Close()
}

// checkEnd checks that the client received the reason for the end of the session, and that
// the server restored the terminal.
func (g *endingSession) checkEnd(t *testing.T) {
	t.Helper()
	if strings.HasSuffix(g.name, "not reading") {
		return
	}
	err := <-g.ended
	text, _ := g.out.now()
	if _, ok := errors.AsType[*ssh.ExitError](err); !ok {
		t.Errorf("%q ended with %v", g.name, err)
	}
	if !strings.Contains(strings.ToLower(text), "the server is stopping") {
		t.Errorf("%q received no reason: %q", g.name, text[max(0, len(text)-300):])
	}
	for _, mode := range []struct{ what, on, off string }{
		{"the alternate screen", "\x1b[?1049h", "\x1b[?1049l"},
		{"the cursor", "\x1b[?25l", "\x1b[?25h"},
		{"mouse clicks", "\x1b[?1002h", "\x1b[?1002l"},
		{"mouse motion", "\x1b[?1003h", "\x1b[?1003l"},
		{"mouse coordinates", "\x1b[?1006h", "\x1b[?1006l"},
		{"bracketed paste", "\x1b[?2004h", "\x1b[?2004l"},
	} {
		if strings.LastIndex(text, mode.on) > strings.LastIndex(text, mode.off) {
			t.Errorf("%q: %s is not restored", g.name, mode.what)
		}
	}
}

// SIGTERM stops a server with many sessions. All clients receive the reason for the end of
// their sessions, all clocks stop, and everything is stored. Clients that do not read the
// server's output do not delay the shutdown.
func TestShutdownStoresAndNotifiesEverySession(t *testing.T) {
	t.Parallel()
	sessions := amount(t, "QUADRILLE_DRAIN", 20)
	s := serveFor(t)
	var games []*commandGame
	var open []*endingSession
	for n := range sessions {
		if n%20 == 0 {
			p := gatherCommandGame(t, s.address, "chess4 clock=30+10")
			games = append(games, p)
			who, plain, _ := p.pick(0)
			who.mustRun(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		}
		p := games[len(games)-1]
		open = append(open, openSession(t, s.address, p.seats[n%4], p.id, n/4))
	}
	begun := time.Now()
	if status := s.stop(syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d", status)
	}
	took := time.Since(begun)
	t.Logf("%d sessions ended after %v", sessions, took)
	if took > 5*time.Second && sessions >= 200 {
		t.Errorf("the shutdown took %v", took)
	}
	for _, g := range open {
		g.checkEnd(t)
	}
	checkClocksStopped(t, s.data, games)
	s.start()
	for _, p := range games {
		p.seats[0].disconnect()
		if got := actionsIn(p.seats[0].mustRun(t, s.address, fmt.Sprintf("record %d", p.id))); len(got) != 1 {
			t.Errorf("table %d has %q", p.id, got)
		}
	}
}

// checkClocksStopped checks that the last stored event of each table stops the clock.
func checkClocksStopped(t *testing.T, data string, games []*commandGame) {
	t.Helper()
	kept, err := store.Open(context.Background(), data, slog.New(slog.DiscardHandler))
	must(t, err)
	defer func() { _ = kept.Close() }()
	for _, p := range games {
		events, err := kept.Tables.Load(context.Background(), table.ID(p.id))
		must(t, err)
		if last := events[len(events)-1]; last.Kind != table.Paused {
			t.Errorf("table %d: the last event is %q", p.id, last.Kind)
		}
		if !slices.ContainsFunc(events, func(e table.Event) bool { return e.Kind == table.Acted }) {
			t.Errorf("table %d: the move is missing", p.id)
		}
	}
}

// A second signal ends the server immediately, before all sessions have ended.
func TestSecondSignalEndsTheServer(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	who := named(t, s.address, "Robin")
	who.mustRun(t, s.address, "new chess4")
	openSession(t, s.address, who, 1, 4) // a client that does not read, so that the server waits for it
	s.must(s.cmd.Process.Signal(syscall.SIGTERM))
	refused := func() bool {
		c, err := net.Dial("tcp", s.address)
		if err == nil {
			_ = c.Close()
		}
		return err != nil
	}
	for !refused() { // wait until the listener is closed
	}
	if status := s.stop(syscall.SIGTERM); status != -1 {
		t.Errorf("exit status %d, want an end by the signal", status)
	}
}
