package screen

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
)

func inLobby(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named = uitest.Spectator, true
	d := newDriver(t, cfg)
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: uitest.LobbyView()})
	return d
}

// TestHiddenLobbyAsksForNoNews checks that the lobby requests no updates while another screen
// covers it, so that moves at other tables cause no work for this session. When the lobby is
// visible again, it immediately shows the current view, with the same item selected.
func TestHiddenLobbyAsksForNoNews(t *testing.T) {
	d := inLobby(t, kit.Config{})
	l := d.Stack.Screens[0].(*lobbyui.Screen)
	d.Send(lobbyui.NewsMsg{L: l, View: d.Backend.Lobby.View()})
	d.Keys("down")
	d.Sees("▸n New table")
	d.Keys("?")
	if _, cmd := d.Model.Update(lobbyui.NewsMsg{L: l, View: uitest.LobbyView()}); cmd != nil {
		t.Error("the hidden lobby requested an update")
	}
	d.Backend.Play(t, uitest.People, uitest.Recorded(t)[:14])
	_, cmd := d.Model.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	if cmd == nil {
		t.Fatal("the visible lobby did not request an update")
	}
	d.Sees("1 Chess4", "▸n New table")
}
