package ui

import (
	"testing"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
	"quadrille/rules"
)

// Who is about to sit down knows what counts.
func TestARatedTableSaysSo(t *testing.T) {
	d := inLobby(t, kit.Config{})
	v := lobbyView()
	v.Tables = []lobby.Summary{{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat, Terms: table.Terms{Rated: true}}}
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: v})
	d.sees("rated")
	at := atTable(t, people[0], touching(t, ""), kit.Config{})
	view := touching(t, "")
	view.Terms.Rated = true
	at.show(view)
	at.sees("touch and move - rated")
}

// And who is not for all to see.
func TestAPrivateTableSaysSo(t *testing.T) {
	d := inLobby(t, kit.Config{})
	v := lobbyView()
	v.Tables = []lobby.Summary{{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat, Terms: table.Terms{Private: table.ByPassword}}}
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: v})
	d.sees("private")
	at := atTable(t, people[0], touching(t, ""), kit.Config{})
	view := touching(t, "")
	view.Terms.Private = table.ForInvited
	at.show(view)
	at.sees("touch and move - private")
}
