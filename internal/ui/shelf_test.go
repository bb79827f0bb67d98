package ui

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/player/hostile"
	"quadrille/internal/table"
	"quadrille/internal/ui/archive"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
	"quadrille/internal/ui/uitest"
)

// over is so many games that are over, the newest first.
func over(n int) []table.Found {
	list := make([]table.Found, n)
	for i := range list {
		ended := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).AddDate(0, 0, -i)
		list[i] = table.Found{ID: table.ID(n - i), Game: "chess4", Players: uitest.People, Began: ended, Ended: ended, Reason: "checkmate", Winners: []string{"silver"}}
	}
	return list
}

// onShelf is a driver before the games that are to be looked at.
func onShelf(t testing.TB, games []table.Found) *driver {
	t.Helper()
	d := inLobby(t, kit.Config{})
	d.House.Archived.Found = answering(games)
	d.Keys("g")
	return d
}

// answering finds all of the games, page by page, whatever is looked for.
func answering(games []table.Found) func(table.Search) ([]table.Found, error) {
	return func(q table.Search) ([]table.Found, error) {
		rest := games
		for i := range games {
			if games[i].ID == q.Before {
				rest = games[i+1:]
			}
		}
		return rest[:min(len(rest), q.Limit)], nil
	}
}

func TestTheShelfHasThreeParts(t *testing.T) {
	games := over(3)
	games[1].Winners, games[1].Reason = []string{"white", "black"}, "resignation"
	games[2].Winners, games[2].Reason = nil, "agreement"
	d := onShelf(t, games)
	d.Sees("A first game, two minutes long", "Games with notes", "Games that were played here", "look for",
		"    3  2026-11-21  Chess4       Blinky won: checkmate", "2  2026-11-20  Chess4       Inky and Pinky won: resignation",
		"1  2026-11-19  Chess4       A draw by agreement")
	d.Keys("end")
	d.Sees(">     1  2026-11-19", "white Inky, silver Blinky, black Pinky, gold Clyde")
	d.Keys("?")
	d.Sees("Help")
	d.Keys("esc", "enter")
	if got := d.table(); got.Id != 1 || got.Link.Opens.FromStart {
		t.Errorf("table %d is open", got.Id)
	}
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)))
	d.Lacks("start of the game")
	d.Keys("esc", "up", "b")
	if got := d.table(); got.Id != 2 || !got.Link.Opens.FromStart {
		t.Errorf("table %d is open", got.Id)
	}
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)))
	if got := d.table().History.LookedAt(); got != 0 {
		t.Errorf("it is shown after %d moves", got)
	}
}

func TestGamesAreLookedForInWords(t *testing.T) {
	d := onShelf(t, over(2))
	d.Keys("/", "inky chess4 won", "enter")
	if got := d.House.Archived.Asked[1]; got.Name != "inky" || got.Game != "chess4" || got.Result != "won" {
		t.Errorf("asked for %+v", got)
	}
	d.Sees("Games that were played here: inky chess4 won", ">     2")
	d.House.Archived.Found = nil
	d.Keys("/", "ctrl+u", "2026-13", "enter")
	if got := d.House.Archived.Asked[2]; got.Name != "2026-13" {
		t.Errorf("asked for %+v", got)
	}
	d.Sees("(none; esc shows all)")
	d.Keys("/", "ctrl+u", "since=never", "enter")
	d.Sees("is no date", "Look for: since=never_")
	if d.Bells != 1 {
		t.Errorf("%d beeps", d.Bells)
	}
	d.Keys("esc")
	d.Sees("played here: 2026-13")
	d.Send(tea.PasteMsg{Content: "not while nothing is typed"})
	d.Keys("esc")
	d.Lacks("2026-13")
	if got := d.House.Archived.Asked[3]; got.Name != "" {
		t.Errorf("asked for %+v", got)
	}
	d.Keys("/")
	d.Send(tea.PasteMsg{Content: "sue"})
	d.Sees("Look for: sue_")
	d.House.Archived.Found = func(table.Search) ([]table.Found, error) { return nil, errors.New("the disk does not answer") }
	d.Keys("enter")
	d.Sees("! The disk does not answer")
}

// Ten thousand games are not fetched to show twenty.
func TestManyGamesComePageByPage(t *testing.T) {
	d := onShelf(t, over(10_000))
	if got := len(d.House.Archived.Asked); got != 1 || d.House.Archived.Asked[0].Limit != kit.GamesPage {
		t.Errorf("asked %d times", got)
	}
	for range 5 {
		d.Keys("end")
	}
	shelf := d.Stack.Screens[1].(*archive.Screen)
	if got := len(shelf.Found.Games); got != 6*kit.GamesPage || len(d.House.Archived.Asked) != 6 {
		t.Errorf("%d games after %d questions", got, len(d.House.Archived.Asked))
	}
	for range 100 {
		d.Keys("end")
	}
	if got := len(shelf.Found.Games); got != kit.GamesKept {
		t.Errorf("%d games are kept", got)
	}
	d.Keys("home")
	d.Sees("A first game")
	for i, f := range shelf.Found.Games {
		if f.ID != table.ID(10_000-i) {
			t.Fatalf("game %d is %d", i, f.ID)
		}
	}
}

// What is asked for anew while an answer is on its way is not mixed with it.
func TestALateAnswerIsDropped(t *testing.T) {
	e := kit.NewEnv(kit.Config{Player: uitest.Onlooker})
	e.Services = uitest.NewHouse()
	f := &kit.GameList{Env: e, Line: kit.Line{Text: "sue"}}
	if f.Look() == nil {
		t.Fatal("nothing is asked")
	}
	if cmd, err := f.Search(); cmd != nil || err != nil {
		t.Fatal("two questions at once")
	}
	if f.Took(kit.GamesMsg{F: f, Games: over(2)}); len(f.Games) != 0 || f.More() == nil || f.Query.Name != "sue" {
		t.Errorf("%d games, asked for %+v", len(f.Games), f.Query)
	}
}

func TestAGameAsText(t *testing.T) {
	d := onShelf(t, over(1))
	d.House.Archived.Text = []kit.Record{{Format: "plain", Text: "# Chess4, table 1\n" + strings.Repeat("m7-k7 j1-k3 b8-d8 ", 200)}, {Format: "c4pgn", Text: "[Game \"Chess4\"]\n"}}
	d.Keys("r")
	d.Sees("! Only games that were played here")
	d.Keys("end", "r")
	d.Sees("Record of table 1", "[plain]  c4pgn", "# Chess4, table 1", "ssh HOST record 1 --format plain > game.txt")
	d.Keys("pgdown")
	d.Lacks("# Chess4")
	d.Keys("pgup", "down", "up", "tab")
	d.Sees(`[Game "Chess4"]`, "--format c4pgn")
	d.Keys("c")
	d.Sees("Sent to your terminal's clipboard")
	want := base64.StdEncoding.EncodeToString([]byte("[Game \"Chess4\"]\n"))
	if len(d.Raw) != 1 || !strings.Contains(d.Raw[0], "52;c;"+want) {
		t.Errorf("sent %q", d.Raw)
	}
	d.House.Archived.Text[1].Text = strings.Repeat("x", archive.CopyLimit+1)
	d.Keys("c")
	d.Sees("too long for a clipboard")
	if len(d.Raw) != 1 || d.Bells != 2 {
		t.Errorf("%d texts, %d beeps", len(d.Raw), d.Bells)
	}
	d.Keys("q")
	d.House.Archived.Failed, d.House.Archived.Text = table.ErrNoTable, nil
	d.Keys("r", "tab", "c", "pgdown")
	d.Sees("Record of table 1")
}

// Names from people stand in lines of found games, in details and in records.
func TestHostileNamesOnTheShelf(t *testing.T) {
	for _, name := range hostile.Strings {
		games := over(2)
		for s := range games[0].Players {
			games[0].Players[s].Name = name
		}
		d := onShelf(t, games)
		d.House.Archived.Text = []kit.Record{{Format: "plain", Text: "# white " + name + "\n"}}
		d.Keys("down")
		tame := onShelf(t, over(2))
		tame.Keys("down")
		got, want := d.Text(), tame.Text()
		for y := range want {
			if !strings.Contains(want[y], "Blinky") && got[y] != want[y] {
				t.Fatalf("%q: line %d is %q", name, y, got[y])
			}
		}
		d.Keys("end", "up", "r")
		for _, line := range d.Text() {
			if strings.ContainsAny(line, "\x1b\x07\u202e\u200b") {
				t.Fatalf("%q is drawn as %q", name, line)
			}
		}
	}
}

func TestTheLobbyTellsWhatWaits(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Lacks("goes there")
	d.Keys("w")
	if len(d.Stack.Screens) != 1 {
		t.Error("nothing waits, and something opens")
	}
	now := time.Now()
	d.Env.Clock = func() time.Time { return now }
	d.House.Archived.Waits = []lobby.Due{
		{Table: 9, Title: "Chess4", Why: lobby.ToMove, SeatName: "black", Deadline: now.Add(50*time.Hour + time.Minute)},
		{Table: 4, Title: "Verney", Why: lobby.ToDraw, SeatName: "red"},
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	d.Sees("Your move: table 9, Chess4, black, 2d 2h left; 1 more", "w goes there")
	d.Keys("w")
	if got := d.table().Id; got != 9 {
		t.Errorf("table %d is open", got)
	}
	d.Keys("esc")
	d.House.Archived.Waits = d.House.Archived.Waits[1:]
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	d.Sees("A draw is offered: table 4, Verney, red  w")
}
