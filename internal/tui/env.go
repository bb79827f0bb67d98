package tui

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// env is what all screens of a session share. It belongs to Update.
type env struct {
	cfg           Config
	ctx           context.Context
	me            player.Player
	clock         func() time.Time
	now           time.Time // when the last message came
	width, height int
	aside         box // where a dialog hides the least of the screen in front, as it is drawn
	pen           pen
	chosen        *assets.Theme // worn where there are colours
	men           *assets.Set   // nil: what suits the size of the board
	ink           ink
	settings      player.Settings
	kept          player.Settings // as they are stored
	keeping       bool            // they are being stored
	unkept        string          // why they could not be
	terminal      answers
	session       string
	acts          int
	house         house
	notices       notices
	mutes         map[player.ID]bool // whose invitations were muted or let through in this session
	after         func(time.Duration, tea.Msg) tea.Cmd
}

func newEnv(cfg Config) *env {
	e := &env{
		cfg: cfg, ctx: cfg.Context, me: cfg.Player, clock: time.Now,
		width: cfg.Width, height: cfg.Height, pen: pen{profile: colorprofile.ANSI256},
		session: rand.Text(), house: lobbyHouse{cfg.Lobby, cfg.Player.ID}, after: after,
	}
	if e.ctx == nil {
		e.ctx = context.Background()
	}
	e.now = e.clock()
	e.settings, e.kept = cfg.Settings, cfg.Settings
	e.terminal.profile = e.pen.profile
	e.dress()
	return e
}

// after sends a message when that time has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// actID names an act so that it is never done twice.
func (e *env) actID() string {
	e.acts++
	return fmt.Sprintf("%s-%d", e.session, e.acts)
}

// bell rings once, if it may.
func (e *env) bell() tea.Cmd {
	if e.settings.Get(player.Bell) == "off" {
		return nil
	}
	return tea.Raw("\a")
}

// shown is a name from people as it may be drawn: whatever came in unclean is
// made harmless.
func shown(name string, cells int) string { return player.ShownName(name, cells) }

// header draws a screen's first line.
func (e *env) header(g *board.Grid, left, right string) {
	g.Bar(0, 0, g.Width, e.ink.bar)
	at := g.Width - 1 - board.TextWidth(right)
	g.Text(1, 0, at-2, left, e.ink.bar)
	g.Text(at, 0, g.Width, right, e.ink.bar)
}

// hints draws what the keys do, at the end of the last line, as far as there is
// room after x; the first ones matter most.
func (e *env) hints(g *board.Grid, x int, hints ...[2]string) {
	width := 0
	n := 0
	for _, h := range hints {
		w := len(h[0]) + len(h[1]) + 3
		if width+w > g.Width-x-1 {
			break
		}
		width, n = width+w, n+1
	}
	at := g.Width - width
	for _, h := range hints[:n] {
		at += g.Text(at, g.Height-1, g.Width, h[0], e.ink.strong)
		at += 1 + g.Text(at+1, g.Height-1, g.Width, h[1], e.ink.faint)
		at += 2
	}
}
