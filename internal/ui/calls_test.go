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
	"quadrille/rules"
)

func invitation() lobby.Invitation {
	return lobby.Invitation{Number: 7, From: people[1], Table: 31, Title: "Chess4", Seat: rules.NoSeat}
}

func TestAnInvitationIsToldOnEveryScreen(t *testing.T) {
	for name, d := range scenes(t, same("Inky"), kit.Config{}) {
		if d.r.calls.box == nil { // there he has no name yet
			continue
		}
		bells := d.bells
		d.send(callsMsg{[]lobby.Invitation{invitation()}})
		if top := d.text()[0]; !strings.Contains(top, "Blinky invites you: table 31, Chess4") || !strings.Contains(top, "ctrl+e go there  ctrl+x no  ctrl+k mute") {
			t.Errorf("%s: %q", name, top)
		}
		if d.send(callsMsg{[]lobby.Invitation{invitation()}}); d.bells != bells+1 {
			t.Errorf("%s: it rings %d times", name, d.bells-bells)
		}
		d.send(callsMsg{nil})
		d.lacks("invites you")
	}
}

func TestAnInvitationIsAnsweredInOneKey(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.send(callsMsg{[]lobby.Invitation{invitation()}})
	d.keys("ctrl+x")
	d.send(callsMsg{[]lobby.Invitation{invitation()}})
	d.keys("ctrl+k")
	if !slices.Equal(d.house.answered, []string{"decline 7", "mute SHA256:blinky true"}) {
		t.Fatalf("answered %q", d.house.answered)
	}
	d.keys("ctrl+e")
	if front, ok := d.r.stack.Screens[len(d.r.stack.Screens)-1].(*game.Screen); !ok || front.Id != 31 {
		t.Fatal("it does not lead to the table")
	}
	d.lacks("invites you")
	d.keys("esc")
	d.sees("Being played")
}

func TestWhoIsAtTheTableAlreadySitsDown(t *testing.T) {
	d := atTable(t, onlooker, waiting(t, 0), kit.Config{})
	call := invitation()
	call.Table, call.Seat = 12, 2
	d.send(callsMsg{[]lobby.Invitation{call}})
	d.sees("invites you")
	d.keys("ctrl+e")
	if a := d.house.acts[0]; a.Do != table.Sit || a.Seat != 2 || len(d.r.stack.Screens) != 2 {
		t.Errorf("asked for %+v", a)
	}
	call.Rematch = true // there the table itself asks
	d.send(callsMsg{[]lobby.Invitation{call}})
	d.lacks("ctrl+e")
}

// hosting is a lobby in which Inky has a table with seats that are open.
func hosting() *lobby.View {
	v := lobbyView()
	v.Here = nil
	for _, p := range people {
		v.Here = append(v.Here, lobby.Here{Player: p})
	}
	mine := lobby.Summary{ID: 40, Title: "Chess4", Host: people[0], Phase: table.Waiting, Terms: v.Tables[0].Terms}
	for s := range mine.Seats {
		mine.Seats[s].Open = true
	}
	mine.Seats[3] = table.SeatView{Player: people[3]}
	v.Tables = append([]lobby.Summary{mine}, v.Tables...)
	return v
}

func TestSomebodyIsInvitedFromTheLobby(t *testing.T) {
	d := inLobby(t, kit.Config{Player: people[0]})
	d.r.env.Me = people[0]
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: hosting()})
	d.keys("tab", "down", "enter")
	d.sees("Blinky", "[ Nothing ]", "Invite to table 40, Chess4", "Open a new table and invite")
	d.choose("Invite to table 40, Chess4")
	if !slices.Equal(d.house.invited, []string{"40 SHA256:blinky"}) {
		t.Fatalf("invited %q", d.house.invited)
	}
	d.sees("Blinky is invited")
	d.house.inviteErr = errors.New("your invitation was declined; wait 10 minutes before the next")
	d.keys("enter")
	d.choose("Invite to table 40, Chess4")
	d.sees("Your invitation was declined")
	d.keys("down", "down", "enter") // Clyde sits there
	d.lacks("Invite to table 40")
	d.choose("Open a new table and invite")
	d.sees("New table, Clyde is invited")
	d.keys("end", "enter")
	if got := d.house.invited[len(d.house.invited)-1]; got != "12 SHA256:clyde" {
		t.Errorf("invited %q", got)
	}
}

func TestCallersAreMutedInTheLobby(t *testing.T) {
	d := inLobby(t, kit.Config{Player: people[0]})
	d.r.env.Me = people[0]
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: hosting()})
	d.keys("tab", "enter")
	d.sees("that is you") // his own page
	d.keys("esc", "down", "down", "enter")
	d.choose("Mute: hear no invitations of his")
	d.keys("enter")
	d.choose("Hear his invitations again")
	if !slices.Equal(d.house.answered, []string{"mute SHA256:pinky true", "mute SHA256:pinky false"}) {
		t.Errorf("asked for %q", d.house.answered)
	}
	d.keys("esc")
	if d.quit {
		t.Fatal("esc leaves the program and not the list")
	}
	d.keys("enter")
	d.sees("New table")
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
	v := viewAfter(t, nil)
	for key, want := range map[string]table.ID{".": 21, ",": 22} {
		d := atTable(t, onlooker, v, kit.Config{})
		d.house.now = playedTables(now, now, now)
		d.table().Id = 20
		d.keys(key)
		if got := d.table().Id; got != want || len(d.r.stack.Screens) != 2 {
			t.Errorf("%s leads to table %d, with %d screens", key, got, len(d.r.stack.Screens))
		}
	}
	d := atTable(t, onlooker, v, kit.Config{})
	d.house.now = playedTables(now)
	d.table().Id = 20
	d.keys(".")
	d.sees("No other table is being played at now")
	d = atTable(t, people[0], v, kit.Config{})
	d.keys(".")
	d.sees("You have a seat here")
	d.keys("esc", "*")
	d.sees("You have a seat here")
}

// Who is out of the game looks on like others: he goes to other tables, and is told of
// no keys for moves.
func TestWhoIsOutGoesToOtherTables(t *testing.T) {
	now := time.Now()
	views := viewsOf(t, []string{"m7-k7", "white:resign"})
	d := atTable(t, people[0], views[1], kit.Config{Width: 120, Height: 40})
	d.sees("Move: _", "! resign")
	d.show(views[2])
	d.lacks("Move: _", "! resign", "enter play")
	d.sees("out", "next table", "television")
	d.keys("k7", "enter")
	d.sees("Move: k7_", "White is out of the game since action 2, when it resigned")
	d.keys("esc")
	d.house.now = playedTables(now, now, now)
	d.table().Id = 20
	d.keys(".")
	if got := d.table().Id; got != 21 {
		t.Errorf(". leads to table %d", got)
	}
	d = atTable(t, people[0], views[2], kit.Config{})
	d.keys("*")
	d.sees("television")
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
	d.keys("t")
	if _, ok := d.r.stack.Screens[len(d.r.stack.Screens)-1].(*game.Screen); !ok {
		t.Fatal("t opens nothing")
	}
	d.show(viewAfter(t, recorded(t)[:4]))
	if top := d.text()[0]; !strings.Contains(top, "television") {
		t.Errorf("it is not told: %q", top)
	}
	first := d.table()
	first.Id = 21
	d.keys("[")
	d.send(game.ChannelMsg{T: first, View: playedTables(now, now.Add(-time.Hour))})
	if d.table() != first {
		t.Fatal("it is yanked away from who looks back")
	}
	d.keys("end")
	d.send(game.ChannelMsg{T: first})
	if d.table() == first || d.table().Id != 20 || !d.table().Opens.Follow {
		t.Fatalf("it stays at table %d", d.table().Id)
	}
	d.show(viewAfter(t, nil))
	d.keys("*")
	if top := d.text()[0]; strings.Contains(top, "television") {
		t.Errorf("it is on still: %q", top)
	}
}

func TestNothingIsOnTelevision(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: &lobby.View{}})
	d.keys("t")
	d.sees("Nothing is being played now")
}

func TestTheLobbyTellsWhoWatches(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	v := lobbyView()
	for i := range v.Tables {
		if v.Tables[i].Phase == table.Playing {
			v.Tables[i].Watchers = 3
		}
	}
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: v})
	d.sees("3 watching")
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
	d := atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	help := ""
	for _, l := range composeHelp(d.r.env, d.table().Game(), 78) {
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
