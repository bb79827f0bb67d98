package sshtest

import (
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// Talk is a session without screens: what the server says, byte by byte.
type Talk struct {
	session *ssh.Session
	name    string
	keys    io.WriteCloser
	late    time.Duration // of what the server sends
	ended   chan struct{}

	mu      sync.Mutex
	said    strings.Builder
	heard   int           // of said
	changed chan struct{} // closed and made anew by every change
}

// Listen begins a session that is to be talked with: on a terminal of that kind,
// or with "" without one. No command is the shell.
func Listen(t testing.TB, client *ssh.Client, name, terminal, command string) *Talk {
	t.Helper()
	return ListenOn(t, client, name, Terminal{Kind: terminal, Width: 80, Height: 24}, command)
}

// ListenOn is Listen on a terminal that tells more about itself.
func ListenOn(t testing.TB, client *ssh.Client, name string, on Terminal, command string) *Talk {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatalf("%s: session: %v", name, err)
	}
	s := &Talk{session: session, name: name, ended: make(chan struct{}), changed: make(chan struct{})}
	if s.keys, err = session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	s.keys, s.late = far(s.keys, late()), late()
	session.Stdout, session.Stderr = s, s
	for variable, value := range on.Env {
		if err := session.Setenv(variable, value); err != nil {
			t.Fatalf("%s: %s: %v", name, variable, err)
		}
	}
	if on.Kind != "" {
		if err := session.RequestPty(on.Kind, on.Height, on.Width, ssh.TerminalModes{}); err != nil {
			t.Fatalf("%s: terminal: %v", name, err)
		}
	}
	start := session.Shell
	if command != "" {
		start = func() error { return session.Start(command) }
	}
	if err := start(); err != nil {
		t.Fatalf("%s: start: %v", name, err)
	}
	go func() {
		_ = session.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() { _ = session.Close() })
	return s
}

// Write is what the server sends.
func (s *Talk) Write(p []byte) (int, error) {
	time.Sleep(s.late)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said.Write(p)
	close(s.changed)
	s.changed = make(chan struct{})
	return len(p), nil
}

// Type sends keys, or lines.
func (s *Talk) Type(t testing.TB, text string) {
	t.Helper()
	if _, err := io.WriteString(s.keys, text); err != nil {
		t.Fatalf("%s types %q: %v; heard:\n%s", s.name, text, err, s.Said())
	}
}

// Done says that nothing more will be typed.
func (s *Talk) Done() { _ = s.keys.Close() }

// Said is all that the server ever sent.
func (s *Talk) Said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.String()
}

// Hear waits for a text among what was not heard yet.
func (s *Talk) Hear(t testing.TB, text string) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for over := false; ; {
		found, rest, changed := s.listen(text)
		switch {
		case found:
			return
		case over:
			t.Fatalf("%s: the session ended; wanted %q in:\n%s", s.name, text, rest)
		}
		select {
		case <-changed:
		case <-s.ended:
			over = true
		case <-limit.C:
			t.Fatalf("%s: waited too long for %q in:\n%s", s.name, text, rest)
		}
	}
}

// listen looks for a text, and goes on behind it if it is there.
func (s *Talk) listen(text string) (found bool, rest string, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rest = s.said.String()[s.heard:]
	i := strings.Index(rest, text)
	if i >= 0 {
		s.heard += i + len(text)
	}
	return i >= 0, rest, s.changed
}

// Ended waits for the end of the session.
func (s *Talk) Ended(t testing.TB) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatalf("%s: the session did not end; heard:\n%s", s.name, s.Said())
	}
}
