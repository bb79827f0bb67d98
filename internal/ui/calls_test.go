package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
	"quadrille/internal/ui/uitest"
	"quadrille/rules"
)

func invitation() lobby.Invitation {
	return lobby.Invitation{Number: 7, From: uitest.People[1], Table: 31, Title: "Chess4", Seat: rules.NoSeat}
}

func TestAnInvitationIsToldOnEveryScreen(t *testing.T) {
	for name, d := range scenes(t, same("Inky"), kit.Config{}) {
		if d.root().calls.box == nil { // there he has no name yet
			continue
		}
		bells := d.Bells
		d.Send(callsMsg{[]lobby.Invitation{invitation()}})
		if top := d.Text()[0]; !strings.Contains(top, "Blinky invites you: table 31, Chess4") || !strings.Contains(top, "ctrl+e go there  ctrl+x no  ctrl+k mute") {
			t.Errorf("%s: %q", name, top)
		}
		if d.Send(callsMsg{[]lobby.Invitation{invitation()}}); d.Bells != bells+1 {
			t.Errorf("%s: it rings %d times", name, d.Bells-bells)
		}
		d.Send(callsMsg{nil})
		d.Lacks("invites you")
	}
}

func TestAnInvitationIsAnsweredInOneKey(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Send(callsMsg{[]lobby.Invitation{invitation()}})
	d.Keys("ctrl+x")
	d.Send(callsMsg{[]lobby.Invitation{invitation()}})
	d.Keys("ctrl+k")
	if !slices.Equal(d.House.Answered, []string{"decline 7", "mute SHA256:blinky true"}) {
		t.Fatalf("answered %q", d.House.Answered)
	}
	d.Keys("ctrl+e")
	if front, ok := d.Stack.Screens[len(d.Stack.Screens)-1].(*game.Screen); !ok || front.Id != 31 {
		t.Fatal("it does not lead to the table")
	}
	d.Lacks("invites you")
	d.Keys("esc")
	d.Sees("Being played")
}

func TestWhoIsAtTheTableAlreadySitsDown(t *testing.T) {
	d := atTable(t, uitest.Onlooker, uitest.Waiting(t, 0), kit.Config{})
	call := invitation()
	call.Table, call.Seat = 12, 2
	d.Send(callsMsg{[]lobby.Invitation{call}})
	d.Sees("invites you")
	d.Keys("ctrl+e")
	if a := d.House.Acts[0]; a.Do != table.Sit || a.Seat != 2 || len(d.Stack.Screens) != 2 {
		t.Errorf("asked for %+v", a)
	}
	call.Rematch = true // there the table itself asks
	d.Send(callsMsg{[]lobby.Invitation{call}})
	d.Lacks("ctrl+e")
}

// hosting is a lobby in which Inky has a table with seats that are open.
func hosting() *lobby.View {
	v := lobbyView()
	v.Here = nil
	for _, p := range uitest.People {
		v.Here = append(v.Here, lobby.Here{Player: p})
	}
	mine := lobby.Summary{ID: 40, Title: "Chess4", Host: uitest.People[0], Phase: table.Waiting, Terms: v.Tables[0].Terms}
	for s := range mine.Seats {
		mine.Seats[s].Open = true
	}
	mine.Seats[3] = table.SeatView{Player: uitest.People[3]}
	v.Tables = append([]lobby.Summary{mine}, v.Tables...)
	return v
}

func TestSomebodyIsInvitedFromTheLobby(t *testing.T) {
	d := inLobby(t, kit.Config{Player: uitest.People[0]})
	d.Env.Me = uitest.People[0]
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: hosting()})
	d.Keys("tab", "down", "enter")
	d.Sees("Blinky", "[ Nothing ]", "Invite to table 40, Chess4", "Open a new table and invite")
	d.Choose("Invite to table 40, Chess4")
	if !slices.Equal(d.House.Invited, []string{"40 SHA256:blinky"}) {
		t.Fatalf("invited %q", d.House.Invited)
	}
	d.Sees("Blinky is invited")
	d.House.InviteErr = errors.New("your invitation was declined; wait 10 minutes before the next")
	d.Keys("enter")
	d.Choose("Invite to table 40, Chess4")
	d.Sees("Your invitation was declined")
	d.Keys("down", "down", "enter") // Clyde sits there
	d.Lacks("Invite to table 40")
	d.Choose("Open a new table and invite")
	d.Sees("New table, Clyde is invited")
	d.Keys("end", "enter")
	if got := d.House.Invited[len(d.House.Invited)-1]; got != "12 SHA256:clyde" {
		t.Errorf("invited %q", got)
	}
}

func TestCallersAreMutedInTheLobby(t *testing.T) {
	d := inLobby(t, kit.Config{Player: uitest.People[0]})
	d.Env.Me = uitest.People[0]
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: hosting()})
	d.Keys("tab", "enter")
	d.Sees("that is you") // his own page
	d.Keys("esc", "down", "down", "enter")
	d.Choose("Mute: hear no invitations of his")
	d.Keys("enter")
	d.Choose("Hear his invitations again")
	if !slices.Equal(d.House.Answered, []string{"mute SHA256:pinky true", "mute SHA256:pinky false"}) {
		t.Errorf("asked for %q", d.House.Answered)
	}
	d.Keys("esc")
	if d.Quit {
		t.Fatal("esc leaves the program and not the list")
	}
	d.Keys("enter")
	d.Sees("New table")
}

// playedTables is a lobby where three games are on.
func playedTables(active ...time.Time) *lobby.View {
	v := &lobby.View{}
	for i, at := range active {
		v.Tables = append(v.Tables, lobby.Summary{ID: table.ID(20 + i), Title: "Chess4", Phase: table.Playing, Active: at})
	}
	return v
}

func TestHoppingFromTableToTable(t *testing.T) {
	now := time.Now()
	v := uitest.ViewAfter(t, nil)
	for key, want := range map[string]table.ID{".": 21, ",": 22} {
		d := atTable(t, uitest.Onlooker, v, kit.Config{})
		d.House.Now = playedTables(now, now, now)
		d.table().Id = 20
		d.Keys(key)
		if got := d.table().Id; got != want || len(d.Stack.Screens) != 2 {
			t.Errorf("%s leads to table %d, with %d screens", key, got, len(d.Stack.Screens))
		}
	}
	d := atTable(t, uitest.Onlooker, v, kit.Config{})
	d.House.Now = playedTables(now)
	d.table().Id = 20
	d.Keys(".")
	d.Sees("No other table is being played at now")
	d = atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys(".")
	d.Sees("You have a seat here")
	d.Keys("esc", "*")
	d.Sees("You have a seat here")
}

// Who is out of the game looks on like others: he goes to other tables, and is told of
// no keys for moves.
func TestWhoIsOutGoesToOtherTables(t *testing.T) {
	now := time.Now()
	views := uitest.ViewsOf(t, []string{"m7-k7", "white:resign"})
	d := atTable(t, uitest.People[0], views[1], kit.Config{Width: 120, Height: 40})
	d.Sees("Move: _", "! resign")
	d.show(views[2])
	d.Lacks("Move: _", "! resign", "enter play")
	d.Sees("out", "next table", "television")
	d.Keys("k7", "enter")
	d.Sees("Move: k7_", "White is out of the game since action 2, when it resigned")
	d.Keys("esc")
	d.House.Now = playedTables(now, now, now)
	d.table().Id = 20
	d.Keys(".")
	if got := d.table().Id; got != 21 {
		t.Errorf(". leads to table %d", got)
	}
	d = atTable(t, uitest.People[0], views[2], kit.Config{})
	d.Keys("*")
	d.Sees("television")
}

func TestWhereATelevisionGoes(t *testing.T) {
	now := time.Now()
	ago := func(s int) time.Time { return now.Add(-time.Duration(s) * time.Second) }
	ended := playedTables(ago(1), ago(5))
	ended.Tables[1].Phase, ended.Tables[1].Ended = table.Finished, ago(2)
	longEnded := playedTables(ago(1), ago(50))
	longEnded.Tables[1].Phase, longEnded.Tables[1].Ended = table.Finished, ago(50)
	for _, c := range []struct {
		name  string
		view  *lobby.View
		from  table.ID
		to    table.ID
		again bool
	}{
		{"something happens here", playedTables(ago(3), ago(10)), 21, 0, true},
		{"here is dull", playedTables(ago(3), ago(60)), 21, 20, false},
		{"there is duller", playedTables(ago(90), ago(60)), 21, 0, false},
		{"the end stands for a while", ended, 21, 0, true},
		{"the end was seen", longEnded, 21, 20, false},
		{"here is no table any more", playedTables(ago(3)), 21, 20, false},
		{"nothing is played", &lobby.View{}, 21, 0, false},
	} {
		to, again := game.Better(c.view, c.from, now)
		if to != c.to || again > 0 != c.again {
			t.Errorf("%s: to %d, again in %v", c.name, to, again)
		}
	}
}

func TestATelevisionFollowsByItself(t *testing.T) {
	now := time.Now()
	d := inLobby(t, kit.Config{})
	d.Keys("t")
	if _, ok := d.Stack.Screens[len(d.Stack.Screens)-1].(*game.Screen); !ok {
		t.Fatal("t opens nothing")
	}
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:4]))
	if top := d.Text()[0]; !strings.Contains(top, "television") {
		t.Errorf("it is not told: %q", top)
	}
	first := d.table()
	first.Id = 21
	d.Keys("[")
	d.Send(game.ChannelMsg{T: first, View: playedTables(now, now.Add(-time.Hour))})
	if d.table() != first {
		t.Fatal("it is yanked away from who looks back")
	}
	d.Keys("end")
	d.Send(game.ChannelMsg{T: first})
	if d.table() == first || d.table().Id != 20 || !d.table().Link.Opens.Follow {
		t.Fatalf("it stays at table %d", d.table().Id)
	}
	d.show(uitest.ViewAfter(t, nil))
	d.Keys("*")
	if top := d.Text()[0]; strings.Contains(top, "television") {
		t.Errorf("it is on still: %q", top)
	}
}

func TestNothingIsOnTelevision(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: &lobby.View{}})
	d.Keys("t")
	d.Sees("Nothing is being played now")
}

func TestTheLobbyTellsWhoWatches(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	v := lobbyView()
	for i := range v.Tables {
		if v.Tables[i].Phase == table.Playing {
			v.Tables[i].Watchers = 3
		}
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Sees("3 watching")
}

// One list of keys: no key does two things on a screen, and help and hints tell
// what handling does.
func TestEveryKeyHasOneDeed(t *testing.T) {
	for name, lists := range map[string][][]kit.Binding{
		"table": {kit.CommonKeys, kit.TableKeys}, "after the end": {kit.CommonKeys, kit.AfterKeys}, "lobby": {kit.CommonKeys, kit.LobbyKeys},
		"before the start": {kit.CommonKeys, kit.WaitingKeys},
	} {
		seen := map[string]bool{}
		for _, list := range lists {
			for _, b := range list {
				for _, key := range b.Keys {
					if seen[key] {
						t.Errorf("%s: %s does two things", name, key)
					}
					seen[key] = true
				}
			}
		}
	}
	for _, b := range kit.TableKeys {
		for _, key := range b.Keys {
			if key >= "a" && key <= "z" && len(key) == 1 {
				t.Errorf("%s is for the move line", key)
			}
		}
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	d := atTable(t, uitest.Onlooker, uitest.ViewAfter(t, nil), kit.Config{})
	help := ""
	for _, l := range composeHelp(d.Env, d.table().Game(), 78) {
		help += l.Text + "\n"
	}
	for _, list := range [][]kit.Binding{kit.CommonKeys, kit.TableKeys, kit.AfterKeys, kit.LobbyKeys} {
		for _, b := range list {
			if b.Name != "" && !strings.Contains(help, b.Name+" ") {
				t.Errorf("help does not name %q", b.Name)
			}
		}
	}
}

// A word longer than a line is broken; nothing of it is lost.
func TestLongWordsAreBroken(t *testing.T) {
	text := "so: " + strings.Repeat("x", 35) + " " + strings.Repeat("字", 11) + " end"
	lines := kit.Wrap(text, 10)
	for _, l := range lines {
		if w := len([]rune(l)); w > 10 {
			t.Errorf("%q", l)
		}
	}
	if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
		t.Errorf("lost something: %q", lines)
	}
}
