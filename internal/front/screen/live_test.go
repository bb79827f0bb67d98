package screen

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table/logtest"
)

// terminal is a terminal emulator that sends to `changed` after each write.
type terminal struct {
	t       *testing.T
	program *uitest.Program
	mu      sync.Mutex
	screen  *vt.Emulator
	changed chan struct{}
}

func (term *terminal) Write(p []byte) (int, error) {
	term.mu.Lock()
	defer term.mu.Unlock()
	_, err := term.screen.Write(p)
	select {
	case term.changed <- struct{}{}:
	default:
	}
	return len(p), err
}

func (term *terminal) text() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.screen.String()
}

// waitFor waits until the screen shows the text.
func (term *terminal) waitFor(text string) {
	term.t.Helper()
	late := time.After(20 * time.Second)
	for !strings.Contains(term.text(), text) {
		select {
		case <-term.changed:
		case <-late:
			term.t.Fatalf("%q did not appear:\n%s", text, term.text())
		}
	}
}

func (term *terminal) keys(names ...string) {
	for _, name := range names {
		if k, ok := uitest.KeyNames[name]; ok {
			term.program.Send(tea.KeyPressMsg(k))
			continue
		}
		for _, r := range name {
			term.program.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// open runs the screens of a session until the test ends.
func open(t *testing.T, tables *lobby.Lobby, who player.Player) *terminal {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	term := &terminal{t: t, screen: vt.NewEmulator(120, 40), changed: make(chan struct{}, 1)}
	answers := make(chan struct{})
	go func() { defer close(answers); _, _ = io.Copy(io.Discard, term.screen) }()
	model := New(kit.Config{Services: service.Services{Lobby: tables}, Player: who, Named: true, Width: 120, Height: 40, Context: ctx})
	term.program = uitest.Run(ctx, model, 120, 40, colorprofile.TrueColor, term)
	t.Cleanup(func() {
		cancel()
		<-term.program.Ended
		_ = term.screen.InputPipe().(io.Closer).Close()
		<-answers
	})
	return term
}

// Two players meet in a real lobby, take two seats each, and play.
func TestTwoPlayersAtRealTable(t *testing.T) {
	ctx := context.Background()
	tables, err := lobby.Open(ctx, lobby.Config{Store: logtest.NewMemory(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tables.Close(ctx) })
	inky, blinky := open(t, tables, uitest.People[0]), open(t, tables, uitest.People[1])
	inky.waitFor("2 online")
	inky.keys("n", "end", "enter")
	inky.waitFor("Waiting for players")
	inky.keys("enter")
	inky.waitFor("▸ I am ready")
	inky.keys("down", "down", "enter") // sit down as black
	inky.waitFor("Leave seat Black")
	inky.keys("enter")
	inky.waitFor("I am not ready")
	blinky.waitFor("2 open")
	blinky.keys("tab", "end", "enter")
	blinky.waitFor("Sit down as Silver")
	blinky.keys("enter")
	blinky.waitFor("Leave seat Silver")
	blinky.keys("down", "enter")
	blinky.waitFor("Leave seat Gold")
	blinky.keys("enter")
	inky.waitFor("Your move, White")
	inky.keys("k7", "enter")
	blinky.waitFor("Your move, Silver")
	blinky.keys("k7", "enter")
	blinky.waitFor("! ")
	blinky.keys("esc", "j1-k3", "enter")
	inky.waitFor("Your move, Black")
	blinky.waitFor("Nk3")
	inky.keys("esc")
	inky.waitFor("Back to the lobby?")
	inky.keys("l")
	inky.waitFor("2 moves, Black to move")
	blinky.waitFor("away")
}
