package sshd

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
	"quadrille/internal/tui"
)

func TestPanicEndsItsSessionOnly(t *testing.T) {
	d := openDoor(t, Limits{})
	other := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "other", 80, 24, "")
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	for key, where := range map[string]string{"u": "in update", "c": "in a command", "s": "in a sequence", "v": "in view"} {
		screen := sshtest.Open(t, client, where, 80, 24, "")
		screen.See(t, "size")
		must(t, screen.Type(key))
		if status := screen.Ended(t); status != 1 {
			t.Errorf("%s: status %d, want 1", where, status)
		}
		if text := screen.Text(); !strings.Contains(text, "a fault of ours") {
			t.Errorf("%s: nobody tells the person:\n%s", where, text)
		}
		d.logged.await(t, "panic", where)
	}
	must(t, other.Type("a"))
	other.See(t, `key "a".`)
}

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
