package main

import (
	"cmp"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest/paint"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/tools/must"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// The moving picture shows how a player takes a seat in the lobby and plays the first moves of a
// game.
const (
	movieWidth, movieHeight = 120, 40
	moviePlies              = 16
	movieScale              = 8 // width of a cell, in pixels
)

// How long frames of the moving picture are shown.
const (
	showScreen = 1800 * time.Millisecond
	showKey    = 130 * time.Millisecond
	showMove   = 800 * time.Millisecond
)

// movie collects the frames of a moving picture.
type movie struct {
	studio *studio
	frames []*image.RGBA
	shown  []time.Duration
}

// take adds what a terminal shows.
func (m *movie) take(w *watched, shown time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	m.frames = append(m.frames, m.studio.paint(paint.Terminal{Emulator: w.screen}, movieScale))
	m.shown = append(m.shown, shown)
}

// paintMovie plays the game at a real table and writes the moving picture.
func (s *studio) paintMovie(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	m := &movie{studio: s}
	withLobby(ctx, func(tables *lobby.Lobby) { m.play(ctx, tables) })
	m.write(filepath.Join(s.dir, "first-game.gif"))
}

// withLobby calls a function with a lobby that exists only during the call.
func withLobby(ctx context.Context, use func(*lobby.Lobby)) {
	dir := must.Get(os.MkdirTemp("", "quadrille-pictures"))
	defer func() { _ = os.RemoveAll(dir) }()
	logger := slog.New(slog.DiscardHandler)
	data := must.Get(store.Open(ctx, dir, logger))
	defer func() { _ = data.Close() }()
	tables := must.Get(lobby.Open(ctx, lobby.Config{Store: data.Tables, Logger: logger}))
	defer func() { _ = tables.Close(ctx) }()
	use(tables)
}

// play takes the frames: the lobby, the table with an empty seat, and the game.
func (m *movie) play(ctx context.Context, tables *lobby.Lobby) {
	me, game := people[0], variants.All()[0].Name
	t := create(ctx, tables, people[1], game)
	for seat, p := range people[1:] {
		defer t.Watch(p).Close()
		takeSeat(ctx, t, p, rules.Seat(seat+1))
	}
	cfg := kit.Config{
		Services: service.Services{Lobby: tables}, Player: me, Named: true, Width: movieWidth, Height: movieHeight, Context: ctx,
		Settings: player.Settings{}.With(player.Choice{Setting: player.Pieces, Value: "fine"}),
	}
	lobbyScreen, leave := runOn(ctx, cfg, colorprofile.TrueColor)
	lobbyScreen.until(ctx, variants.All()[0].Title)
	m.take(lobbyScreen, showScreen)
	leave()
	cfg.Open = &nav.Table{ID: t.View().ID}
	w, end := runOn(ctx, cfg, colorprofile.TrueColor)
	defer end()
	for _, step := range []struct {
		do    table.CommandKind
		shows string
	}{{table.Sit, me.Name}, {table.Ready, "Your move"}} {
		must.Check(t.Do(ctx, table.Command{By: me, Kind: step.do}))
		w.until(ctx, step.shows)
		m.take(w, showScreen)
	}
	for _, word := range m.studio.moves(game)[:moviePlies] {
		m.move(ctx, t, w, word)
	}
	m.shown[len(m.shown)-1] = 2 * showScreen
}

// move plays a move: by typing it if it is the turn of the player whose screen is shown.
func (m *movie) move(ctx context.Context, t *live.Table, w *watched, word string) {
	v := t.View()
	if v.Seats[v.Actor].Player.ID != people[0].ID {
		playMove(ctx, t, word)
		m.settled(ctx, w, showMove)
		return
	}
	w.until(ctx, "Your move")
	for _, key := range word {
		w.program.Send(tea.KeyPressMsg{Code: key, Text: string(key)})
		m.settled(ctx, w, showKey)
	}
	w.program.Send(tea.KeyPressMsg{Code: tea.KeyEnter})
	for len(t.View().Moves) == len(v.Moves) {
		select {
		case <-w.changed:
		case <-ctx.Done():
			must.Check(ctx.Err())
		}
	}
	m.settled(ctx, w, showMove)
}

// quiet is how long a screen must not change before a frame of it is taken.
const quiet = 150 * time.Millisecond

// settled takes a frame when the screen no longer changes.
func (m *movie) settled(ctx context.Context, w *watched, shown time.Duration) {
	for {
		select {
		case <-w.changed:
		case <-ctx.Done():
			must.Check(ctx.Err())
		case <-time.After(quiet):
			m.take(w, shown)
			return
		}
	}
}

// maxColours is the number of colours of a GIF, without the transparent one.
const maxColours = 255

// write writes the frames as an animation. Each frame holds only what has changed.
func (m *movie) write(path string) {
	colours := m.palette()
	known := map[color.RGBA]uint8{}
	out := &gif.GIF{}
	var before *image.RGBA
	for i, img := range m.frames {
		area := img.Bounds()
		if before != nil {
			area = changed(before, img)
		}
		frame := image.NewPaletted(area, colours)
		for y := area.Min.Y; y < area.Max.Y; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				c := img.RGBAAt(x, y)
				if before != nil && before.RGBAAt(x, y) == c {
					frame.SetColorIndex(x, y, uint8(len(colours)-1))
					continue
				}
				n, ok := known[c]
				if !ok {
					n = uint8(colours[:len(colours)-1].Index(c))
					known[c] = n
				}
				frame.SetColorIndex(x, y, n)
			}
		}
		out.Image, out.Delay = append(out.Image, frame), append(out.Delay, int(m.shown[i]/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = img
	}
	file := must.Get(os.Create(path))
	must.Check(errors.Join(gif.EncodeAll(file, out), file.Close()))
}

// palette returns the most frequent colours of all frames, and a transparent one.
func (m *movie) palette() color.Palette {
	count := map[color.RGBA]int{}
	for _, img := range m.frames {
		for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
			for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
				count[img.RGBAAt(x, y)]++
			}
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var p color.Palette
	for _, c := range colours[:min(len(colours), maxColours)] {
		p = append(p, c)
	}
	return append(p, color.RGBA{})
}

// changed returns the rectangle in which two images of the same size differ.
func changed(a, b *image.RGBA) (area image.Rectangle) {
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if area.Empty() { // a frame must not be empty
		return image.Rect(0, 0, 1, 1)
	}
	return area
}
