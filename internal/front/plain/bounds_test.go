package plain

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
)

// TestHostileTexts checks that control characters in names and in typed lines never reach a
// terminal. checkBytes checks this at the end of each session.
func TestHostileTexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // in virtual time, because the rate limit slows down the input of this test
		h := newTestLobby(t)
		p, q := h.come("Inky"), h.come("Blinky", onTerminal)
		h.table("chess4 armies=white,black chat=open", p, q)
		for i, text := range hostile.Strings {
			visit := h.lobby.Connect(player.Player{ID: player.ID(fmt.Sprint("evil ", i)), Name: text})
			line := strings.ReplaceAll(text, "\n", "\v")
			for _, word := range []string{"", "say ", "square ", "row ", "rules ", "invite ", "sit "} {
				p.types(word + line + "\n")
			}
			q.types(line + "\x15\r")
			visit.Leave()
		}
		p.types("\nturn\n")
		p.hear("Your move, White.")
		p.tell("turn", "Your move, White.")
	})
}

func TestHostileNamesAtTables(t *testing.T) {
	for i, text := range hostile.Strings {
		h := newTestLobby(t)
		evil := player.Player{ID: player.ID(fmt.Sprint("evil ", i)), Name: text}
		terms, err := setup.ParseTerms([]string{"chess4", "armies=white,black"})
		if err != nil {
			t.Fatal(err)
		}
		tab, err := h.lobby.Create(t.Context(), evil, terms)
		if err != nil {
			continue
		}
		p := h.come("Inky")
		p.tell("tables", "Table 1: ")
		p.tell("sit 1 black", "You sit down as Black.")
		if tab.Do(t.Context(), table.Command{By: evil, Kind: table.Sit, Seat: 0}) == nil {
			p.hear("its down as White.")
			p.tell("who", "White: ")
		}
		p.tell("quit", "Goodbye.")
	}
}

// TestLinesAreRateLimited types more lines without a pause than the server answers in one
// second, and checks how long the answers take.
func TestLinesAreRateLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestLobby(t)
		p := h.come("Inky")
		start := time.Now()
		for range 5 * linesPerSecond {
			p.types("who\n")
		}
		p.tell("rules nothing", "Type \"rules\" and the name of a game")
		if spent := time.Since(start); spent != 4*time.Second { // the first 40 lines are answered immediately
			t.Errorf("%d lines were answered in %s", 5*linesPerSecond, spent)
		}
		p.types("quit\n")
		<-p.ended
	})
}

// TestSessionsLeaveNoGoroutines checks that no goroutines remain after a session has left
// its tables, or after it has ended at a table.
func TestSessionsLeaveNoGoroutines(t *testing.T) {
	h := newTestLobby(t)
	p := h.come("Inky")
	for range 3 {
		p.tell("new chess4 clock=none", "is open.")
	}
	before := runtime.NumGoroutine()
	for range 8 {
		p.tell("table 1", "Table 1: ")
		p.tell("table 2", "Table 2: ")
		p.tell("leave", "You are in the lobby")
	}
	for range 8 { // leave tables while results of commands may still arrive
		p.types("table 1\nsit\nstand\nleave\n")
		p.hear("You stand up")
		p.hear("You are in the lobby")
	}
	q := h.come("Blinky")
	q.tell("sit 3", "You sit down as White.")
	close(q.input)
	<-q.ended
	p.tell("who", "1 person is here: Inky.")
	settle(t, before)
}

// TestOldViewsAreIgnored checks that a session ignores a view of the table that is older
// than the view that it reported last.
func TestOldViewsAreIgnored(t *testing.T) {
	h := newTestLobby(t)
	var said strings.Builder
	services := service.Services{Lobby: h.lobby, Club: h.club, Directory: h.names}
	s := newSession(t.Context(), Config{
		Services: services, Commands: h.commands(services),
		Player: player.Player{ID: "1", Name: "Inky"}, Named: true,
		Output: &said, Guard: func(_ string, f func()) { f() },
	})
	s.begin()
	s.obey("new chess4 armies=white,black")
	s.obey("sit")
	before := s.table.view
	s.obey("sit")
	s.obey("ready")
	s.obey("k7")
	s.output.flush()
	said.Reset()
	s.tableNews(before, true)
	s.tableNews(s.table.view, true)
	s.output.flush()
	if said.Len() > 0 || len(s.table.replay.Moves) != 1 {
		t.Errorf("said %q", said.String())
	}
	s.close()
}

// settle waits until the number of goroutines has fallen to the given number.
func settle(t *testing.T, before int) {
	t.Helper()
	for limit := time.Now().Add(patience); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(limit) {
			t.Fatalf("%d goroutines, and there were %d", runtime.NumGoroutine(), before)
		}
	}
}

// TestSessionsEnd checks that all goroutines of a session end when the connection is cut,
// when the server stops, or when a write fails. If a goroutine remains, synctest.Test fails.
func TestSessionsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opened, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
		if err != nil {
			t.Fatal(err)
		}
		cfg := Config{
			Services: service.Services{Lobby: opened}, Player: player.Player{ID: "1", Name: "Inky"}, Named: true,
			Guard: func(_ string, f func()) { f() },
		}
		cut, cancel := context.WithCancel(t.Context())
		cfg.Input, cfg.Output = make(chan []byte), new(strings.Builder)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			Run(cut, cfg)
		}()
		synctest.Wait()
		cancel()
		<-ended
		cfg.Output = deaf{}
		Run(t.Context(), cfg)
		if here := opened.View().Here; len(here) > 0 {
			t.Errorf("still here: %v", here)
		}
		if err := opened.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// deaf is a connection to a client that has disappeared: every write fails.
type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, errors.New("cut") }
