package server

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image/color"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/clock"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
)

// terminal holds the answers of a session's terminal. They are stored for accounts with a name,
// so that a terminal is asked only once. Each answer counts as typing for OpenSSH, which
// then sends pings for two seconds, and an answer that changes the colours costs a second full
// frame.
type terminal struct {
	name     string // identifies the terminal among those of the account; empty if the answers are not stored
	stored   player.Terminal
	now      player.Terminal
	answered string    // the questions that the terminal has answered in this session
	asked    time.Time // when the terminal was asked; the zero time if nothing was asked
	done     bool      // whether nothing needs to be stored any more
}

// answerTime is how long after the questions a typed key means that the terminal does not
// answer the rest of them.
const answerTime = 2 * time.Second

// storeTerminalTimeout limits the time to store answers.
const storeTerminalTimeout = 5 * time.Second

// terminalOf returns the stored answers of the session's terminal. Terminals with the same TERM
// are different if the key, the SSH client or the variables for colours differ.
func terminalOf(v *session) (t terminal) {
	store := v.server.services.Terminals
	if store == nil || v.identity.key == "" || v.identity.ID.Guest() {
		return t
	}
	sum := sha256.New()
	environ := v.ssh.Environ()
	for _, part := range []string{
		string(v.identity.key), v.ssh.Context().ClientVersion(),
		environmentValue(environ, "COLORTERM"), environmentValue(environ, "TERM_PROGRAM"),
	} {
		sum.Write([]byte(part + "\x00"))
	}
	t.name = cmp.Or(v.term(), "unknown") + " " + hex.EncodeToString(sum.Sum(nil)[:4])
	known, err := store.Terminals(v.ctx, v.identity.ID)
	if err != nil {
		v.server.logger.Error("terminals", "err", err)
		return t
	}
	t.stored = known[t.name]
	t.now = t.stored
	return t
}

// environmentValue returns the value of an environment variable, or "".
func environmentValue(environ []string, name string) string {
	for _, v := range environ {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// answers returns the stored answers as messages of the terminal.
func (t *terminal) answers() (msgs []tea.Msg) {
	mode := func(question string, mode ansi.Mode, supported bool) {
		if strings.Contains(t.stored.Asked, question) && supported {
			msgs = append(msgs, tea.ModeReportMsg{Mode: mode, Value: ansi.ModeReset})
		}
	}
	mode(wire.AskSync, ansi.ModeSynchronizedOutput, t.stored.Sync)
	mode(wire.AskFocus, ansi.ModeFocusEvent, t.stored.Focus)
	if t.stored.Notify {
		msgs = append(msgs, kit.NotifiesMsg{})
	}
	if t.stored.Name != "" {
		msgs = append(msgs, tea.TerminalVersionMsg{Name: t.stored.Name})
	}
	if t.stored.Light {
		msgs = append(msgs, tea.BackgroundColorMsg{Color: color.White})
	}
	if t.stored.TrueColor {
		msgs = append(msgs, tea.CapabilityMsg{Content: "RGB"})
	}
	return msgs
}

// take records an answer. It returns false if msg is not an answer.
func (t *terminal) take(msg tea.Msg) bool {
	question := ""
	switch msg := msg.(type) {
	case tea.ModeReportMsg:
		supported := msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset
		switch msg.Mode {
		case ansi.ModeSynchronizedOutput:
			question, t.now.Sync = wire.AskSync, supported
		case ansi.ModeFocusEvent:
			question, t.now.Focus = wire.AskFocus, supported
		}
	case kit.NotifiesMsg:
		question, t.now.Notify = wire.AskNotify, true
	case tea.TerminalVersionMsg:
		question, t.now.Name = wire.AskName, player.Shown(msg.Name, 60)
	case tea.BackgroundColorMsg:
		question, t.now.Light = wire.AskBackground, msg.Color != nil && !msg.IsDark()
	case tea.CapabilityMsg:
		name, _, _ := strings.Cut(msg.Content, "=")
		question, t.now.TrueColor = wire.AskColors, name == "RGB" || name == "Tc"
	default:
		return false
	}
	questions := []string{question}
	if question != wire.AskSync { // the terminal would have answered the question about notifications before
		questions = append(questions, wire.AskNotify)
	}
	for _, one := range questions {
		if !strings.Contains(t.answered, one) {
			t.answered += one
		}
	}
	return true
}

// complete reports whether the terminal has answered everything that it was asked, or will not
// answer the rest.
func (t *terminal) complete(asked string, typed bool, now time.Time) bool {
	if t.asked.IsZero() {
		return false
	}
	rest := strings.Trim(asked, t.answered)
	return rest == "" || typed && now.Sub(t.asked) > answerTime
}

// forget prepares for asking the terminal again.
func (t *terminal) forget() { t.answered, t.asked, t.done = "", time.Time{}, false }

// rememberTerminal stores the answers of the terminal, once they are complete and the player has
// a name. The parameter `typed` tells whether a key was typed.
func (p *program) rememberTerminal(typed bool) {
	t := &p.terminal
	if t.done || t.name == "" || !t.complete(p.screen.Asked(), typed, clock.Steady()) || !p.session.hasName() {
		return
	}
	t.done = true
	for _, question := range p.screen.Asked() {
		if !strings.ContainsRune(t.now.Asked, question) {
			t.now.Asked += string(question)
		}
	}
	if t.now == t.stored {
		return
	}
	t.stored = t.now
	v, answers, name := p.session, t.now, t.name
	p.runCommand(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(v.ctx), storeTerminalTimeout)
		defer cancel()
		if err := v.server.services.Terminals.RememberTerminal(ctx, v.identity.ID, name, answers); err != nil {
			v.server.logger.Warn("the answers of a terminal were not stored", "err", err)
		}
		return nil
	})
}

// hasName reports whether the player has a name now.
func (v *session) hasName() bool {
	v.server.registry.mu.Lock()
	defer v.server.registry.mu.Unlock()
	return v.named
}
