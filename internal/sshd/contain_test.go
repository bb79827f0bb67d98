package sshd

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
	"quadrille/internal/tui"
)

func TestPanicBeforeTheScreen(t *testing.T) {
	d := openDoor(t, Limits{})
	d.screens = func(cfg tui.Config) tea.Model {
		if player.ID.Guest(cfg.Player.ID) {
			panic("no guests")
		}
		return probe{cfg: cfg}
	}
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "guest", 80, 24, "")
	if status := screen.Ended(t); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	d.logged.await(t, "panic", "no guests")
}
