package screen

import (
	"strings"
	"testing"

	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

func invitation() view.Invitation {
	return view.Invitation{Number: 7, From: uitest.People[1], Table: 31, Title: "Chess4", Seat: rules.NoSeat}
}

func TestInvitationIsShownOnEveryScreen(t *testing.T) {
	for name, scene := range scenes(t, same("Inky"), kit.Config{}) {
		d := scene()
		if rootOf(d).inbox.box == nil { // skip the screen that asks for a name: it shows no invitations
			continue
		}
		bells := d.Bells
		d.Send(invitationsMsg{[]view.Invitation{invitation()}})
		if top := d.Text()[0]; !strings.Contains(top, "Blinky invites you: table 31, Chess4") ||
			!strings.Contains(top, "ctrl+e join  ctrl+x decline  ctrl+k mute") {
			t.Errorf("%s: %q", name, top)
		}
		if d.Send(invitationsMsg{[]view.Invitation{invitation()}}); d.Bells != bells+1 {
			t.Errorf("%s: %d bells", name, d.Bells-bells)
		}
		d.Send(invitationsMsg{nil})
		d.Lacks("invites you")
	}
}

func TestInvitationIsAnsweredInOneKey(t *testing.T) {
	d := inLobby(t, kit.Config{})
	one, err := d.Backend.Lobby.Create(t.Context(), uitest.People[1], table.Terms{Game: kit.DefaultGame()})
	if err != nil {
		t.Fatal(err)
	}
	invite := func() error {
		return d.Backend.Lobby.Invite(uitest.People[1], one.View().ID, rules.NoSeat, d.Env.Me.ID)
	}
	if err := invite(); err != nil {
		t.Fatal(err)
	}
	d.Send(invitationsMsg{d.Backend.Invited(t, d.Env.Me.ID)})
	d.Sees("Blinky invites you: table 1, Chess4")
	d.Keys("ctrl+x")
	if err := invite(); err == nil || !strings.Contains(err.Error(), "declined") {
		t.Errorf("after declining: %v", err)
	}
	d.Send(invitationsMsg{[]view.Invitation{invitation()}})
	d.Keys("ctrl+k")
	if list := d.Backend.Invited(t, d.Env.Me.ID); len(list) != 0 {
		t.Errorf("open invitations: %+v", list)
	}
	d.Keys("ctrl+e")
	if front, ok := d.Stack.Screens[len(d.Stack.Screens)-1].(*game.Screen); !ok || front.Id != 31 {
		t.Fatal("the table did not open")
	}
	d.Lacks("invites you")
	d.Keys("esc")
	d.Sees("Tables")
}

func TestInvitationAtOwnTableTakesSeat(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.Waiting(t, 0), kit.Config{})
	call := invitation()
	call.Table, call.Seat = 12, 2
	d.Send(invitationsMsg{[]view.Invitation{call}})
	d.Sees("invites you")
	d.Keys("ctrl+e")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 2 || len(d.Stack.Screens) != 2 {
		t.Errorf("the command is %+v", a)
	}
	call.Rematch = true // must not be shown, because the table's screen already shows the offer of the rematch
	d.Send(invitationsMsg{[]view.Invitation{call}})
	d.Lacks("ctrl+e")
}

func TestHelpListsEveryKey(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	help := ""
	for _, l := range composeHelp(d.Env, tableOf(d).Game(), nil, 78) {
		help += l.Text + "\n"
	}
	for _, list := range [][]kit.Binding{kit.CommonKeys, kit.TableKeys, kit.FinishedKeys, kit.LobbyKeys} {
		for _, b := range list {
			if b.Help().Key != "" && !strings.Contains(help, b.Help().Key+" ") {
				t.Errorf("help lacks %q", b.Help().Key)
			}
		}
	}
}
