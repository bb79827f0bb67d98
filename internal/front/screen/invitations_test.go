package screen

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/draw"
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

// played starts games and returns their tables in the order in which the lobby lists them.
func played(t *testing.T, d *driver, games int) []table.ID {
	for range games {
		d.Backend.Play(t, uitest.People, nil)
	}
	return kit.ActiveTables(d.Backend.Lobby.ViewFor(d.Env.Me.ID))
}

// playedTables returns a view of a lobby with running games. Their last moves were played at
// the given times.
func playedTables(active ...time.Time) *view.Lobby {
	v := &view.Lobby{}
	for i, at := range active {
		v.Tables = append(v.Tables, view.Summary{ID: table.ID(20 + i), Title: "Chess4", Phase: table.Playing, Active: at})
	}
	return v
}

func TestNextTable(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	for key, want := range map[string]int{".": 1, ",": 2} {
		d := atTable(t, uitest.Spectator, v, kit.Config{})
		list := played(t, d, 3)
		tableOf(d).Id = list[0]
		d.Keys(key)
		if got := tableOf(d).Id; got != list[want] || len(d.Stack.Screens) != 2 {
			t.Errorf("%s leads from table %d to table %d, with %d screens", key, list[0], got, len(d.Stack.Screens))
		}
	}
	d := atTable(t, uitest.Spectator, v, kit.Config{})
	tableOf(d).Id = played(t, d, 1)[0]
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
	tableOf(d).Id = list[0]
	d.Keys(".")
	if got := tableOf(d).Id; got != list[1] {
		t.Errorf(". leads to table %d", got)
	}
	d = atTable(t, uitest.People[0], views[2], kit.Config{})
	d.Keys("*")
	d.Sees("television")
}

func TestTelevisionChoosesTable(t *testing.T) {
	now := time.Now()
	ago := func(s int) time.Time { return now.Add(-time.Duration(s) * time.Second) }
	ended := playedTables(ago(1), ago(5))
	ended.Tables[1].Phase, ended.Tables[1].Ended = table.Finished, ago(2)
	longEnded := playedTables(ago(1), ago(50))
	longEnded.Tables[1].Phase, longEnded.Tables[1].Ended = table.Finished, ago(50)
	for _, c := range []struct {
		name  string
		view  *view.Lobby
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
		{"nothing is played", &view.Lobby{}, 21, 0, false},
	} {
		to, again := kit.MostActive(c.view, c.from, now)
		if to != c.to || again > 0 != c.again {
			t.Errorf("%s: table %d, next look in %v", c.name, to, again)
		}
	}
}

func TestTelevisionFollows(t *testing.T) {
	now := time.Now()
	d := inLobby(t, kit.Config{})
	d.Keys("t")
	if _, ok := d.Stack.Screens[len(d.Stack.Screens)-1].(*game.Screen); !ok {
		t.Fatal("t did not open a table")
	}
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:4]))
	if top := d.Text()[0]; !strings.Contains(top, "television") {
		t.Errorf("the first line does not mention TV: %q", top)
	}
	first := tableOf(d)
	first.Id = 21
	d.Keys("[")
	d.Send(game.ChannelMsg{To: first.Address(), View: playedTables(now, now.Add(-time.Hour))})
	if tableOf(d) != first {
		t.Fatal("TV left the table while the viewer looked back")
	}
	d.Keys("end")
	d.Send(game.ChannelMsg{To: first.Address()})
	if tableOf(d) == first || tableOf(d).Id != 20 || !tableOf(d).Link.Target.Follow {
		t.Fatalf("TV stayed at table %d", tableOf(d).Id)
	}
	d.Show(uitest.ViewAfter(t, nil))
	d.Keys("*")
	if top := d.Text()[0]; strings.Contains(top, "television") {
		t.Errorf("TV is still on: %q", top)
	}
}

// No key has two actions on any screen, and the help and the hints agree with what the keys
// do.
func TestKeysHaveOneAction(t *testing.T) {
	for name, lists := range map[string][][]kit.Binding{
		"table": {kit.CommonKeys, kit.TableKeys}, "after the end": {kit.CommonKeys, kit.FinishedKeys},
		"lobby":            {kit.CommonKeys, kit.LobbyKeys},
		"before the start": {kit.CommonKeys, kit.WaitingKeys},
	} {
		seen := map[string]bool{}
		for _, list := range lists {
			for _, b := range list {
				for _, key := range b.Keys() {
					if seen[key] {
						t.Errorf("%s: %s has two actions", name, key)
					}
					seen[key] = true
				}
			}
		}
	}
	for _, b := range kit.TableKeys {
		for _, key := range b.Keys() {
			if key >= "a" && key <= "z" && len(key) == 1 {
				t.Errorf("%s belongs to the move line", key)
			}
		}
	}
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

// A word that is longer than a line is broken, without losing a letter.
func TestLongWordsAreBroken(t *testing.T) {
	text := "so: " + strings.Repeat("x", 35) + " " + strings.Repeat("字", 11) + " end"
	lines := draw.Wrap(text, 10)
	for _, l := range lines {
		if w := len([]rune(l)); w > 10 {
			t.Errorf("%q", l)
		}
	}
	if got := strings.ReplaceAll(strings.Join(lines, ""), " ", ""); got != strings.ReplaceAll(text, " ", "") {
		t.Errorf("letters were lost: %q", lines)
	}
}
