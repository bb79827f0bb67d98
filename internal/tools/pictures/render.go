package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/front/screen"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/tools/must"
	"quadrille/rules"
)

var people = [rules.SeatCount]player.Player{
	{ID: "SHA256:inky", Name: "Inky"},
	{ID: "SHA256:blinky", Name: "Blinky"},
	{ID: "SHA256:pinky", Name: "Pinky"},
	{ID: "SHA256:clyde", Name: "Clyde"},
}

// render plays the moves at a real table and returns the screen of the player to move.
func (o order) render(ctx context.Context, tables *lobby.Lobby, words []string) *vt.Emulator {
	t := create(ctx, tables, people[0], o.game)
	for _, p := range people {
		defer t.Watch(p).Close() // the player is present as long as the watcher is open
	}
	for seat, p := range people {
		takeSeat(ctx, t, p, rules.Seat(seat))
	}
	for _, word := range words {
		playMove(ctx, t, word)
	}
	return o.look(ctx, tables, t)
}

func create(ctx context.Context, tables *lobby.Lobby, host player.Player, game string) *live.Table {
	return must.Get(tables.Create(ctx, host, must.Get(setup.ParseTerms([]string{game, "clock=5+10"}))))
}

// takeSeat seats a player who is ready to play.
func takeSeat(ctx context.Context, t *live.Table, p player.Player, seat rules.Seat) {
	must.Check(t.Do(ctx, table.Command{By: p, Kind: table.Sit, Seat: seat}))
	must.Check(t.Do(ctx, table.Command{By: p, Kind: table.Ready, Seat: seat}))
}

// playMove plays a move in plain notation.
func playMove(ctx context.Context, t *live.Table, word string) {
	v := t.View()
	a := must.Get(rules.ParsePlain(v.Variant.Facts(), v.Actor, word))
	must.Check(t.Do(ctx, table.Command{By: people[v.Actor], Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1}))
}

// look opens the screen of the player to move, lifts a piece, and returns the terminal.
func (o order) look(ctx context.Context, tables *lobby.Lobby, t *live.Table) *vt.Emulator {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	screen, end := runOn(ctx, kit.Config{
		Services: service.Services{Lobby: tables}, Player: people[t.View().Actor], Named: true, Open: &nav.Table{ID: t.View().ID},
		Width: o.width, Height: o.height, Context: ctx,
	}, colorprofile.TrueColor)
	defer end()
	screen.until(ctx, "Your move")
	for range o.theme {
		screen.program.Send(tea.KeyPressMsg{Code: 't', Mod: tea.ModCtrl})
	}
	for range 4 {
		screen.program.Send(tea.KeyPressMsg{Code: tea.KeyTab})
	}
	screen.program.Send(tea.KeyPressMsg{Code: tea.KeyEnter})
	screen.program.Send(tea.KeyPressMsg{Code: tea.KeyTab})
	screen.until(ctx, " to ")
	screen.freeze()
	return screen.screen
}

// watched is a terminal emulator. After each write to it, it sends a value on its channel
// `changed`. After a call of freeze, it ignores writes.
type watched struct {
	mu      sync.Mutex
	screen  *vt.Emulator
	program *uitest.Program
	frozen  bool
	changed chan struct{}
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frozen {
		return len(p), nil
	}
	_, err := w.screen.Write(p)
	select {
	case w.changed <- struct{}{}:
	default:
	}
	return len(p), err
}

func (w *watched) shows(texts []string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	screen := w.screen.String()
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(screen, text) })
}

var errNotSeen = errors.New("the screen did not show the expected text in time")

// until waits until the screen shows one of the texts.
func (w *watched) until(ctx context.Context, texts ...string) {
	for !w.shows(texts) {
		select {
		case <-w.changed:
		case <-ctx.Done():
			must.Check(errNotSeen)
		}
	}
}

func (w *watched) freeze() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.frozen = true
}

// runOn runs the screens of a session on a terminal. It returns the terminal and a function
// that ends the session.
func runOn(ctx context.Context, cfg kit.Config, depth colorprofile.Profile) (*watched, func()) {
	w := &watched{screen: vt.NewEmulator(cfg.Width, cfg.Height), changed: make(chan struct{}, 1)}
	go func() { _, _ = io.Copy(io.Discard, w.screen) }() // discard the terminal's replies
	ctx, cancel := context.WithCancel(ctx)
	w.program = uitest.Run(ctx, screen.New(cfg), cfg.Width, cfg.Height, depth, w)
	return w, func() { cancel(); <-w.program.Ended }
}
