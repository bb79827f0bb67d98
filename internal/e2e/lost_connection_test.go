package e2e

import (
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// lossyLink is a proxy in front of a server. It can drop what the server sends.
type lossyLink struct {
	listener net.Listener
	loses    atomic.Bool // whether to drop all output of the server from now on

	mu    sync.Mutex
	conns []net.Conn
}

// newLossyLink returns a proxy that runs until the end of the test.
func newLossyLink(t *testing.T, address string) *lossyLink {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w := &lossyLink{listener: listener}
	t.Cleanup(func() { _ = listener.Close(); w.cut() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", address)
			if err != nil {
				_ = near.Close()
				continue
			}
			w.mu.Lock()
			w.conns = append(w.conns, near, far)
			w.mu.Unlock()
			go func() { _, _ = io.Copy(far, near) }()
			go func() { _, _ = io.Copy(lossyWriter{near, w}, far) }()
		}
	}()
	return w
}

// lossyWriter writes to a client of a lossyLink. It drops all bytes while lossyLink.loses
// is true.
type lossyWriter struct {
	io.Writer
	*lossyLink
}

func (l lossyWriter) Write(p []byte) (int, error) {
	if l.loses.Load() {
		return len(p), nil
	}
	return l.Writer.Write(p)
}

// cut closes all connections.
func (w *lossyLink) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		_ = c.Close()
	}
}

// loseAnswer runs a command and drops the server's answer. The function `done` waits for the
// effect of the command; then loseAnswer closes the connection.
func loseAnswer(t *testing.T, s *testServer, who *commandPlayer, command string, done func()) {
	t.Helper()
	w := newLossyLink(t, s.address)
	client := sshtest.DialFrom(t, who.local, w.listener.Addr().String(), sshtest.KeyAuth(who.key))
	session, err := client.NewSession()
	s.must(err)
	var out strings.Builder
	session.Stdout = &out
	w.loses.Store(true)
	ended := make(chan error, 1)
	go func() { ended <- session.Run(command) }()
	done()
	w.cut()
	if err := <-ended; err == nil || out.Len() > 0 {
		t.Fatalf("%s was answered: %v, %q", command, err, out.String())
	}
}

// A move whose answer was lost is sent again with --after or with a command key, before and
// after a crash. It is played only once, and each repetition gets the original answer.
func TestRepeatAMoveAfterALostAnswer(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := gatherCommandGame(t, s.address, "chess4")
	for n := range 8 {
		who, plain, a := p.pick(11 * n)
		command := fmt.Sprintf("move %d %s --after %d", p.id, plain, n)
		if n%2 == 1 {
			command = fmt.Sprintf("move %d %s --id once-%d", p.id, plain, n)
		}
		looks := newOutputBuffer()
		session := startSpectator(t, s, p.id, looks)
		loseAnswer(t, s, who, command, func() {
			looks.await(t, "the move", func(text string) bool { return strings.Count(text, "\n") == n+1 })
		})
		_ = session.Close()
		if n%4 >= 2 {
			s.kill()
			s.start()
		}
		want := fmt.Sprintf("%d %s %s ", n+1, p.game.Variant.Facts().SeatName(p.game.Variant.Actor(&p.game.Position)), plain)
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			who.disconnect()
			if out := who.mustRun(t, s.address, command); !strings.HasPrefix(out, want) {
				t.Errorf("%s, asked again: %q, want %q", command, out, want)
			}
		}
		if got := actionsIn(who.mustRun(t, s.address, fmt.Sprintf("record %d", p.id))); len(got) != n+1 {
			t.Errorf("%s was played %d times: %q", command, len(got)-n, got)
		}
	}
}

// startSpectator watches a table as a guest without a terminal.
func startSpectator(t *testing.T, s *testServer, id int, out *outputBuffer) *ssh.Session {
	t.Helper()
	session, err := sshtest.DialFrom(t, newAddress(), s.address, sshtest.GuestAuth()).NewSession()
	s.must(err)
	session.Stdout = out
	s.must(session.Start(fmt.Sprintf("watch %d", id)))
	return session
}
