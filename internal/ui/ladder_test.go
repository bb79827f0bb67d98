package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/profile"
)

// fakeLadder is a ladder whose answers a test decides.
type fakeLadder struct {
	classes []club.Class
	list    []club.Standing
	careers []club.Career
	err     error
	asked   []club.Class
	since   time.Time
}

func (f *fakeLadder) Standings(_ context.Context, class club.Class, since time.Time) ([]club.Standing, error) {
	f.asked, f.since = append(f.asked, class), since
	return f.list, f.err
}

func (f *fakeLadder) Classes(context.Context) ([]club.Class, error) { return f.classes, f.err }

func (f *fakeLadder) Called(_ context.Context, name string) (player.Player, bool, error) {
	for _, p := range people {
		if player.Fold(p.Name) == player.Fold(name) {
			return p, true, nil
		}
	}
	if bot, ok := player.NamedBot(name); ok {
		return bot, true, f.err
	}
	return player.Player{}, false, f.err
}

func (f *fakeLadder) Record(context.Context, player.ID) ([]club.Career, error) {
	return f.careers, f.err
}

// aLadder is a ladder of two games, one of them in both forms.
func aLadder(me player.Player) *fakeLadder {
	f := &fakeLadder{classes: []club.Class{{Game: "chess4", Form: club.FreeForAll}, {Game: "chess4", Form: club.Teams}, {Game: "verney", Form: club.Teams}}}
	for i, p := range append(people[:2:2], me, player.Player{ID: "SHA256:gone"}) {
		f.list = append(f.list, club.Standing{
			Place: i + 1, Player: p, Rating: club.Rating{Mu: 33 - float64(5*i), Sigma: 7.5},
			Games: 12 - i, Last: noonThen.AddDate(0, 0, -i),
		})
	}
	for i, class := range f.classes {
		c := club.Career{Class: class}
		for n := range 3 + 20*i {
			rank := (n*n+i)%3 + 1
			c.Add(club.Step{Rank: rank, Shared: n%4 == 1, After: club.Rating{Mu: 25 + float64(rank*n%7), Sigma: 8 - float64(n)/20}})
		}
		f.careers = append(f.careers, c)
	}
	return f
}

// onLadder is a driver before the ladder.
func onLadder(t testing.TB) (*driver, *fakeLadder) {
	t.Helper()
	f := aLadder(onlooker)
	d := inLobby(t, kit.Config{Ladder: f})
	d.r.env.Clock = func() time.Time { return noonThen }
	d.keys("l")
	return d, f
}

func TestTheLadder(t *testing.T) {
	d, f := onLadder(t)
	d.sees("Ladder: Chess4, everybody alone", "1 of 3", "Who played rated games in the last 90 days: 4",
		"1  Inky                    1420  300     12  2026-11-21", ">      3  Sue                     1020  300     10  2026-11-19", "(no name)")
	if got := d.r.env.Now.Sub(f.since); got != club.Active {
		t.Errorf("asked for those of %v", got)
	}
	d.keys("a")
	d.sees("All who ever played rated games: 4")
	if !f.since.IsZero() {
		t.Errorf("asked for those since %v", f.since)
	}
	d.keys("tab")
	d.sees("Ladder: Chess4, with partners", "2 of 3")
	d.keys("right")
	d.sees("Ladder: Verney's Four-handed Chess, with partners", "3 of 3")
	d.keys("tab")
	d.sees("! Nobody has a rating in another form of this game")
	d.keys("left")
	d.sees("Ladder: Chess4, with partners")
	if d.bells != 1 || len(f.asked) != 5 {
		t.Errorf("%d beeps, asked %v", d.bells, f.asked)
	}
	d.keys("home", "enter")
	d.sees(" Inky", "Ratings")
	d.keys("esc", "m")
	d.sees("that is you")
	d.keys("esc", "esc")
	d.sees("> New table")
}

func TestSomebodyIsLookedForByName(t *testing.T) {
	d, f := onLadder(t)
	d.keys("/", "nobody", "enter")
	d.sees("! Nobody here is called nobody")
	d.keys("/", "p", "esc", "/")
	d.send(tea.PasteMsg{Content: "PINKY"})
	d.sees("Name: PINKY_")
	d.keys("enter")
	d.sees(" Pinky", "Guest")
	d.keys("esc", "/", "bot 3", "enter")
	d.sees(" Bot 3", "Bot of this house")
	d.keys("esc", "/", "enter")
	d.lacks("Name:")
	f.err = errors.New("the disk does not answer")
	d.keys("/", "x", "enter")
	d.sees("! The disk does not answer")
	d.keys("a")
	d.sees("! The disk does not answer", "1  Inky")
}

// An answer that comes when something else was asked for is not shown.
func TestALateAnswerOfTheLadder(t *testing.T) {
	d, _ := onLadder(t)
	s := d.r.stack.Screens[1].(*profile.Ladder)
	late := profile.LadderMsg{S: s, Asked: s.Asked, Classes: s.Classes, At: s.Classes[0]}
	d.keys("right")
	d.send(late)
	d.sees("Ladder: Verney's", "1  Inky")
}

func TestALadderWithNobodyOnIt(t *testing.T) {
	d := inLobby(t, kit.Config{Ladder: &fakeLadder{}})
	d.keys("l")
	d.sees("Nobody has a rating yet")
	d.keys("enter", "up", "tab", "right", "a", "m")
	d.sees("(no rated games yet)", "(none yet)")
	d.keys("enter", "down", "?")
	d.sees("Help")
	f := &fakeLadder{classes: []club.Class{{Game: "chess4", Form: club.Teams}}}
	d = inLobby(t, kit.Config{Ladder: f})
	d.keys("l")
	d.sees("Nobody has played this in the last 90 days; a shows all")
}

func TestSomebodysPage(t *testing.T) {
	f := aLadder(onlooker)
	d := inLobby(t, kit.Config{Ladder: f})
	d.house.archived.found = answering(over(60))
	d.keys("tab", "up", "enter")
	d.sees("Look at his page")
	d.keys("down", "enter")
	d.sees(" Inky", "Ratings", "> Chess4, everybody alone", "Latest games", "   60  2026-11-21  Chess4",
		"won 1, drawn 0, lost 2", "3 rated games: first 1, second 2")
	if got := d.house.archived.asked[0]; got.Player != people[0].ID {
		t.Errorf("asked for %+v", got)
	}
	d.keys("down", "down", "down")
	d.sees(">    60", "white Inky, silver Blinky")
	d.keys("enter")
	if got := d.table(); got.Id != 60 {
		t.Errorf("table %d is open", got.Id)
	}
	d.show(viewAfter(t, recorded(t)))
	d.keys("esc", "end", "end", "end")
	d.sees(">     1  2026")
	d.keys("home", "enter")
	d.sees("Ladder: Chess4", "All who ever played")
	d.keys("esc")
	d.sees("> Chess4, everybody alone")
	d.send(tea.MouseClickMsg{X: 5, Y: profile.PageTop + 3, Button: tea.MouseLeft}) // the second career
	d.sees("Ladder: Chess4, with partners")
	d.send(tea.MouseClickMsg{X: 5, Y: profile.LadderTop + 1, Button: tea.MouseLeft})
	d.sees(" Blinky", "Ratings")
}

// What did not come is said, and what did is shown.
func TestAPageWithoutItsRatings(t *testing.T) {
	d := inLobby(t, kit.Config{Ladder: &fakeLadder{err: errors.New("the disk does not answer")}})
	d.house.archived.found = func(table.Search) ([]table.Found, error) { return over(2), nil }
	d.keys("l")
	d.sees("! The disk does not answer")
	d.keys("m")
	d.sees("! The disk does not answer", "    2  2026-11-21")
}

func TestBlocks(t *testing.T) {
	for want, numbers := range map[string][]int{
		"▅": {1000}, "▅▅▅": {7, 7, 7}, "▁█": {1, 2}, "█▁▄": {1416, 1000, 1200}, "▁▂▃▄▅▆▇█": {0, 1, 2, 3, 4, 5, 6, 7},
	} {
		if got := profile.Blocks(numbers); got != want {
			t.Errorf("%v: %s, want %s", numbers, got, want)
		}
	}
}

// The end of a long line is what is seen of it.
func TestTheEndOfWhatIsTyped(t *testing.T) {
	d, _ := onLadder(t)
	d.keys("/")
	s := d.r.stack.Screens[1].(*profile.Ladder)
	s.Line.Text = strings.Repeat("a", 200) + "end"
	d.sees("aend_")
	if !slices.ContainsFunc(d.text(), func(l string) bool { return strings.HasPrefix(l, " Name: aaa") }) {
		t.Error("the beginning of the line is gone")
	}
}

// Ratings that come after the games leave the selection on the game that it was on.
func TestRatingsComeAfterGames(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.house.archived.found = answering(over(5))
	d.keys("l", "m", "down", "down")
	d.sees(">     3  2026")
	d.send(profile.CareersMsg{P: d.r.stack.Screens[2].(*profile.Page), List: aLadder(onlooker).careers, Err: nil})
	d.sees(">     3  2026", "Verney, with partners")
}
