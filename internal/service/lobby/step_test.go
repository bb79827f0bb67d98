package lobby_test

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/clock/clocktest"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
)

// steppedLobby is a lobby in virtual time, whose wall clock the test can set.
type steppedLobby struct {
	*testLobby
	wall     clocktest.Wall
	clock    *clock.Clock
	evenings pairing.Store
	stop     func()
}

// withSteps runs a test once for each step of the wall clock.
func withSteps(t *testing.T, test func(h *steppedLobby, step func())) {
	for _, by := range []time.Duration{-time.Hour, 90 * time.Second, time.Hour, 48 * time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := &steppedLobby{testLobby: &testLobby{TB: t, store: logtest.NewMemory()}, evenings: &eveningLog{}}
				h.boot()
				defer func() { h.stop() }()
				test(h, func() {
					h.wall.Step(by)
					time.Sleep(time.Second)
					synctest.Wait()
				})
			})
		})
	}
}

// boot starts a server.
func (h *steppedLobby) boot() {
	h.Helper()
	quiet := slog.New(slog.DiscardHandler)
	h.clock = clock.New(clock.Config{Wall: h.wall.Now, Logger: quiet})
	watching, cancel := context.WithCancel(ctx)
	var err error
	if h.Lobby, err = lobby.Open(ctx, lobby.Config{Store: h.store, Evenings: h.evenings, Clock: h.clock, Logger: quiet}); err != nil {
		h.Fatal(err)
	}
	go h.clock.Watch(watching)
	h.stop = func() {
		h.close()
		cancel()
		synctest.Wait()
	}
}

// wantDeadline checks how much time a player has left, as the list of tasks tells.
func (h *steppedLobby) wantDeadline(want time.Duration) {
	h.Helper()
	list := h.WaitingFor(inky.ID)
	if len(list) != 1 {
		h.Fatalf("tasks: %s", formatTasks(list))
	}
	if got := list[0].Deadline.Sub(h.clock.Now()); (got - want).Abs() > 2*time.Second {
		h.Errorf("%v left, want %v", got, want)
	}
}

// TestStepOfTheClockInAnUnloadedGame sets the clock while nobody looks at a correspondence game,
// and restarts the server: nobody is charged for the step, also not later.
func TestStepOfTheClockInAnUnloadedGame(t *testing.T) {
	withSteps(t, func(h *steppedLobby, step func()) {
		h.firstMoves(h.createCorrespondence(1, inky, blinky))
		time.Sleep(10 * time.Hour)
		step()
		h.wantDeadline(14 * time.Hour)
		h.stop()
		h.boot()
		time.Sleep(time.Second)
		if list := h.WaitingFor(inky.ID); len(list) != 1 {
			t.Fatalf("tasks after the restart: %s", formatTasks(list))
		}
		tab, err := h.Table(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if left := tab.View().Clock.Deadline.Sub(h.clock.Now()); left > 24*time.Hour || left < 14*time.Hour-3*time.Second {
			t.Errorf("%v left after the restart", left)
		}
	})
}

// TestStepOfTheClockKeepsInvitations sets the clock while somebody is invited.
func TestStepOfTheClockKeepsInvitations(t *testing.T) {
	withSteps(t, func(h *steppedLobby, step func()) {
		defer h.Connect(inky).Leave()
		defer h.Connect(blinky).Leave()
		tab := h.create(inky)
		h.do(tab, table.Command{By: inky, Kind: table.Sit})
		if err := h.Invite(inky, tab.View().ID, 2, blinky.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(9 * time.Minute)
		step()
		if n := len(h.openInvitations(blinky)); n != 1 {
			t.Fatalf("%d invitations after the step", n)
		}
		time.Sleep(time.Minute)
		if n := len(h.openInvitations(blinky)); n != 0 {
			t.Errorf("%d invitations after ten minutes", n)
		}
	})
}

// TestStepOfTheClockClosesNoEmptyTable sets the clock while the host of an empty table is not
// connected.
func TestStepOfTheClockClosesNoEmptyTable(t *testing.T) {
	withSteps(t, func(h *steppedLobby, step func()) {
		h.create(inky)
		time.Sleep(14 * time.Minute)
		step()
		if got := h.phases(); got != "w1" {
			t.Fatalf("tables after the step: %q", got)
		}
		time.Sleep(time.Minute)
		if got := h.phases(); got != "" {
			t.Errorf("tables after 15 minutes: %q", got)
		}
	})
}

// TestStepOfTheClockDuringAnEvening sets the clock before and during an evening: the evening has
// the date of the wall clock, and the invitations to its boards last an hour.
func TestStepOfTheClockDuringAnEvening(t *testing.T) {
	withSteps(t, func(h *steppedLobby, step func()) {
		defer h.Connect(inky).Leave()
		plan, err := evening.NewPlan("Tuesday drive", pairing.Rotating, []string{"chess4"})
		if err != nil {
			t.Fatal(err)
		}
		step()
		on, err := h.Evenings().Begin(ctx, inky, plan, []player.Player{inky, blinky, pinky, clyde})
		if err != nil {
			t.Fatal(err)
		}
		if !on.Started.Equal(h.wall.Now()) {
			t.Errorf("started at %v, not at %v", on.Started, h.wall.Now())
		}
		if _, err := h.Evenings().Next(ctx, inky); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Minute)
		step()
		if n := len(h.openInvitations(inky)); n != 1 {
			t.Errorf("%d invitations after the step", n)
		}
	})
}
