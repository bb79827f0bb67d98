package sshtest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

// Screen is a session with an emulated terminal.
type Screen struct {
	Session *ssh.Session
	name    string
	keys    io.WriteCloser
	delay   time.Duration // simulated network delay of the output

	mu       sync.Mutex
	terminal *vt.Emulator
	shown    string        // the text of the screen; empty if it may have changed
	got      []byte        // all output
	partial  bool          // whether the newest output is probably the beginning of a frame
	changed  chan struct{} // closed and replaced when output arrives and when the session ends
	status   int
	ended    bool
}

// Open starts a session with a terminal of the given size. If command is empty, it starts the
// shell. Failure messages contain the name.
func Open(t testing.TB, client *ssh.Client, name string, width, height int, command string) *Screen {
	t.Helper()
	return OpenOn(t, client, name, Terminal{Width: width, Height: height}, command)
}

// Terminal describes a terminal to the server.
type Terminal struct {
	Kind          string            // TERM; empty for xterm-256color
	Env           map[string]string // environment variables
	Width, Height int
}

// OpenOn starts a session with the terminal that the parameter `on` describes.
func OpenOn(t testing.TB, client *ssh.Client, name string, on Terminal, command string) *Screen {
	t.Helper()
	session, err := client.NewSession()
	if err != nil {
		t.Fatalf("%s: session: %v", name, err)
	}
	s := &Screen{
		Session: session, name: name,
		terminal: vt.NewEmulator(on.Width, on.Height), changed: make(chan struct{}),
	}
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
	if err := session.RequestPty(cmp.Or(on.Kind, "xterm-256color"), on.Height, on.Width, ssh.TerminalModes{}); err != nil {
		t.Fatalf("%s: terminal: %v", name, err)
	}
	go s.answer()
	start := session.Shell
	if command != "" {
		start = func() error { return session.Start(command) }
	}
	if err := start(); err != nil {
		t.Fatalf("%s: start: %v", name, err)
	}
	go s.wait()
	t.Cleanup(s.Close)
	return s
}

// answer sends the terminal's answers to queries. The emulator blocks if nobody reads these
// answers, so they are read even after the session has ended.
func (s *Screen) answer() {
	_, _ = io.Copy(s.keys, reader{s.terminal})
	_, _ = io.Copy(io.Discard, reader{s.terminal})
}

// reader has only the method Read, so that io.Copy calls no other method of the emulator.
type reader struct{ io.Reader }

func (s *Screen) wait() {
	err := s.Session.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var exit *ssh.ExitError
	switch {
	case errors.As(err, &exit):
		s.status = exit.ExitStatus()
	case err != nil:
		s.status = -1
	}
	s.ended, s.partial = true, false
	s.signal()
	// Close only the input, because terminal.Close must not be called while a reader is active.
	_ = s.terminal.InputPipe().(*io.PipeWriter).CloseWithError(io.EOF)
}

// The server sends a frame in parts of this many bytes. A test must not react to half of a frame: it would see that a
// text is absent which comes with the next part, or press a key twice.
const (
	outputPart = 1 << 10
	partPause  = 50 * time.Millisecond // after this time without output a frame is complete
)

// Write receives the output of the server.
func (s *Screen) Write(p []byte) (int, error) {
	time.Sleep(s.delay)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got, s.shown = append(s.got, p...), ""
	s.partial = len(p)%outputPart == 0
	n, err := s.terminal.Write(p)
	s.signal()
	return n, err
}

// Got returns all output of the server.
func (s *Screen) Got() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.got)
}

// signal wakes the goroutines that wait for a change.
func (s *Screen) signal() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Type sends keys.
func (s *Screen) Type(keys string) error {
	_, err := io.WriteString(s.keys, keys)
	return err
}

// Click presses and releases the left button on a cell, counted from 0.
func (s *Screen) Click(x, y int) error {
	return s.Type(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
}

// Resize changes the terminal's size.
func (s *Screen) Resize(width, height int) error {
	s.mu.Lock()
	s.terminal.Resize(width, height)
	s.shown = ""
	s.mu.Unlock()
	return s.Session.WindowChange(height, width)
}

// Text returns the text of the screen, without spaces at the ends of lines.
func (s *Screen) Text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text()
}

func (s *Screen) text() string {
	if s.shown != "" {
		return s.shown
	}
	var b strings.Builder
	for y := range s.terminal.Height() {
		if y > 0 {
			b.WriteByte('\n')
		}
		blanks := 0
		for x := range s.terminal.Width() {
			switch c := s.terminal.CellAt(x, y); {
			case c == nil || c.Content == "": // the second cell of a wide character
			case c.Content == " ":
				blanks++
			default:
				for range blanks {
					b.WriteByte(' ')
				}
				b.WriteString(c.Content)
				blanks = 0
			}
		}
	}
	s.shown = b.String()
	return s.shown
}

// Cells returns the contents and the visible styles of all cells.
func (s *Screen) Cells() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for y := range s.terminal.Height() {
		for x := range s.terminal.Width() {
			c := s.terminal.CellAt(x, y)
			if c == nil {
				continue
			}
			style := c.Style
			if c.Content == " " && style.Attrs&uv.AttrReverse == 0 { // keep only the background, because nothing else of a blank is visible
				style = uv.Style{Bg: style.Bg}
			}
			fmt.Fprintf(&b, "%q %v\n", c.Content, style)
		}
	}
	return b.String()
}

// Await waits until the function `ok` returns true for the text of the screen. The argument
// `what` describes the expected text in the failure message.
func (s *Screen) Await(t testing.TB, what string, ok func(text string) bool) string {
	t.Helper()
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	for {
		s.mu.Lock()
		text, changed, ended, partial := s.text(), s.changed, s.ended, s.partial
		s.mu.Unlock()
		var pause <-chan time.Time
		switch {
		case partial:
			pause = time.After(partPause)
		case ok(text):
			return text
		case ended:
			t.Fatalf("%s: the session ended; wanted %s on:\n%s", s.name, what, text)
		}
		select {
		case <-changed:
		case <-pause:
			s.mu.Lock()
			s.partial = s.partial && changed != s.changed
			s.mu.Unlock()
		case <-limit.C:
			t.Fatalf("%s: waited too long for %s on:\n%s", s.name, what, text)
		}
	}
}

// Match waits until two screens show the same text.
func (s *Screen) Match(t testing.TB, other *Screen) {
	t.Helper()
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	for {
		mine, changed := s.now()
		its, too := other.now()
		if mine == its {
			return
		}
		select {
		case <-changed:
		case <-too:
		case <-limit.C:
			t.Fatalf("%s shows:\n%s\n%s shows:\n%s", s.name, mine, other.name, its)
		}
	}
}

func (s *Screen) now() (text string, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text(), s.changed
}

// Coloured reports whether any cell has a colour.
func (s *Screen) Coloured() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for y := range s.terminal.Height() {
		for x := range s.terminal.Width() {
			if c := s.terminal.CellAt(x, y); c != nil && (c.Style.Fg != nil || c.Style.Bg != nil) {
				return true
			}
		}
	}
	return false
}

// See waits until the screen shows the text.
func (s *Screen) See(t testing.TB, text string) string {
	t.Helper()
	return s.Await(t, fmt.Sprintf("%q", text), func(all string) bool { return strings.Contains(all, text) })
}

// Ended waits for the end of the session and returns its exit status. It returns -1 if the
// server sent none.
func (s *Screen) Ended(t testing.TB) int {
	t.Helper()
	limit := time.NewTimer(timeout)
	defer limit.Stop()
	for {
		s.mu.Lock()
		ended, status, changed := s.ended, s.status, s.changed
		s.mu.Unlock()
		if ended {
			return status
		}
		select {
		case <-changed:
		case <-limit.C:
			t.Fatalf("%s: the session did not end; its screen:\n%s", s.name, s.Text())
		}
	}
}

// Close closes the session's channel, not its connection.
func (s *Screen) Close() { _ = s.Session.Close() }

// collector is a buffer that two streams may write to at the same time.
type collector struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (c *collector) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.b.Write(p)
}

func (c *collector) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.b.String()
}
