package screen

import (
	"testing"

	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// The lobby and the screen of a rated table say "rated" before anybody sits down.
func TestRatedTableIsMarked(t *testing.T) {
	d := inLobby(t, kit.Config{})
	v := uitest.LobbyView()
	v.Tables = []view.Summary{{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat, Terms: table.Terms{Rated: true}}}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Keys("tab")
	d.Sees("rated")
	at := atTable(t, uitest.People[0], uitest.Touching(t, ""), kit.Config{})
	view := uitest.Touching(t, "")
	view.Terms.Rated = true
	at.Show(view)
	at.Sees("touch-move   rated")
}

func TestPrivateTableIsMarked(t *testing.T) {
	d := inLobby(t, kit.Config{})
	v := uitest.LobbyView()
	v.Tables = []view.Summary{
		{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat, Terms: table.Terms{Private: table.ByPassword}},
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Keys("tab")
	d.Sees("rivate")
	at := atTable(t, uitest.People[0], uitest.Touching(t, ""), kit.Config{})
	view := uitest.Touching(t, "")
	view.Terms.Private = table.ForInvited
	at.Show(view)
	at.Sees("touch-move   private")
}
