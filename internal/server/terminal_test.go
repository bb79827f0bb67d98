package server

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

const nameQuery = "\x1b[>q"

// visit opens a session in a terminal that answers queries, and returns it with its output.
func visit(t *testing.T, d *testServer, auth gossh.AuthMethod, kind string) (*sshtest.Modern, *modernScreen) {
	t.Helper()
	conn, err := sshtest.Connect("", d.address)
	must(t, err)
	screen := &modernScreen{changed: make(chan struct{}, 1)}
	m, err := sshtest.OpenModern(conn, sshtest.ModernOptions{Auth: auth, Kind: kind, Width: 80, Height: 24, Output: screen, Answers: true})
	must(t, err)
	t.Cleanup(func() { _ = m.Close() })
	screen.see(t, "size 80x24")
	return m, screen
}

func (s *modernScreen) asked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.output.String(), nameQuery)
}

// TestTerminalIsAskedOnce checks that the answers of a terminal are stored for an account, by
// TERM. Each arrival asked the terminal again.
func TestTerminalIsAskedOnce(t *testing.T) {
	d := startServer(t, Limits{}, func(c *Config) { c.Directory = c.Accounts.(player.Directory) })
	key := sshtest.NewKey(t)
	id := player.ID(gossh.FingerprintSHA256(key.PublicKey()))
	m, screen := visit(t, d, sshtest.KeyAuth(key), "xterm-256color")
	if !screen.asked() {
		t.Error("the terminal of an account without a name was not asked")
	}
	must(t, m.Close())
	// Answers that arrive when the account has a name would be stored.
	await(t, "the end of the session", func() bool { return len(d.VisitorsHere()) == 0 })
	_, err := d.services.Directory.Claim(t.Context(), id, "Inky")
	must(t, err)
	m, screen = visit(t, d, sshtest.KeyAuth(key), "xterm-256color")
	if !screen.asked() {
		t.Error("nothing was stored yet, but the terminal was not asked")
	}
	await(t, "the answers", func() bool {
		known, err := d.services.Terminals.Terminals(t.Context(), id)
		must(t, err)
		for name, answers := range known {
			want := player.Terminal{Asked: answers.Asked, Name: "foot(1.18.1)", Focus: true, Sync: true, TrueColor: true}
			if !strings.HasPrefix(name, "xterm-256color ") || answers != want {
				t.Fatalf("%q: %+v", name, answers)
			}
		}
		return len(known) == 1
	})
	must(t, m.Close())
	again, screen := visit(t, d, sshtest.KeyAuth(key), "xterm-256color")
	if screen.asked() || again.Queries.Load() > 0 {
		t.Error("the terminal was asked twice")
	}
	if _, screen = visit(t, d, sshtest.KeyAuth(key), "xterm"); !screen.asked() {
		t.Error("another terminal was not asked")
	}
	for range 2 {
		if _, screen = visit(t, d, sshtest.GuestAuth(), "xterm-256color"); !screen.asked() {
			t.Error("the terminal of a guest was not asked")
		}
	}
}

// lookRecorder is a recorder on whose look no answer has an effect.
type lookRecorder struct{ *recorder }

func (m lookRecorder) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	_, cmd := m.recorder.Update(msg)
	return m, cmd
}

func (lookRecorder) Output() kit.Output { return kit.Output{} }

// TestLateAnswerDrawsNothing checks that an answer of the terminal draws the screen again only
// if it changes what the screen shows.
func TestLateAnswerDrawsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{}, 8)
		r.program.mu.Lock()
		r.program.model = lookRecorder{r.model}
		r.program.mu.Unlock()
		advance(frameInterval)
		before := r.model.frames()
		for _, answer := range []tea.Msg{
			tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset},
			tea.ModeReportMsg{Mode: ansi.ModeFocusEvent, Value: ansi.ModeReset},
			tea.TerminalVersionMsg{Name: "xterm(401)"},
		} {
			r.deliver(answer)
		}
		advance(2 * frameInterval)
		if now := r.model.frames(); now != before {
			t.Errorf("drawn %d times more", now-before)
		}
		r.deliver("something")
		advance(2 * frameInterval)
		if now := r.model.frames(); now != before+1 {
			t.Errorf("drawn %d times after a message", now-before)
		}
		r.stop()
	})
}
