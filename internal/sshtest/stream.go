package sshtest

import (
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// Stream is a session whose output is read as text, such as plain mode or the JSON API.
type Stream struct {
	session *ssh.Session
	name    string
	keys    io.WriteCloser
	delay   time.Duration // simulated network delay of the output
	ended   chan struct{}

	mu      sync.Mutex
	output  strings.Builder
	read    int           // number of bytes of output that Expect has read
	changed chan struct{} // closed and replaced whenever output arrives
}

// OpenStream starts a session with a terminal of the given kind, or without a terminal if the
// kind is empty. If command is empty, it starts the shell.
func OpenStream(t testing.TB, client *ssh.Client, name, terminal, command string) *Stream {
	t.Helper()
	return OpenStreamOn(t, client, name, Terminal{Kind: terminal, Width: 80, Height: 24}, command)
}

// OpenStreamOn starts a session with a terminal of the given kind and size.
func OpenStreamOn(t testing.TB, client *ssh.Client, name string, on Terminal, command string) *Stream {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatalf("%s: session: %v", name, err)
	}
	s := &Stream{session: session, name: name, ended: make(chan struct{}), changed: make(chan struct{})}
	if s.keys, err = session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	s.keys, s.delay = delayed(s.keys, latency()), latency()
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

// Write receives the output of the server.
func (s *Stream) Write(p []byte) (int, error) {
	time.Sleep(s.delay)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.output.Write(p)
	close(s.changed)
	s.changed = make(chan struct{})
	return len(p), nil
}

// Type sends text to the session, such as keys or lines.
func (s *Stream) Type(t testing.TB, text string) {
	t.Helper()
	if _, err := io.WriteString(s.keys, text); err != nil {
		t.Fatalf("%s types %q: %v; output:\n%s", s.name, text, err, s.Output())
	}
}

// CloseInput closes the session's input.
func (s *Stream) CloseInput() { _ = s.keys.Close() }

// Output returns all output of the server.
func (s *Stream) Output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.String()
}

// Expect waits for a text in the output. It searches only the output after the text that
// the previous call found.
func (s *Stream) Expect(t testing.TB, text string) {
	t.Helper()
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	for ended := false; ; {
		found, rest, changed := s.find(text)
		switch {
		case found:
			return
		case ended:
			t.Fatalf("%s: the session ended; wanted %q in:\n%s", s.name, text, rest)
		}
		select {
		case <-changed:
		case <-s.ended:
			ended = true
		case <-limit.C:
			t.Fatalf("%s: waited too long for %q in:\n%s", s.name, text, rest)
		}
	}
}

// find searches the unread output for a text, and marks the output up to the end of the text
// as read.
func (s *Stream) find(text string) (found bool, rest string, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rest = s.output.String()[s.read:]
	i := strings.Index(rest, text)
	if i >= 0 {
		s.read += i + len(text)
	}
	return i >= 0, rest, s.changed
}

// Ended waits for the end of the session.
func (s *Stream) Ended(t testing.TB) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(timeout):
		t.Fatalf("%s: the session did not end; output:\n%s", s.name, s.Output())
	}
}
