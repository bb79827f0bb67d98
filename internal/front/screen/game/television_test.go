package game

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// played starts games and returns their tables in the order in which the lobby lists them.
func played(t *testing.T, d *driver, games int) []table.ID {
	for range games {
		d.Backend.Play(t, uitest.People, nil)
	}
	return kit.ActiveTables(d.Backend.Lobby.ViewFor(d.Env.Me.ID))
}

func TestNextTable(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	for key, want := range map[string]int{".": 1, ",": 2} {
		d := atTable(t, uitest.Spectator, v, kit.Config{})
		list := played(t, d, 3)
		d.table().Id = list[0]
		d.Keys(key)
		if got := d.table().Id; got != list[want] || len(d.Stack.Screens) != 2 {
			t.Errorf("%s leads from table %d to table %d, with %d screens", key, list[0], got, len(d.Stack.Screens))
		}
	}
	d := atTable(t, uitest.Spectator, v, kit.Config{})
	d.table().Id = played(t, d, 1)[0]
	d.Keys(".")
	d.Sees("There is no other running game")
	d = atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys(".")
	d.Sees("TV is not available at a table where you have a seat")
	d.Keys("esc", "*")
	d.Sees("TV is not available at a table where you have a seat")
}

// An eliminated player can watch other tables like a spectator, and gets no hints about
// moves.
func TestEliminatedPlayerWatchesOtherTables(t *testing.T) {
	views := uitest.ViewsOf(t, []string{"m7-k7", "white:resign"})
	d := atTable(t, uitest.People[0], views[1], kit.Config{Width: 120, Height: 40})
	d.Sees("Move: _", "! resign")
	d.Show(views[2])
	d.Lacks("Move: _", "! resign", "enter play")
	d.Sees("out", "next table", "TV")
	d.Keys("k7", "enter")
	d.Sees("Move: k7_", "White has been out of the game since it resigned")
	d.Keys("esc")
	list := played(t, d, 3)
	d.table().Id = list[0]
	d.Keys(".")
	if got := d.table().Id; got != list[1] {
		t.Errorf(". leads to table %d", got)
	}
	d = atTable(t, uitest.People[0], views[2], kit.Config{})
	d.Keys("*")
	d.Sees("television")
}

// TV stays at a table while the viewer looks back, and then goes to the table where the last move
// was played.
func TestTelevisionFollows(t *testing.T) {
	d := newDriver(t, kit.Config{Player: uitest.Spectator, Named: true, Open: &nav.Table{ID: 21, Follow: true}})
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:4]))
	if top := d.Text()[0]; !strings.Contains(top, "television") {
		t.Errorf("the first line does not mention TV: %q", top)
	}
	now := time.Now()
	first, lobby := d.table(), &view.Lobby{Tables: []*view.Summary{
		{ID: 20, Title: "Chess4", Phase: table.Playing, Active: now},
		{ID: 21, Title: "Chess4", Phase: table.Playing, Active: now.Add(-time.Hour)},
	}}
	d.Keys("[")
	d.Send(channelMsg{to: first.address, view: lobby})
	if d.table() != first {
		t.Fatal("TV left the table while the viewer looked back")
	}
	d.Keys("end")
	d.Send(channelMsg{to: first.address})
	if d.table() == first || d.table().Id != 20 || !d.table().Subscription.Target.Follow {
		t.Fatalf("TV stayed at table %d", d.table().Id)
	}
	d.Show(uitest.ViewAfter(t, nil))
	d.Keys("*")
	if top := d.Text()[0]; strings.Contains(top, "television") {
		t.Errorf("TV is still on: %q", top)
	}
}

// Before the game, i invites a player by name and y copies the command that opens the table.
func TestInviteAtTable(t *testing.T) {
	d := newDriver(t, kit.Config{Player: uitest.People[0], Named: true, Open: &nav.Table{ID: 1}})
	d.Backend.Enter(uitest.People[:]...)
	hosted, err := d.Backend.Lobby.Create(t.Context(), uitest.People[0], table.Terms{Game: kit.DefaultGame()})
	if err != nil {
		t.Fatal(err)
	}
	d.Show(hosted.View())
	d.Sees("Waiting for players", "i invite", "y copy")
	d.Keys("y")
	d.Sees("Copied to the clipboard")
	d.Keys("i", "nobody", "enter")
	d.Sees("No connected player has that name")
	d.Keys("esc", "i", "blinky", "enter")
	d.Sees("Invited Blinky")
	d.Lacks("Invite (name):")
	if list := d.Backend.Invited(t, uitest.People[1].ID); len(list) != 1 || list[0].Table != 1 {
		t.Errorf("invitations: %+v", list)
	}
	_, cmd := d.table().carryOut(askGuest().prompt.send(d.table().seen(), "Pinky"))
	if list := d.Backend.Invited(t, uitest.People[2].ID); len(list) != 0 {
		t.Errorf("the screen has waited for the lobby: %+v", list)
	}
	if d.Do(cmd); len(d.Backend.Invited(t, uitest.People[2].ID)) != 1 {
		t.Error("Pinky is not invited")
	}
	d.Sees("Invited Pinky")
}

// The first line shows the number of unread messages that the session has given to the screen.
func TestUnreadMessagesAreCounted(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Lacks("unread")
	d.Env.Unread = 3
	d.Sees("3 unread")
}
