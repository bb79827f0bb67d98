package screen

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func inLobby(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named = uitest.Spectator, true
	d := newDriver(t, cfg)
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: uitest.LobbyView()})
	return d
}

func TestLobbyShowsTablesAndPeople(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for _, mono := range []bool{false, true} {
			d := inLobby(t, kit.Config{Width: size[0], Height: size[1], NoColor: mono})
			d.Sees("Quadrille", "Sue", "New table", "   7 Chess4", "5+10", "3 open", "Inky",
				"Black", " won ", "2 online", "enter open")
		}
	}
}

func TestLobbyByArrowsAndEnter(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.ToTable(3)
	d.Sees("▸     3 Chess4")
	d.Keys("up")
	d.Sees("▸     7 Chess4")
	d.Keys("enter")
	if got := tableOf(d).Id; got != 7 {
		t.Fatalf("table %d was opened", got)
	}
	d.Keys("esc")
	d.Keys("end", "enter")
	if got := tableOf(d).Id; got != 1 {
		t.Fatalf("table %d was opened", got)
	}
	d.Keys("esc", "n")
	d.Sees("New table", "armies", "Clock", "Open the table")
	d.Keys("esc", "q")
	if !d.Quit {
		t.Error("q did not end the session")
	}
}

func TestLobbyClickOpensTable(t *testing.T) {
	d := inLobby(t, kit.Config{})
	for y, line := range d.Text() {
		if strings.Contains(line, "   3 Chess4") {
			d.Send(tea.MouseClickMsg{X: 10, Y: y, Button: tea.MouseLeft})
		}
	}
	if got := tableOf(d).Id; got != 3 {
		t.Fatalf("table %d was opened", got)
	}
}

// An option can change the title of a game. The lobby shows the changed title.
func TestLobbyListsFreeForAll(t *testing.T) {
	d := inLobby(t, kit.Config{})
	game := offerOf(t, "cutthroat")
	v := &view.Lobby{}
	for i, options := range []map[string]string{nil, {"cutthroat": "on"}} {
		played, err := variants.New(game, options)
		if err != nil {
			t.Fatal(err)
		}
		v.Tables = append(v.Tables, view.Summary{
			ID: table.ID(i + 1), Title: played.Facts().Title, Terms: table.Terms{Game: game, Options: options},
			Phase: table.Waiting, Turn: rules.NoSeat,
		})
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Sees("1 Forchess ", "2 Cutthroat")
}

// TestNamesOfBotsAreWholeInAWideLobby lists a table of bots of one level: their names were cut to "Bot 1" beside columns with
// blanks.
func TestNamesOfBotsAreWholeInAWideLobby(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 200, Height: 60})
	v := uitest.LobbyView()
	v.Tables = v.Tables[:1]
	for seat := range uint8(rules.SeatCount) {
		v.Tables[0].Seats[seat] = table.SeatView{Player: player.Bot(1, seat), Present: true}
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Sees("Bot 1 Ash ● Bot 1 Elm ◉ Bot 1 Fir ● Bot 1 Oak")
}

// offerOf returns the name of a game that has the given option.
func offerOf(t *testing.T, option string) string {
	t.Helper()
	for _, def := range variants.All() {
		if slices.ContainsFunc(def.Options, func(o rules.Option) bool { return o.Name == option }) {
			return def.Name
		}
	}
	t.Fatalf("no game has the option %s", option)
	return ""
}

// The selected table stays selected when other tables open or close.
func TestSelectionStaysOnTable(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.ToTable(3)
	v := uitest.LobbyView()
	v.Tables = append([]view.Summary{{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat}}, v.Tables...)
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Sees("▸     3 Chess4")
	v = uitest.LobbyView()
	v.Tables = v.Tables[:1]
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Sees("▸     7 Chess4")
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: &view.Lobby{}})
	d.Sees("No tables yet")
}

func TestLobbyScrolls(t *testing.T) {
	d := inLobby(t, kit.Config{})
	v := &view.Lobby{}
	for i := range 200 {
		v.Tables = append(
			v.Tables,
			view.Summary{
				ID:    table.ID(i + 1),
				Title: "Chess4",
				Terms: table.Terms{Game: "chess4"},
				Phase: table.Waiting,
				Turn:  rules.NoSeat,
			},
		)
		v.Here = append(v.Here, view.Here{Player: player.Player{Name: fmt.Sprintf("guest-%04d", i)}})
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Keys("tab", "end")
	d.Sees("▸   200 Chess4")
	d.Keys("ctrl+u", "ctrl+u", "k")
	d.Sees("▸   18")
}

func TestNewTable(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("n", "down", "down", "down", "ctrl+u", "white,black", "down", "right", "right", "end")
	d.Sees("white,black", "5+10", "[ Open the table ]")
	d.Keys("enter")
	if len(d.Backend.Created(d.Env.Me.ID)) != 1 {
		t.Fatal("no table was opened")
	}
	terms := d.Backend.Created(d.Env.Me.ID)[0]
	if terms.Game != "chess4" || terms.Options["armies"] != "white,black" || terms.Clock.String() != "5+10" {
		t.Errorf("table made with %+v", terms)
	}
	if got := tableOf(d).Id; got != 1 {
		t.Errorf("table %d was opened", got)
	}
	d.Keys("esc")
	if len(d.Stack.Screens) != 1 {
		t.Error("the form is still open")
	}
}

func TestNewTableWithDefaults(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("n")
	for range 1 + len(d.Stack.Screens[1].(*lobbyui.TableForm).Fields) {
		d.Keys("enter")
	}
	if len(d.Backend.Created(d.Env.Me.ID)) != 1 || d.Backend.Created(d.Env.Me.ID)[0].Options != nil ||
		d.Backend.Created(d.Env.Me.ID)[0].Clock.String() != "none" {
		t.Errorf("table made with %+v", d.Backend.Created(d.Env.Me.ID))
	}
}

func TestNewTableRefusals(t *testing.T) {
	for _, c := range []struct {
		keys []string
		says string
	}{
		{[]string{"n", "down", "down", "down", "ctrl+u", "white", "end", "enter"}, "choose at least two armies"},
		{[]string{"n", "down", "down", "down", "ctrl+u", "white,green", "end", "enter"}, "There is no army"},
		{[]string{"n", "down", "down", "down", "down", "ctrl+u", "5 minutes", "end", "enter"}, "Write none, 5+10"},
	} {
		d := inLobby(t, kit.Config{Width: 120, Height: 40})
		d.Keys(c.keys...)
		if frame := strings.ToLower(strings.Join(d.Text(), " ")); !strings.Contains(frame, strings.ToLower(c.says)) {
			t.Errorf("the screen does not show %q: %s", c.says, frame)
		}
		if d.Bells == 0 || len(d.Backend.Created(d.Env.Me.ID)) != 0 {
			t.Errorf("%d bells, tables %+v", d.Bells, d.Backend.Created(d.Env.Me.ID))
		}
	}
	d := inLobby(t, kit.Config{})
	d.Backend.Fill(t, d.Env.Me)
	d.Keys("n", "end", "enter")
	d.Sees("finish one first", "[ Open the table ]")
}

// Even on the smallest screen, the form for a new table offers every option of every game
// with its description.
func TestNewTableOffersAllOptions(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := inLobby(t, kit.Config{Width: size[0], Height: size[1]})
		d.Keys("n")
		for _, def := range variants.All() {
			d.Sees("< " + def.Title + " >")
			for _, o := range slices.Concat(def.Options, setup.TableOptions(&def)) {
				d.Keys("down")
				lines := d.Text()
				for i := range lines { // the panel of the form alone
					lines[i], _, _ = strings.Cut(lines[i], "││")
				}
				signs := strings.NewReplacer("< ", "", " >", "", "_", "", "│", "", "▸", "")
				frame := strings.Join(strings.Fields(signs.Replace(strings.Join(lines, " "))), " ")
				if !strings.Contains(frame, " "+o.Title()+" "+o.Word(o.Default)+" "+present.Capital(helpOf(&o))) {
					t.Errorf(
						"%s, %v: %s=%s is not shown with its description:\n%s",
						def.Name,
						size,
						o.Name,
						o.Default,
						strings.Join(d.Text(), "\n"),
					)
				}
			}
			d.Sees("Open the table")
			d.Keys("end", "enter", "esc")
			if got := d.Backend.Created(d.Env.Me.ID)[len(d.Backend.Created(d.Env.Me.ID))-1]; got.Game != def.Name ||
				got.Touch != (setup.TableOptions(&def)[1].Default == "on") {
				t.Errorf("table made with %+v", got)
			}
			d.Keys("n")
			for range len(d.Backend.Created(d.Env.Me.ID)) {
				d.Keys("right")
			}
		}
	}
}

// helpOf returns the help of an option with the words of its choices.
func helpOf(o *rules.Option) string {
	help := o.Help
	for _, value := range o.Choices {
		help = strings.ReplaceAll(help, value+":", o.Word(value)+":")
	}
	return help
}

func TestHelpHasRulesOfGame(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("?")
	d.Sees("Keys at a table", "move the cursor")
	all := ""
	for range 40 {
		all += strings.Join(d.Text(), "\n")
		d.Keys("pgdown")
	}
	for _, want := range []string{"C1 ", "C31 ", "king in checkmate", "silver's pieces", "G4 ", "Board and start"} {
		if !strings.Contains(all, want) {
			t.Errorf("help lacks %q", want)
		}
	}
	d.Keys("home")
	d.Sees("Keys at a table")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	d.Keys("up", "down", "end", "pgup", "q")
	d.Sees("Your move")
	for _, key := range []string{"ctrl+t", "ctrl+t", "ctrl+t", "ctrl+t", "ctrl+l"} {
		d.Keys(key)
		d.Sees("Your move")
	}
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

// TestWaysToStartShowABoard looks at the preview and the archive of a visitor who has not selected a game yet.
func TestWaysToStartShowABoard(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	d.Keys("up", "up", "up", "up")
	d.Sees("wR wN wB wK wQ wB wN wR", "sB sP", "gP gB")
	d.Keys("a")
	d.Sees("Your first game of Chess4", "wR wN wB wK wQ wB wN wR", "sB sP", "gP gB")
}
