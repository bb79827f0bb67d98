package lobby

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// inLobby returns a driver of the lobby of the visitor Sue, unless cfg names another player. It
// shows forms for new tables; other screens are a Place.
func inLobby(t testing.TB, cfg kit.Config) *uitest.Driver {
	t.Helper()
	if cfg.Player.ID == "" {
		cfg.Player = uitest.Spectator
	}
	cfg.Named = true
	d := uitest.New(t, cfg, func(e *kit.Env) []kit.Screen { return []kit.Screen{New(e)} }, func(e *kit.Env, p nav.Place) kit.Screen {
		if p, ok := p.(nav.NewTable); ok {
			return NewTableForm(e, p)
		}
		return nil
	})
	news(d, uitest.LobbyView())
	return d
}

// news gives a view to the lobby.
func news(d *uitest.Driver, v *view.Lobby) { d.Send(NewsMsg{L: uitest.Find[*Screen](d), View: v}) }

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
	d.Goes(nav.Table{ID: 7})
	d.Keys("end", "enter")
	d.Goes(nav.Table{ID: 1})
	d.Keys("n")
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
	d.Goes(nav.Table{ID: 3})
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
		v.Tables = append(v.Tables, &view.Summary{
			ID: table.ID(i + 1), Title: played.Facts().Title, Terms: table.Terms{Game: game, Options: options},
			Phase: table.Waiting, Turn: rules.NoSeat,
		})
	}
	news(d, v)
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
	news(d, v)
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
	v.Tables = append([]*view.Summary{{ID: 9, Title: "Chess4", Phase: table.Waiting, Turn: rules.NoSeat}}, v.Tables...)
	news(d, v)
	d.Sees("▸     3 Chess4")
	v = uitest.LobbyView()
	v.Tables = v.Tables[:1]
	news(d, v)
	d.Sees("▸     7 Chess4")
	news(d, &view.Lobby{})
	d.Sees("No tables yet")
}

func TestLobbyScrolls(t *testing.T) {
	d := inLobby(t, kit.Config{})
	v := &view.Lobby{}
	for i := range 200 {
		v.Tables = append(
			v.Tables,
			&view.Summary{
				ID:    table.ID(i + 1),
				Title: "Chess4",
				Terms: table.Terms{Game: "chess4"},
				Phase: table.Waiting,
				Turn:  rules.NoSeat,
			},
		)
		v.Here = append(v.Here, view.Here{Player: player.Player{Name: fmt.Sprintf("guest-%04d", i)}})
	}
	news(d, v)
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
	d.Goes(nav.Table{ID: 1})
	if len(d.Stack.Screens) != 1 {
		t.Error("the form is still open")
	}
}

func TestNewTableWithDefaults(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("n")
	for range 1 + len(d.Stack.Screens[1].(*TableForm).Fields) {
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

// TestWaysToStartShowABoard looks at the preview of a visitor who has not selected a game yet.
func TestWaysToStartShowABoard(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	d.Keys("up", "up", "up", "up")
	d.Sees("wR wN wB wK wQ wB wN wR", "sB sP", "gP gB")
}

func TestInviteFromLobby(t *testing.T) {
	d := hosting(t)
	blinky, clyde := uitest.People[1].ID, uitest.People[3].ID
	d.Keys("tab", "home")
	d.Until("Blinky")
	d.Keys("enter")
	d.Sees("Blinky", "[ Cancel ]", "Invite to table 1, Chess4", "Invite to a new table")
	d.Choose("Invite to table 1, Chess4")
	d.Sees("Invited Blinky")
	list := d.Backend.Invited(t, blinky)
	if len(list) != 1 || list[0].Table != 1 {
		t.Fatalf("invitations: %+v", list)
	}
	if err := d.Backend.Lobby.Decline(blinky, list[0].Number); err != nil {
		t.Fatal(err)
	}
	d.Keys("enter")
	d.Choose("Invite to table 1, Chess4")
	d.Sees("declined")
	d.Until("Clyde")
	d.Keys("enter")
	d.Lacks("Invite to table 1") // not offered, because Clyde has a seat at table 1
	d.Choose("Invite to a new table")
	d.Sees("New table with Clyde")
	d.Keys("end", "enter")
	if list := d.Backend.Invited(t, clyde); len(list) != 1 || list[0].Table != 2 {
		t.Errorf("invitations: %+v", list)
	}
}

func TestMuteInvitations(t *testing.T) {
	d := hosting(t)
	me, pinky := uitest.People[0].ID, uitest.People[2]
	other, err := d.Backend.Lobby.Create(t.Context(), pinky, table.Terms{Game: kit.DefaultGame()})
	if err != nil {
		t.Fatal(err)
	}
	hears := func() bool {
		_ = d.Backend.Lobby.Invite(pinky, other.View().ID, rules.NoSeat, me)
		return len(d.Backend.Invited(t, me)) > 0
	}
	d.Keys("tab", "home")
	d.Until("Inky")
	d.Keys("enter")
	d.Goes(nav.Profile{Player: uitest.People[0]}) // the profile that opens is the player's own
	d.Until("Pinky")
	d.Keys("enter")
	d.Choose("Mute invitations")
	if hears() {
		t.Error("an invitation from Pinky arrived although Pinky is muted")
	}
	d.Keys("enter")
	d.Choose("Unmute invitations")
	if !hears() {
		t.Error("Pinky is still muted")
	}
	d.Keys("esc")
	if d.Quit {
		t.Fatal("Esc left the program instead of the list")
	}
	d.Keys("n")
	d.Sees("New table")
}

func TestLobbyShowsSpectators(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	v := uitest.LobbyView()
	for i := range v.Tables {
		if v.Tables[i].Phase == table.Playing {
			v.Tables[i].Watchers = 3
		}
	}
	news(d, v)
	d.ToTable(3)
	d.Sees("3 watching")
}

func TestTelevisionWithoutGames(t *testing.T) {
	d := inLobby(t, kit.Config{})
	news(d, &view.Lobby{})
	d.Keys("t")
	d.Sees("No game is in progress")
}

// The first letter that is typed replaces a default value.
func TestTypingReplacesDefault(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("n", "down", "down", "down", "down", "5+1", "0")
	d.Sees("< 5+10 >")
	d.Keys("backspace", "backspace", "1")
	d.Sees("< 5+1 >")
	d.Keys("right", "3d", "end", "enter")
	if made := d.Backend.Created(d.Env.Me.ID); len(made) != 1 || made[0].Clock.String() != "3d" {
		t.Errorf("table made with %+v", made)
	}
}

// Esc in the lobby does not quit.
func TestEscDoesNotQuit(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("down", "enter", "esc", "esc")
	d.Sees("Press q to quit", "Tables")
	if d.Quit {
		t.Fatal("the screen has closed")
	}
	if d.Keys("q"); !d.Quit {
		t.Error("q did not leave")
	}
}

func TestLobbyShowsDueTables(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Lacks("w open it")
	d.Keys("w")
	if len(d.Stack.Screens) != 1 {
		t.Error("a screen opened although no game waits for the viewer")
	}
	d.Env.Clock = func() time.Time { return uitest.Noon.Add(22*time.Hour - time.Minute) }
	first, second := uitest.People, uitest.People
	first[0], second[2] = d.Env.Me, d.Env.Me
	d.Backend.PlayWith(t, table.Terms{Game: kit.DefaultGame(), Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}, first, nil)
	d.Backend.Play(t, second, nil)
	do := func(id table.ID, a table.Command) {
		t.Helper()
		tab, err := d.Backend.Lobby.TableFor(t.Context(), a.By.ID, id)
		if err == nil {
			err = tab.Do(t.Context(), a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	do(2, table.Command{By: second[1], Kind: table.OfferDraw, Seat: 1})
	news(d, uitest.LobbyView())
	d.Sees("Your move: table 1, Chess4, White, 2 days 2 hours left; 1 more", "w open it")
	d.Keys("w")
	d.Goes(nav.Table{ID: 1})
	v, err := variants.New(kit.DefaultGame(), nil)
	if err != nil {
		t.Fatal(err)
	}
	move, err := rules.ParsePlain(v.Facts(), 0, "m7-k7")
	if err != nil {
		t.Fatal(err)
	}
	do(1, table.Command{By: first[0], Kind: table.Play, Seat: 0, Action: move})
	news(d, uitest.LobbyView())
	d.Sees("A draw is offered: table 2, Chess4, Black   w")
}

// The form asks for the password of a new table and does not show what is typed.
func TestNewTablePassword(t *testing.T) {
	directory, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = directory.Close(t.Context()) })
	me, friend := player.Player{ID: "SHA256:inky", Name: "Inky"}, player.Player{ID: "SHA256:sue", Name: "Sue"}
	e := kit.NewEnv(
		kit.Config{Services: service.Services{Lobby: directory}, Context: t.Context(), Player: me, Named: true, Width: 80, Height: 24},
	)
	p := newPassword(e, table.Terms{Game: "verney", Private: table.ByPassword}, player.Player{})
	press := func(text string) (kit.Step, tea.Cmd) {
		for _, r := range text {
			p.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		s, cmd := p.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		if cmd == nil {
			t.Fatal("no password was asked for")
		}
		return s, cmd
	}
	if s, _ := press("abc"); s.Leave || p.Sent {
		t.Fatal("a short password was accepted")
	}
	_, cmd := press("defgh")
	g := draw.NewGrid(80, 24, e.Styles.Text)
	p.Draw(g)
	text := ""
	for y := range g.Height {
		for _, c := range g.Row(y) {
			text += c.Text
		}
	}
	if !strings.Contains(text, "Password  ********_") || strings.Contains(text, "abc") {
		t.Errorf("the password is visible:\n%s", text)
	}
	if s, _ := p.Update(cmd()); !s.Leave || len(s.To) != 1 {
		t.Fatal("no table was opened:", p.Refusal)
	}
	if _, err := directory.Unlock(t.Context(), friend, 1, "abcdefgh"); err != nil {
		t.Error(err)
	}
}

func TestTableAsksForPassword(t *testing.T) {
	directory, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = directory.Close(t.Context()) })
	me := player.Player{ID: "SHA256:inky", Name: "Inky"}
	e := kit.NewEnv(
		kit.Config{Services: service.Services{Lobby: directory}, Context: t.Context(), Player: me, Named: true, Width: 80, Height: 24},
	)
	for private, asks := range map[string]bool{"invited": false, "password": true} {
		c := NewTableForm(e, nav.NewTable{})
		for i := range c.Options {
			if c.Options[i].Name == "private" {
				c.Fields[i+1].Line.Text = private
			}
		}
		c.At = len(c.Fields)
		_, cmd := c.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		s, _ := c.Update(cmd())
		if is := len(s.Next) > 0; is != asks {
			t.Errorf("private=%s: a password is asked for: %v", private, is)
		}
	}
}

// A private table is opened from the lobby with its number and its password, which is
// hidden. A wrong password can be corrected.
func TestPrivateTableFromLobby(t *testing.T) {
	d := inLobby(t, kit.Config{})
	if _, err := d.Backend.Lobby.CreateWithPassword(t.Context(), uitest.People[0],
		table.Terms{Game: kit.DefaultGame(), Private: table.ByPassword}, "open sesame"); err != nil {
		t.Fatal(err)
	}
	d.Keys("o", "x1", "enter")
	d.Sees("not a table number")
	d.Keys("ctrl+u", "1", "enter", "hun\u202eter2")
	d.Sees("Table     1", "Password  ********_")
	d.Lacks("hun")
	d.Keys("enter")
	d.Sees("Wrong table number or password; ask the host", "Password  _")
	d.Keys("s")
	d.Lacks("Wrong table")
	d.Keys("up")
	d.Sees("Table     1_")
	d.Keys("enter", "ctrl+u", "open sesame", "enter")
	d.Goes(nav.Table{ID: 1})
}

func hosting(t *testing.T) *uitest.Driver {
	me := uitest.People[0]
	d := inLobby(t, kit.Config{Player: me})
	d.Backend.Enter(uitest.People[:]...)
	one, err := d.Backend.Lobby.Create(t.Context(), me, table.Terms{Game: kit.DefaultGame()})
	if err == nil {
		err = one.Do(t.Context(), table.Command{By: uitest.People[3], Kind: table.Sit, Seat: 3})
	}
	if err != nil {
		t.Fatal(err)
	}
	news(d, d.Backend.Lobby.ViewFor(me.ID))
	return d
}

// readChat shows the lines of the lobby chat, as the root model does when there are new ones.
func readChat(d *uitest.Driver) {
	mail := d.Env.Cfg.Messages
	d.Env.Notices.Mail.Lobby = mail.Lines(d.Env.Ctx, mail.LobbyChat(d.Env.Me.ID))
}

func TestLobbyChat(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40, Player: uitest.People[0], Services: service.Services{Messages: uitest.OpenMail(t)}})
	d.Write(uitest.People[1], player.Player{}, "anybody for a game?")
	readChat(d)
	d.Sees("Lobby chat", "Blinky  anybody for a game?")
	d.Keys("'", "in a minute", "enter")
	d.Lacks("Lobby chat: ")
	readChat(d)
	d.Sees("Inky  in a minute")
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Lacks("anybody for a game?")
	d.Keys("'", "me too", "enter")
	readChat(d)
	d.Sees("Blinky  anybody for a game?", "Inky  me too")
}
