package screen

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/rules"
)

// busyLobby returns a driver of a lobby with real tables: a game of the player, a game of
// other players, a waiting table and a finished game.
func busyLobby(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named = uitest.People[0], true
	d := newDriver(t, cfg)
	d.Env.Clock = func() time.Time { return uitest.Noon.Add(7 * time.Minute) }
	others := [rules.SeatCount]player.Player{uitest.Spectator, uitest.People[1], uitest.People[2], uitest.People[3]}
	clock := table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}
	d.Backend.Play(t, others, uitest.Brief)
	d.Backend.PlayWith(
		t,
		table.Terms{Game: "chess4", Clock: clock, Options: map[string]string{"method": "2"}},
		uitest.People,
		uitest.Brief[:2],
	)
	d.Backend.PlayWith(
		t,
		table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}, Clock: table.Clock{Start: time.Hour}},
		others,
		uitest.Recorded(t)[:9],
	)
	open, err := d.Backend.Lobby.Create(t.Context(), uitest.People[2], table.Terms{Game: "forchess", Clock: clock, Touch: true, Bots: 3})
	if err == nil {
		err = open.Do(t.Context(), table.Command{By: uitest.People[2], Kind: table.Sit, Seat: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	seeks := seek.New(seek.Config{Tables: lobby.ForSeeks(d.Backend.Lobby), Clock: clocktest.At(func() time.Time { return uitest.Noon })})
	t.Cleanup(seeks.Close)
	d.Env.Cfg.Seeks = seeks
	if _, err := seeks.Start(t.Context(), uitest.People[1], seek.Want{
		Terms:     table.Terms{Game: "chess4", Clock: clock},
		BotsAfter: seek.Never,
	}); err != nil {
		t.Fatal(err)
	}
	d.Backend.Enter(uitest.People[1], uitest.People[2], uitest.Spectator)
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: d.Backend.Lobby.ViewFor(d.Env.Me.ID)})
	return d
}

// lobbyScenes press keys in a busy lobby.
var lobbyScenes = map[string]func(d *driver){
	"lobby-own":     func(*driver) {},
	"lobby-teams":   func(d *driver) { d.ToTable(3) },
	"lobby-waiting": func(d *driver) { d.ToTable(4) },
	"lobby-filter":  func(d *driver) { d.Keys("f", "s", "s") },
	"lobby-seek":    func(d *driver) { d.Keys("p", "home", "down") },
	"lobby-bots":    func(d *driver) { d.Keys("b", "home", "down", "right") },
}

func TestGoldenFramesOfLobby(t *testing.T) {
	for name, prepare := range lobbyScenes {
		var frames []uitest.Frame
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			d := busyLobby(t, kit.Config{Width: size[0], Height: size[1]})
			prepare(d)
			frames = append(frames, uitest.FrameOf(d))
		}
		uitest.CompareGolden(t, filepath.Join("testdata", "screens", name+".txt"), frames...)
	}
}

// The preview shows the board at each size that has panels, and no name is cut beside free cells.
func TestLobbyShowsBoardAndWholeNames(t *testing.T) {
	for _, size := range [][2]int{{100, 30}, {120, 40}, {160, 45}, {200, 60}} {
		d := busyLobby(t, kit.Config{Width: size[0], Height: size[1]})
		d.ToTable(2)
		tinted := false
		last := d.Env.Ink.Theme.Board.Last
		g := d.Draw()
		for y := range g.Height {
			for x := range g.Width {
				tinted = tinted || g.At(x, y).Style.Bg == last
			}
		}
		if !tinted {
			t.Errorf("%v: the preview shows no board with a last move", size)
		}
		if size[0] >= 120 {
			d.Sees("● Blinky ◉ Pinky ● Clyde ◉ Black")
		}
	}
}

// TestWideLobbyHintsAtMoreKeys checks the last line of a wide terminal, which was half empty.
func TestWideLobbyHintsAtMoreKeys(t *testing.T) {
	d := busyLobby(t, kit.Config{Width: 200, Height: 60})
	lines := d.Text()
	if last := lines[len(lines)-1]; !strings.HasSuffix(last, "l ladder   ctrl+s settings   t TV") {
		t.Errorf("the last line is %q", last)
	}
}
