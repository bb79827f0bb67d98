package profile

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
)

// onLadder returns a driver of the ladder of the visitor Sue.
func onLadder(t testing.TB, f *uitest.FakeLadder) *uitest.Driver {
	t.Helper()
	return uitest.Open(t, config(f), func(e *kit.Env) kit.Screen { return NewLadder(e, nav.Ladder{}) })
}

// config returns the configuration of a session at noon.
func config(f *uitest.FakeLadder) kit.Config {
	return kit.Config{Services: service.Services{Ladder: f, Clock: clocktest.At(func() time.Time { return uitest.Noon })}}
}

func TestLadder(t *testing.T) {
	f := uitest.NewLadder(uitest.Spectator)
	d := onLadder(t, f)
	d.Sees(
		"Ladder   Chess4, free-for-all",
		"Chess4 │ Verney",
		"free-for-all, 4 in 90 days",
		"   1 ○ Inky                   1420  300    12        now",
		"▸★    3 ○ Sue                    1020  300    10         2d",
		"(no name)",
	)
	if got := d.Env.Now.Sub(f.Since); got != club.Active {
		t.Errorf("the request was for %v", got)
	}
	d.Keys("a")
	d.Sees("free-for-all, all 4")
	if !f.Since.IsZero() {
		t.Errorf("the request was for games since %v", f.Since)
	}
	d.Keys("tab")
	d.Sees("Ladder   Chess4, teams")
	d.Keys("right")
	d.Sees("Ladder   Verney's Four-handed Chess, teams")
	d.Keys("tab")
	d.Sees("This game has no other ladder yet")
	d.Keys("left")
	d.Sees("Ladder   Chess4, teams")
	if d.Bells != 1 || len(f.Asked) != 5 {
		t.Errorf("%d bells, asked %v", d.Bells, f.Asked)
	}
}

func TestKeysOfLadder(t *testing.T) {
	d := onLadder(t, uitest.NewLadder(uitest.Spectator))
	d.Keys("home", "enter")
	d.Goes(nav.Profile{Player: uitest.People[0]})
	d.Keys("m")
	d.Goes(nav.Profile{Player: uitest.Spectator})
	d.Keys("?")
	d.Goes(nav.Help{Game: "chess4"})
	d.Keys("/", "blin")
	d.Sees("Blinky", "/ blin_")
	d.Lacks("Inky  ")
	d.Keys("esc", "esc")
	d.Closes()
}

func TestLadderByMouse(t *testing.T) {
	d := onLadder(t, uitest.NewLadder(uitest.Spectator))
	d.Sees("Chess4 │ Verney")
	d.Send(tea.MouseClickMsg{X: 12, Y: 4, Button: tea.MouseLeft})
	d.Goes(nav.Profile{Player: uitest.People[1]})
	d.Send(tea.MouseClickMsg{X: 12, Y: 1, Button: tea.MouseLeft})
	d.Sees("Ladder   Verney's")
}

func TestLadderSearchByName(t *testing.T) {
	f := uitest.NewLadder(uitest.Spectator)
	d := onLadder(t, f)
	d.Keys("/", "nobody", "enter")
	d.Sees("No player is called nobody")
	d.Keys("/", "p", "esc", "/")
	d.Send(tea.PasteMsg{Content: "PINKY"})
	d.Sees("/ PINKY_")
	d.Keys("enter")
	d.Goes(nav.Profile{Player: uitest.People[2]})
	d.Keys("/", "bot 3", "enter")
	bot, _ := player.NamedBot("bot 3")
	d.Goes(nav.Profile{Player: bot})
	d.Keys("/", "enter")
	d.Lacks("/ _")
	f.Err = errors.New("the disk does not answer")
	d.Keys("/", "x", "enter")
	d.Sees("The disk does not answer")
	d.Keys("a")
	d.Sees("The disk does not answer", "1 ○ Inky")
}

// The screen ignores a late reply to an earlier request.
func TestLadderIgnoresLateAnswer(t *testing.T) {
	d := onLadder(t, uitest.NewLadder(uitest.Spectator))
	s := uitest.Find[*Ladder](d)
	late := ladderMsg{s: s, asked: s.asked, classes: s.classes, at: s.classes[0]}
	d.Keys("right")
	d.Send(late)
	d.Sees("Ladder   Verney's", "1 ○ Inky")
}

func TestEmptyLadder(t *testing.T) {
	d := onLadder(t, &uitest.FakeLadder{})
	d.Sees("No ratings yet")
	d.Keys("enter", "up", "tab", "right", "a", "down", "?")
	d.Goes(nav.Help{Game: kit.DefaultGame()})
	d = onLadder(t, &uitest.FakeLadder{Rated: []club.Class{{Game: "chess4", Form: club.Teams}}})
	d.Sees("No rated games in the last 90 days. Press a for all players.")
}

// A wide terminal shows the results of the selected player, and the games with the viewer.
func TestLadderBesideResults(t *testing.T) {
	d := uitest.Home(t, config(uitest.NewLadder(uitest.Spectator)))
	d.Send(tea.WindowSizeMsg{Width: 200, Height: 60})
	games := uitest.FinishedGames(3)
	for i := range games {
		games[i].Players[2] = uitest.Spectator
	}
	games[0].Winners = []string{"black"}
	d.Backend.Store.Found = uitest.Pages(games)
	d.Do(d.Stack.Push(NewLadder(d.Env, nav.Ladder{})))
	d.Sees("Places", "3 games")
	d.Lacks("You and")
	d.Keys("home", "down")
	d.Sees("You and Blinky", "You won 1, they won 2")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 10})
	d.Sees("Ladder: Chess4, free-for-all: 2 Blinky")
}
