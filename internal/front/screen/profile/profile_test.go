package profile

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/table"
)

// onProfile returns a driver of a profile, with games of the player.
func onProfile(t testing.TB, cfg kit.Config, who player.Player, games []table.Found) *uitest.Driver {
	t.Helper()
	d := uitest.Home(t, cfg)
	d.Backend.Store.Found = uitest.Pages(games)
	d.Do(d.Stack.Push(NewProfile(d.Env, who)))
	return d
}

func TestProfile(t *testing.T) {
	d := onProfile(t, config(uitest.NewLadder(uitest.Spectator)), uitest.People[0], uitest.FinishedGames(60))
	d.Sees("Profile   Inky", "▸Chess4 ", "Chess4, teams", "Latest games", "   60 ",
		"won 1, drawn 0, lost 2", "3 rated games: 1st once, 2nd twice")
	if got := d.Backend.Store.Asked[0]; got.Player != uitest.People[0].ID {
		t.Errorf("the command is %+v", got)
	}
	d.Keys("down", "down", "down")
	d.Sees("▸   60", "White Inky, Silver Blinky")
	d.Keys("enter")
	d.Goes(nav.Table{ID: 60})
	d.Keys("?")
	d.Goes(nav.Help{Game: "chess4"})
	d.Keys("end", "end", "end")
	d.Sees("▸    1 ")
	d.Keys("tab", "home", "enter")
	d.Goes(nav.Ladder{Class: club.Class{Game: "chess4", Form: club.FreeForAll}, All: true})
	d.Sees("▸Chess4 ")
	d.Send(tea.MouseClickMsg{X: 5, Y: 4, Button: tea.MouseLeft}) // click the line of the second rating
	d.Goes(nav.Ladder{Class: club.Class{Game: "chess4", Form: club.Teams}, All: true})
	d.Keys("esc")
	d.Closes()
}

// A wide terminal shows the ratings beside the games, the people whom the player met, and the
// course of the selected rating.
func TestProfileOnWideTerminal(t *testing.T) {
	cfg := config(uitest.NewLadder(uitest.Spectator))
	cfg.Width, cfg.Height = 160, 60
	games := uitest.FinishedGames(4)
	games[1].Players[3] = player.Bot(3, 1)
	games[2].Winners = []string{"white"}
	d := onProfile(t, cfg, uitest.People[0], games)
	d.Sees("○ not connected", "Player", "Places", "Latest games", "in 4 games", "Head to head")
	d.Reads("Head to head Blinky 4 1 3")
	d.Reads("Pinky 4 1 0")
	d.Reads("Clyde 3")
	d.Reads("Bot 3 1")
	d.Keys("down", "down")
	d.Sees("highest ")
}

// TestProfileWithoutRatings checks that a profile whose ratings cannot be read shows the
// error, and still lists the games of the player.
func TestProfileWithoutRatings(t *testing.T) {
	failing := &uitest.FakeLadder{Err: errors.New("the disk does not answer")}
	d := onProfile(t, config(failing), uitest.Spectator, uitest.FinishedGames(2))
	d.Sees("The disk does not answer", "    2 ")
	d = onProfile(t, config(&uitest.FakeLadder{}), uitest.Spectator, nil)
	d.Sees("Player (you)", "No rated games yet.", "No finished games yet.")
	d.Keys("enter", "tab", "enter", "f", "m")
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 5})
	d.Sees("Sue")
}

// When ratings arrive after the list of games, the same game stays selected.
func TestRatingsFollowGames(t *testing.T) {
	d := onProfile(t, config(&uitest.FakeLadder{}), uitest.Spectator, uitest.FinishedGames(5))
	d.Keys("down", "down", "down")
	d.Sees("▸    3 ")
	d.Send(careersMsg{p: uitest.Find[*Profile](d), list: uitest.NewLadder(uitest.Spectator).Careers})
	d.Sees("▸    3 ", "Verney, teams")
}

func TestProfileSaysWhoSomebodyIs(t *testing.T) {
	rights, err := clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{uitest.People[0].ID: club.Owner})
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(&uitest.FakeLadder{})
	cfg.Club = rights
	for want, who := range map[string]player.Player{
		"Owner of this club": uitest.People[0], "Player": uitest.People[1], "Player (you)": uitest.Spectator,
		"Bot of this server": player.Bot(3, 0), "Guest": {ID: "guest:k7f3", Name: "guest-k7f3"},
	} {
		d := onProfile(t, cfg, who, nil)
		d.Sees(" " + want)
		d.Lacks("m message") // this server has no messages
	}
}

func TestFollowAndBlockOnProfile(t *testing.T) {
	me, blinky := uitest.People[0], uitest.People[1]
	cfg := config(&uitest.FakeLadder{})
	cfg.Player, cfg.Named, cfg.Messages = me, true, uitest.OpenMail(t)
	d := onProfile(t, cfg, blinky, nil)
	reports := func(want string) {
		t.Helper()
		if d.Report != (kit.ReportedMsg{Text: want}) {
			t.Errorf("reported %+v, want %q", d.Report, want)
		}
	}
	d.Sees("m message", "f follow", "b block")
	d.Keys("f")
	reports("you follow Blinky")
	d.Sees("f unfollow")
	d.Keys("f")
	reports("you no longer follow Blinky")
	d.Keys("f", "b")
	d.Sees("Block Blinky?")
	d.Keys("b")
	reports("Blinky is blocked")
	d.Sees("b unblock", "blocked by you")
	if mail := d.Env.Cfg.Messages; !mail.Blocks(me.ID, blinky.ID) || mail.Follows(me.ID, blinky.ID) {
		t.Error("the player is not blocked, or still followed")
	}
	d.Keys("b")
	reports("Blinky is no longer blocked")
	d.Keys("m")
	d.Goes(nav.Messages{To: blinky, Write: true})
}

// A name with hostile characters is drawn in cells of its own.
func TestHostileNamesOnProfile(t *testing.T) {
	for _, name := range hostile.Strings {
		d := onProfile(t, config(&uitest.FakeLadder{}), player.Player{ID: "SHA256:x", Name: name}, nil)
		for _, line := range d.Text() {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
				t.Errorf("%q is drawn as %q", name, line)
			}
		}
	}
}
