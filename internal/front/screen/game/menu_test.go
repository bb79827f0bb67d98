package game

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestMenuBeforeGameByArrows(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Waiting(t, 0), kit.Config{})
	d.Sees("Waiting for players", "Inky", "not ready", "(open)", "▸ Sit down as Silver")
	d.Keys("down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 2 {
		t.Fatalf("the command is %+v", a)
	}
	d.Show(uitest.Waiting(t, 0, 1))
	d.Sees("▸ I am ready", "Leave seat Silver")
	d.Keys("enter")
	if a := d.Backend.Commands[1]; a.Kind != table.Ready {
		t.Fatalf("the command is %+v", a)
	}
	v := uitest.Waiting(t, 0, 1)
	v.Seats[1].Ready = true
	d.Show(v)
	d.Sees("not ready", "I am not ready")
	d.Lacks("▸ ") // the viewer has nothing to do, so no entry is selected
	d.Keys("down", "down", "down", "enter")
	if a := d.Backend.Commands[2]; a.Kind != table.Unready {
		t.Fatalf("the command is %+v", a)
	}
	d.Show(v)
	d.Keys("end", "up", "enter")
	if a := d.Backend.Commands[3]; a.Kind != table.Stand || a.Seat != 1 {
		t.Fatalf("the command is %+v", a)
	}
	d.Keys("end", "enter")
	if len(d.Stack.Screens) != 1 {
		t.Error("the last entry does not lead to the lobby")
	}
}

// TestOneEnterTooMany presses Enter once more after each action of the menu, and after a line of
// chat. The seek must not be lost: no other entry is executed.
func TestOneEnterTooMany(t *testing.T) {
	seek := uitest.Waiting(t, 0)
	seek.Terms.Seek, seek.Terms.SeatsPerPerson = true, 1
	seek.Seats[0].Ready = true
	d := atTable(t, uitest.People[0], seek, kit.Config{})
	d.Sees("Change to Silver")
	d.Lacks("▸ ")
	d.Keys("enter", "space", "enter")
	d.Sees("Choose an entry with the arrow keys")
	d.Asks()
	d.Keys("down")
	d.Sees("▸ Change to Silver")
	d.Keys("enter")
	d.Asks(table.Sit)
	unready := uitest.Waiting(t, 1)
	unready.Terms.Seek, unready.Terms.SeatsPerPerson = true, 1
	unready.Seats[1].Player = uitest.People[0]
	d.Show(unready)
	d.Sees("▸ I am ready")
	d.Reads("The seek waits until you are ready.")

	v := uitest.Waiting(t, 0, 1)
	v.Seats[1].Ready = true
	for _, label := range []string{"I am not ready", "Leave seat Silver"} { // afterwards the entry is no longer in the menu
		d := atTable(t, uitest.People[1], v, kit.Config{})
		for !slices.ContainsFunc(d.Text(), func(line string) bool { return strings.Contains(line, "▸ "+label) }) {
			d.Keys("down")
		}
		d.Keys("enter")
		after := uitest.Waiting(t, 0, 1)
		if label != "I am not ready" {
			after = uitest.Waiting(t, 0)
		}
		d.Show(after)
		d.Keys("enter")
		if n := len(d.Backend.Commands); n != 1 {
			t.Errorf("after %s, a second Enter sent a command: %+v", label, d.Backend.Commands)
		}
	}

	open := uitest.Waiting(t, 0, 1)
	open.ChatOpen = true
	d = atTable(t, uitest.People[1], open, kit.Config{})
	d.Keys("'", "hello", "enter")
	d.Asks(table.Chat)
	d.Show(open)
	d.Keys("enter")
	d.Asks(table.Chat)
	d.Keys("enter")
	d.Asks(table.Chat, table.Ready)
}

// TestLastSeatOfACorrespondenceGame checks that Enter does not take the seat with which a
// correspondence game begins, unless the player has chosen it.
func TestLastSeatOfACorrespondenceGame(t *testing.T) {
	v := uitest.Waiting(t, 0, 1, 2)
	v.Terms.Clock = table.Clock{PerMove: 72 * time.Hour}
	d := atTable(t, uitest.People[3], v, kit.Config{})
	d.Sees("Sit down as Gold")
	d.Keys("enter")
	d.Asks()
	d.Keys("down", "enter")
	d.Asks(table.Sit)
}

// The same entry stays selected when another player sits down before the viewer presses
// Enter.
func TestMenuSelectionIsKept(t *testing.T) {
	v := uitest.Waiting(t, 0)
	d := atTable(t, uitest.People[1], v, kit.Config{})
	d.Keys("down", "down")
	d.Sees("▸ Sit down as Gold")
	taken := *v
	taken.Seats[1] = table.SeatView{Player: uitest.People[2]}
	d.Show(&taken)
	d.Sees("▸ Sit down as Gold")
	d.Keys("enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 3 {
		t.Fatalf("the command is %+v", a)
	}
}

func TestMenuBeforeGameByMouse(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Waiting(t, 0), kit.Config{})
	l, _ := d.layout()
	at := entriesIn(l.Menu, len(d.table().seen().entries(d.table().bots())))
	d.Send(tea.MouseClickMsg{X: at.X + 3, Y: at.Y + 2, Button: tea.MouseLeft})
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 3 {
		t.Fatalf("the command is %+v", a)
	}
}

func TestGuestSeesReturnCode(t *testing.T) {
	v := uitest.Waiting(t, 0)
	guest := player.Player{ID: "guest:k7f3", Name: "guest-k7f3"}
	d := atTable(t, guest, v, kit.Config{ReturnCode: "k7f3-2222", Width: 120, Height: 40})
	d.Lacks("k7f3-2222")
	v.Seats[1] = table.SeatView{Player: guest}
	d.Show(v)
	d.Sees("return k7f3-2222")
}

// If a player has two seats, the menu entry that removes the player from a seat names that
// seat, even in a narrow panel.
func TestRemovalNamesSeat(t *testing.T) {
	v := uitest.Waiting(t, 0, 1, 2, 3)
	v.Seats[2].Player, v.Seats[3].Player = uitest.People[1], player.Bot(3, 3)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("Remove Blinky from Silver", "Remove Blinky from Black", "from Gold")
	d.Until("Remove Blinky from Black")
	d.Keys("enter", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Unseat || a.Seat != 2 {
		t.Errorf("the command is %+v", a)
	}
	narrow := uitest.GameView(t, "quadrochess", nil, nil)
	narrow.Seats, narrow.Phase, narrow.Actor, narrow.Legal = v.Seats, table.Waiting, rules.NoSeat, nil
	d = atTable(t, uitest.People[0], narrow, kit.Config{})
	d.Sees("Remove Black A", "Remove Black B", "Remove White B")
}

func TestRemovalAsksForReason(t *testing.T) {
	v := uitest.Waiting(t, 0, 1)
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Remove Blinky")
	ready := uitest.Waiting(t, 0, 1)
	ready.Seats[1].Ready, ready.Seats[1].Present = true, true
	d.Show(ready)
	d.Lacks("Remove Blinky")
	left := uitest.Waiting(t, 0, 1)
	left.Seats[1].Ready, left.Seats[1].Present = true, false // ready, but away: the game cannot start
	d.Show(left)
	d.Sees("Remove Blinky")
	d.Keys("end", "up", "enter")
	d.Sees("Reason (optional):")
	d.Keys("we begin", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Unseat || a.Seat != 1 || a.Text != "we begin" {
		t.Fatalf("the command is %+v", a)
	}
	d.Lacks("Why (")
	v = uitest.Waiting(t, 0)
	v.Removals = []table.RemovalView{{Player: uitest.People[1], By: v.Host, Seat: 1, Reason: "we begin"}}
	d = atTable(t, uitest.People[1], v, kit.Config{})
	d.Sees("The host removed you from Silver: we begin")
	d.Lacks("Send ")
}

func TestChatConsent(t *testing.T) {
	v := uitest.GameView(t, "quadrochess", nil, nil)
	seated := uitest.Waiting(t, 0, 1)
	seated.Variant, seated.Position, seated.Terms = v.Variant, v.Position, v.Terms
	seated.Terms.Chat, seated.Seats[1].AcceptsChat = true, true
	d := atTable(t, uitest.People[0], seated, kit.Config{Width: 120, Height: 40})
	d.Sees("Accept chat")
	d.Reads("only if all accept: 1 of 4 so far.")
	d.Keys("down", "down", "down", "enter")
	d.Asks(table.AcceptChat)
	seated.Seats[0].AcceptsChat = true
	d.Show(seated)
	d.Sees("Decline chat")
	d.Reads("only if all accept: 2 of 4 so far.")
}

func TestSeatsAndPartners(t *testing.T) {
	v := uitest.Waiting(t, 0)
	v.Terms.SeatsPerPerson = 1
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Change to Silver")
	d.Reads("One seat per player.")
	v.Terms.SeatsPerPerson = 2
	v.Seats[1].Player, v.Seats[1].Open = uitest.People[0], false
	d.Show(v)
	d.Lacks("Sit down as", "Change to")
	game := uitest.GameView(t, "verney", nil, nil)
	v = uitest.Waiting(t, 0)
	v.Variant, v.Position = game.Variant, game.Position
	d = atTable(t, uitest.People[1], v, kit.Config{Width: 120, Height: 40})
	d.Sees(" (with ")
}
