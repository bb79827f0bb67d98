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
)

// over is so many games that are over, the newest first.
func over(n int) []table.Found {
	list := make([]table.Found, n)
	for i := range list {
		ended := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).AddDate(0, 0, -i)
		list[i] = table.Found{ID: table.ID(n - i), Game: "chess4", Players: people, Began: ended, Ended: ended, Reason: "checkmate", Winners: []string{"silver"}}
	}
	return list
}

// onShelf is a driver before the games that are to be looked at.
func onShelf(t testing.TB, games []table.Found) *driver {
	t.Helper()
	d := inLobby(t, kit.Config{})
	d.house.archived.found = answering(games)
	d.keys("g")
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
	d.sees("A first game, two minutes long", "Games with notes", "Games that were played here", "look for",
		"    3  2026-11-21  Chess4       Blinky won: checkmate", "2  2026-11-20  Chess4       Inky and Pinky won: resignation",
		"1  2026-11-19  Chess4       A draw by agreement")
	d.keys("end")
	d.sees(">     1  2026-11-19", "white Inky, silver Blinky, black Pinky, gold Clyde")
	d.keys("?")
	d.sees("Help")
	d.keys("esc", "enter")
	if got := d.table(); got.Id != 1 || got.Opens.FromStart {
		t.Errorf("table %d is open", got.Id)
	}
	d.show(viewAfter(t, recorded(t)))
	d.lacks("start of the game")
	d.keys("esc", "up", "b")
	if got := d.table(); got.Id != 2 || !got.Opens.FromStart {
		t.Errorf("table %d is open", got.Id)
	}
	d.show(viewAfter(t, recorded(t)))
	if got := d.table().LookedAt(); got != 0 {
		t.Errorf("it is shown after %d moves", got)
	}
}

func TestGamesAreLookedForInWords(t *testing.T) {
	d := onShelf(t, over(2))
	d.keys("/", "inky chess4 won", "enter")
	if got := d.house.archived.asked[1]; got.Name != "inky" || got.Game != "chess4" || got.Result != "won" {
		t.Errorf("asked for %+v", got)
	}
	d.sees("Games that were played here: inky chess4 won", ">     2")
	d.house.archived.found = nil
	d.keys("/", "ctrl+u", "2026-13", "enter")
	if got := d.house.archived.asked[2]; got.Name != "2026-13" {
		t.Errorf("asked for %+v", got)
	}
	d.sees("(none; esc shows all)")
	d.keys("/", "ctrl+u", "since=never", "enter")
	d.sees("is no date", "Look for: since=never_")
	if d.bells != 1 {
		t.Errorf("%d beeps", d.bells)
	}
	d.keys("esc")
	d.sees("played here: 2026-13")
	d.send(tea.PasteMsg{Content: "not while nothing is typed"})
	d.keys("esc")
	d.lacks("2026-13")
	if got := d.house.archived.asked[3]; got.Name != "" {
		t.Errorf("asked for %+v", got)
	}
	d.keys("/")
	d.send(tea.PasteMsg{Content: "sue"})
	d.sees("Look for: sue_")
	d.house.archived.found = func(table.Search) ([]table.Found, error) { return nil, errors.New("the disk does not answer") }
	d.keys("enter")
	d.sees("! The disk does not answer")
}

// Ten thousand games are not fetched to show twenty.
func TestManyGamesComePageByPage(t *testing.T) {
	d := onShelf(t, over(10_000))
	if got := len(d.house.archived.asked); got != 1 || d.house.archived.asked[0].Limit != kit.GamesPage {
		t.Errorf("asked %d times", got)
	}
	for range 5 {
		d.keys("end")
	}
	shelf := d.r.stack.Screens[1].(*archive.Screen)
	if got := len(shelf.Found.Games); got != 6*kit.GamesPage || len(d.house.archived.asked) != 6 {
		t.Errorf("%d games after %d questions", got, len(d.house.archived.asked))
	}
	for range 100 {
		d.keys("end")
	}
	if got := len(shelf.Found.Games); got != kit.GamesKept {
		t.Errorf("%d games are kept", got)
	}
	d.keys("home")
	d.sees("A first game")
	for i, f := range shelf.Found.Games {
		if f.ID != table.ID(10_000-i) {
			t.Fatalf("game %d is %d", i, f.ID)
		}
	}
}

// What is asked for anew while an answer is on its way is not mixed with it.
func TestALateAnswerIsDropped(t *testing.T) {
	e := kit.NewEnv(kit.Config{Player: onlooker})
	e.Services = newFakeHouse()
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
	d.house.archived.text = []kit.Record{{Format: "plain", Text: "# Chess4, table 1\n" + strings.Repeat("m7-k7 j1-k3 b8-d8 ", 200)}, {Format: "c4pgn", Text: "[Game \"Chess4\"]\n"}}
	d.keys("r")
	d.sees("! Only games that were played here")
	d.keys("end", "r")
	d.sees("Record of table 1", "[plain]  c4pgn", "# Chess4, table 1", "ssh HOST record 1 --format plain > game.txt")
	d.keys("pgdown")
	d.lacks("# Chess4")
	d.keys("pgup", "down", "up", "tab")
	d.sees(`[Game "Chess4"]`, "--format c4pgn")
	d.keys("c")
	d.sees("Sent to your terminal's clipboard")
	want := base64.StdEncoding.EncodeToString([]byte("[Game \"Chess4\"]\n"))
	if len(d.raw) != 1 || !strings.Contains(d.raw[0], "52;c;"+want) {
		t.Errorf("sent %q", d.raw)
	}
	d.house.archived.text[1].Text = strings.Repeat("x", archive.CopyLimit+1)
	d.keys("c")
	d.sees("too long for a clipboard")
	if len(d.raw) != 1 || d.bells != 2 {
		t.Errorf("%d texts, %d beeps", len(d.raw), d.bells)
	}
	d.keys("q")
	d.house.archived.failed, d.house.archived.text = table.ErrNoTable, nil
	d.keys("r", "tab", "c", "pgdown")
	d.sees("Record of table 1")
}

// Names from people stand in lines of found games, in details and in records.
func TestHostileNamesOnTheShelf(t *testing.T) {
	for _, name := range hostile.Strings {
		games := over(2)
		for s := range games[0].Players {
			games[0].Players[s].Name = name
		}
		d := onShelf(t, games)
		d.house.archived.text = []kit.Record{{Format: "plain", Text: "# white " + name + "\n"}}
		d.keys("down")
		tame := onShelf(t, over(2))
		tame.keys("down")
		got, want := d.text(), tame.text()
		for y := range want {
			if !strings.Contains(want[y], "Blinky") && got[y] != want[y] {
				t.Fatalf("%q: line %d is %q", name, y, got[y])
			}
		}
		d.keys("end", "up", "r")
		for _, line := range d.text() {
			if strings.ContainsAny(line, "\x1b\x07\u202e\u200b") {
				t.Fatalf("%q is drawn as %q", name, line)
			}
		}
	}
}

func TestTheLobbyTellsWhatWaits(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.lacks("goes there")
	d.keys("w")
	if len(d.r.stack.Screens) != 1 {
		t.Error("nothing waits, and something opens")
	}
	now := time.Now()
	d.r.env.Clock = func() time.Time { return now }
	d.house.archived.waits = []lobby.Due{
		{Table: 9, Title: "Chess4", Why: lobby.ToMove, SeatName: "black", Deadline: now.Add(50*time.Hour + time.Minute)},
		{Table: 4, Title: "Verney", Why: lobby.ToDraw, SeatName: "red"},
	}
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	d.sees("Your move: table 9, Chess4, black, 2d 2h left; 1 more", "w goes there")
	d.keys("w")
	if got := d.table().Id; got != 9 {
		t.Errorf("table %d is open", got)
	}
	d.keys("esc")
	d.house.archived.waits = d.house.archived.waits[1:]
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: lobbyView()})
	d.sees("A draw is offered: table 4, Verney, red  w")
}
