package archive

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player/hostile"
	"quadrille/internal/records"
	"quadrille/internal/table"
)

// inArchive returns a driver of the archive of a server with finished games.
func inArchive(t testing.TB, games []table.Found) *uitest.Driver {
	t.Helper()
	d := uitest.Home(t, kit.Config{})
	d.Backend.Store.Found = uitest.Pages(games)
	d.Do(d.Stack.Push(New(d.Env)))
	return d
}

func TestArchiveHasThreeParts(t *testing.T) {
	games := uitest.FinishedGames(3)
	games[1].Winners, games[1].Termination = []string{"white", "black"}, "resignation"
	games[2].Winners, games[2].Termination = nil, "agreement"
	d := inArchive(t, games)
	d.Sees("1 Lessons", "2 Annotated games", "3 Finished games 3", "/ find", "Your first game of Chess4")
	d.Keys("tab")
	d.Sees("Captain Verney's")
	d.Keys("3")
	d.Sees("Blinky wins by checkmate", "Inky and Pinky win by resignation", "Draw by agreement")
	d.Keys("end")
	d.Sees("▸    1 ", "White Inky, Silver Blinky, Black Pinky, Gold Clyde")
	d.Keys("?")
	d.Goes(nav.Help{Game: "chess4"})
	d.Keys("enter")
	d.Goes(nav.Table{ID: 1})
	d.Keys("up", "b")
	d.Goes(nav.Table{ID: 2, FromStart: true})
	d.Keys("1", "home", "enter")
	first := slices.IndexFunc(assets.AnnotatedGames, func(a assets.AnnotatedGame) bool { return a.Lesson })
	d.Goes(nav.AnnotatedGame{AnnotatedGame: &assets.AnnotatedGames[first]})
	d.Keys("shift+tab")
	d.Sees("3 Finished games 3", "Draw by agreement")
	d.Keys("esc")
	d.Closes()
}

func TestArchiveSearch(t *testing.T) {
	d := inArchive(t, uitest.FinishedGames(2))
	d.Keys("3", "/", "inky chess4 won", "enter")
	if got := d.Backend.Store.Asked[1]; got.Name != "inky" || got.Game != "chess4" || got.Result != "won" {
		t.Errorf("the command is %+v", got)
	}
	d.Sees("/ inky chess4 won", "▸    2")
	d.Backend.Store.Found = nil
	d.Keys("/", "ctrl+u", "2026-13", "enter")
	if got := d.Backend.Store.Asked[2]; got.Name != "2026-13" {
		t.Errorf("the command is %+v", got)
	}
	d.Sees("No game matches. Press esc for all games.")
	d.Keys("/", "ctrl+u", "since=never", "enter")
	d.Sees("is not a date", "/ since=never_")
	if d.Bells != 1 {
		t.Errorf("%d bells", d.Bells)
	}
	d.Keys("esc")
	d.Sees("/ 2026-13")
	d.Send(tea.PasteMsg{Content: "not while nothing is typed"})
	d.Keys("esc")
	d.Lacks("2026-13")
	if got := d.Backend.Store.Asked[3]; got.Name != "" {
		t.Errorf("the command is %+v", got)
	}
	d.Keys("/")
	d.Send(tea.PasteMsg{Content: "sue"})
	d.Sees("/ sue_")
	d.Backend.Store.Found = func(table.Search) ([]table.Found, error) { return nil, errors.New("the disk does not answer") }
	d.Keys("enter")
	d.Sees("The disk does not answer")
}

// Of ten thousand games, the archive fetches only the pages that are shown.
func TestArchivePages(t *testing.T) {
	d := inArchive(t, uitest.FinishedGames(10_000))
	if got := len(d.Backend.Store.Asked); got != 1 || d.Backend.Store.Asked[0].Limit != kit.GamesPage {
		t.Errorf("%d searches", got)
	}
	d.Keys("3")
	for range 5 {
		d.Keys("end")
	}
	screen := uitest.Find[*Screen](d)
	if got := len(screen.Found.All()); got != 6*kit.GamesPage || len(d.Backend.Store.Asked) != 6 {
		t.Errorf("%d games after %d searches", got, len(d.Backend.Store.Asked))
	}
	for range 100 {
		d.Keys("end")
	}
	if got := len(screen.Found.All()); got != kit.GamesKept {
		t.Errorf("%d games are kept", got)
	}
	for i, f := range screen.Found.All() {
		if f.ID != table.ID(10_000-i) {
			t.Fatalf("game %d is %d", i, f.ID)
		}
	}
}

// A late reply to an earlier search does not replace the results of a newer search.
func TestArchiveIgnoresLateAnswer(t *testing.T) {
	cfg := kit.Config{Player: uitest.Spectator}
	h := uitest.NewBackend(t, cfg)
	h.Store.Found = uitest.Pages(uitest.FinishedGames(3))
	cfg.Lobby = h.Lobby
	e, f := kit.NewEnv(cfg), kit.NewGames(time.Now, table.Search{})
	late := f.Look()
	if late == nil {
		t.Fatal("no search was started")
	}
	if next, err := f.Search("sue"); next != nil || err != nil {
		t.Fatal("two searches at once")
	}
	next, _ := f.Add(e.FindGames(&f, late)().(kit.GamesMsg))
	if len(f.All()) != 0 || next == nil || f.Query.Name != "sue" {
		t.Errorf("%d games, search %+v", len(f.All()), f.Query)
	}
}

// TestArchiveShowsLastPosition checks that the last position of the selected game is drawn beside the list.
func TestArchiveShowsLastPosition(t *testing.T) {
	d := inArchive(t, uitest.FinishedGames(1))
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.Backend.Play(t, uitest.People, uitest.Brief)
	d.Keys("3")
	d.Sees("Game 1", "sR sP", "br-bn-bb-bq-bk-bb-bn-br-", "wp-wp-wp-   wp-")
}

func TestGameRecord(t *testing.T) {
	d := inArchive(t, uitest.FinishedGames(1))
	d.Backend.Play(t, uitest.People, uitest.Recorded(t))
	d.Keys("r")
	d.Sees("Only finished games of this server")
	d.Keys("3", "end", "r")
	d.Sees("Table 1", "plain │ c4pgn", "# Chess4", "ssh HOST record 1 --format plain > game.txt")
	d.Keys("pgdown")
	d.Lacks("# Chess4")
	d.Keys("pgup", "down", "up", "tab")
	d.Sees(`[ Variant "Chess4" ]`, "--format c4pgn")
	d.Keys("c")
	d.Sees("Copied to the clipboard")
	tab, err := d.Backend.Lobby.TableFor(t.Context(), d.Env.Me.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	text, err := records.Record(tab.View(), "c4pgn")
	if err != nil {
		t.Fatal(err)
	}
	if want := base64.StdEncoding.EncodeToString([]byte(text)); len(d.Raw) != 1 || !strings.Contains(d.Raw[0], "52;c;"+want) {
		t.Errorf("sent %q", d.Raw)
	}
	if d.Bells != 1 {
		t.Errorf("%d bells", d.Bells)
	}
}

// If the record of a game cannot be read, the screen opens anyway and no key causes a panic.
func TestMissingGameHasNoRecord(t *testing.T) {
	d := inArchive(t, uitest.FinishedGames(1))
	d.Keys("3", "end", "r", "tab", "c", "pgdown")
	d.Sees("Record   Table 1")
}

// TestHostileNamesInArchive checks that, on the screens of the archive, names with control
// characters change only the lines that contain names.
func TestHostileNamesInArchive(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	tame := inArchive(t, uitest.FinishedGames(2))
	tame.Keys("3")
	want := tame.Text()
	for _, name := range hostile.Strings {
		games := uitest.FinishedGames(2)
		for s := range games[0].Players {
			games[0].Players[s].Name = name
		}
		d := inArchive(t, games)
		d.Keys("3")
		got, named := d.Text(), false
		for y := range want {
			after := named // a list of names may need a further line
			named = strings.Contains(want[y], "Blinky")
			if !named && !after && got[y] != want[y] {
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

// The archive without games says so, and a narrow terminal shows it in one line.
func TestEmptyArchive(t *testing.T) {
	d := inArchive(t, nil)
	d.Keys("3")
	d.Sees("3 Finished games 0", "No finished games yet.")
	d.Keys("enter", "b", "end")
	d.Keys("?")
	d.Goes(nav.Help{Game: kit.DefaultGame()})
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 8})
	d.Keys("1", "home")
	d.Sees("> Your first game of")
}

func TestArchiveByMouse(t *testing.T) {
	d := inArchive(t, uitest.FinishedGames(3))
	d.Sees("3 Finished games 3")
	click := func(x, y int) { d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	click(40, 1)
	d.Sees("Blinky wins by checkmate")
	click(10, 4)
	d.Goes(nav.Table{ID: 2})
	click(70, 20) // nothing is there
	d.Sees("Blinky wins by checkmate")
}

// A wide terminal shows the board of the selected lesson or game beside the list.
func TestArchiveShowsBoard(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {200, 60}} {
		d := inArchive(t, uitest.FinishedGames(1))
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.Sees("Your first game of Chess4", "wR wN wB wK wQ wB wN wR", "sB sP", "gP gB")
		d.Keys("3")
		d.Sees("Blinky wins by checkmate")
	}
}

// TestArchiveIsUsedWhileASearchRuns presses keys and draws the archive before the first games of
// a search have arrived. The selection is then behind the last lesson, which caused a panic.
func TestArchiveIsUsedWhileASearchRuns(t *testing.T) {
	cfg := kit.Config{Player: uitest.Spectator}
	cfg.Lobby = uitest.NewBackend(t, cfg).Lobby
	for _, key := range []tea.KeyPressMsg{
		{Code: tea.KeyEnter}, {Code: '0', Text: "0"}, {Code: 'r', Text: "r"}, {Code: '?', Text: "?"}, {Code: tea.KeyDown},
	} {
		e := kit.NewEnv(cfg)
		s := New(e)
		s.Start() // the query that the returned function would run never returns
		for _, search := range []tea.KeyPressMsg{{Code: '/', Text: "/"}, {Code: tea.KeyEnter}} {
			s.Update(search)
		}
		for _, size := range [][2]int{{37, 32}, {20, 8}, {120, 40}} {
			g := draw.NewGrid(size[0], size[1], e.Styles.Text)
			s.DrawCompact(g, 0)
			s.Draw(g)
		}
		s.Update(key)
	}
}
