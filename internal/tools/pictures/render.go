package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
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
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

var people = [rules.SeatCount]player.Player{
	{ID: "SHA256:inky", Name: "Inky"},
	{ID: "SHA256:blinky", Name: "Blinky"},
	{ID: "SHA256:pinky", Name: "Pinky"},
	{ID: "SHA256:clyde", Name: "Clyde"},
}

// render plays the moves at a real table and returns the screen of the player to move.
func (o order) render(ctx context.Context, dir string, words []string, logger *slog.Logger) (*vt.Emulator, error) {
	data, err := store.Open(ctx, dir, logger)
	if err != nil {
		return nil, err
	}
	defer func() { _ = data.Close() }()
	tables, err := lobby.Open(ctx, lobby.Config{Store: data.Tables, Logger: logger})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tables.Close(ctx) }()
	terms, err := setup.ParseTerms([]string{o.game, "clock=5+10"})
	if err != nil {
		return nil, err
	}
	t, err := tables.Create(ctx, people[0], terms)
	if err != nil {
		return nil, err
	}
	for _, p := range people {
		defer t.Watch(p).Close() // the player is present as long as the watcher is open
	}
	if err := play(ctx, t, words); err != nil {
		return nil, err
	}
	return o.look(ctx, tables, t)
}

func play(ctx context.Context, t *live.Table, words []string) error {
	for seat, p := range people {
		for _, do := range []table.CommandKind{table.Sit, table.Ready} {
			if err := t.Do(ctx, table.Command{By: p, Kind: do, Seat: rules.Seat(seat)}); err != nil {
				return err
			}
		}
	}
	for _, word := range words {
		v := t.View()
		a, err := rules.ParsePlain(v.Variant.Facts(), v.Actor, word)
		if err != nil {
			return err
		}
		if err := t.Do(ctx, table.Command{By: people[v.Actor], Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1}); err != nil {
			return err
		}
	}
	return nil
}

// look opens the screen of the player to move, lifts a piece, and returns the terminal.
func (o order) look(ctx context.Context, tables *lobby.Lobby, t *live.Table) (*vt.Emulator, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	screen, end := runOn(ctx, kit.Config{
		Services: service.Services{Lobby: tables}, Player: people[t.View().Actor], Named: true, Open: &nav.Table{ID: t.View().ID},
		Width: o.width, Height: o.height, Context: ctx,
	}, colorprofile.TrueColor)
	defer end()
	if err := screen.until(ctx, "Your move"); err != nil {
		return nil, err
	}
	for range o.theme {
		screen.program.Send(tea.KeyPressMsg{Code: 't', Mod: tea.ModCtrl})
	}
	for range 4 {
		screen.program.Send(tea.KeyPressMsg{Code: tea.KeyTab})
	}
	screen.program.Send(tea.KeyPressMsg{Code: tea.KeyEnter})
	screen.program.Send(tea.KeyPressMsg{Code: tea.KeyTab})
	err := screen.until(ctx, " to ")
	screen.freeze()
	return screen.screen, err
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
func (w *watched) until(ctx context.Context, texts ...string) error {
	for !w.shows(texts) {
		select {
		case <-w.changed:
		case <-ctx.Done():
			return errNotSeen
		}
	}
	return nil
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
