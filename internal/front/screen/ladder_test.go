package screen

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/profile"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// newLadder returns a ladder of two games. One of the games has separate ratings for teams
// and for free-for-all.
func newLadder(me player.Player) *uitest.FakeLadder {
	f := &uitest.FakeLadder{
		Rated: []club.Class{
			{Game: "chess4", Form: club.FreeForAll},
			{Game: "chess4", Form: club.Teams},
			{Game: "verney", Form: club.Teams},
		},
	}
	for i, p := range append(uitest.People[:2:2], me, player.Player{ID: "SHA256:gone"}) {
		f.List = append(f.List, club.Standing{
			Place: i + 1, Player: p, Rating: club.Rating{Mu: 33 - float64(5*i), Sigma: 7.5},
			Games: 12 - i, Last: uitest.Noon.AddDate(0, 0, -i),
		})
	}
	for i, class := range f.Rated {
		c := club.Career{Class: class}
		for n := range 3 + 20*i {
			rank := (n*n+i)%3 + 1
			c.Add(club.Step{Rank: rank, Shared: n%4 == 1, After: club.Rating{Mu: 25 + float64(rank*n%7), Sigma: 8 - float64(n)/20}})
		}
		f.Careers = append(f.Careers, c)
	}
	return f
}

func onLadder(t testing.TB) (*driver, *uitest.FakeLadder) {
	t.Helper()
	f := newLadder(uitest.Spectator)
	d := inLobby(t, kit.Config{Services: service.Services{Ladder: f}})
	d.Env.Clock = func() time.Time { return uitest.Noon }
	d.Keys("l")
	return d, f
}

func TestLadder(t *testing.T) {
	d, f := onLadder(t)
	d.Sees(
		"Ladder   Chess4, free-for-all",
		"Chess4 │ Verney",
		"free-for-all, 4 in 90 days",
		"   1 ○ Inky                   1420  300    12        now",
		"▸★    3 ● Sue                    1020  300    10         2d",
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
	d.Keys("home", "enter")
	d.Sees("Profile   Inky", "Rating")
	d.Keys("esc", "m")
	d.Sees("(you)")
	d.Keys("esc", "esc")
	d.Sees("New table")
}

func TestLadderSearchByName(t *testing.T) {
	d, f := onLadder(t)
	d.Keys("/", "nobody", "enter")
	d.Sees("No player is called nobody")
	d.Keys("/", "p", "esc", "/")
	d.Send(tea.PasteMsg{Content: "PINKY"})
	d.Sees("/ PINKY_")
	d.Keys("enter")
	d.Sees("Profile   Pinky", "Player")
	d.Keys("esc", "/", "bot 3", "enter")
	d.Sees("Profile   Bot 3", "Bot of this server")
	d.Keys("esc", "/", "enter")
	d.Lacks("/ _")
	f.Err = errors.New("the disk does not answer")
	d.Keys("/", "x", "enter")
	d.Sees("The disk does not answer")
	d.Keys("a")
	d.Sees("The disk does not answer", "1 ○ Inky")
}

// The screen ignores a late reply to an earlier request.
func TestLadderIgnoresLateAnswer(t *testing.T) {
	d, _ := onLadder(t)
	s := d.Stack.Screens[1].(*profile.Ladder)
	late := profile.LadderMsg{S: s, Asked: s.Asked, Classes: s.Classes, At: s.Classes[0]}
	d.Keys("right")
	d.Send(late)
	d.Sees("Ladder   Verney's", "1 ○ Inky")
}

func TestEmptyLadder(t *testing.T) {
	d := inLobby(t, kit.Config{Services: service.Services{Ladder: &uitest.FakeLadder{}}})
	d.Keys("l")
	d.Sees("No ratings yet")
	d.Keys("enter", "up", "tab", "right", "a", "m")
	d.Sees("No rated games yet.", "No finished games yet.")
	d.Keys("enter", "down", "?")
	d.Sees("Help")
	f := &uitest.FakeLadder{Rated: []club.Class{{Game: "chess4", Form: club.Teams}}}
	d = inLobby(t, kit.Config{Services: service.Services{Ladder: f}})
	d.Keys("l")
	d.Sees("No rated games in the last 90 days. Press a for all players.")
}

func TestProfile(t *testing.T) {
	f := newLadder(uitest.Spectator)
	d := inLobby(t, kit.Config{Services: service.Services{Ladder: f}})
	d.Backend.Store.Found = answering(finishedGames(60))
	d.Keys("tab", "tab", "enter")
	d.Sees("View profile")
	d.Keys("down", "enter")
	d.Sees("Profile   Inky", "▸Chess4 ", "Chess4, teams", "Latest games", "   60 ",
		"won 1, drawn 0, lost 2", "3 rated games: 1st once, 2nd twice")
	if got := d.Backend.Store.Asked[0]; got.Player != uitest.People[0].ID {
		t.Errorf("the command is %+v", got)
	}
	d.Keys("down", "down", "down")
	d.Sees("▸   60", "White Inky, Silver Blinky")
	d.Keys("enter")
	if got := d.table(); got.Id != 60 {
		t.Errorf("table %d is open", got.Id)
	}
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)))
	d.Keys("esc", "end", "end", "end")
	d.Sees("▸    1 ")
	d.Keys("tab", "home", "enter")
	d.Sees("Ladder   Chess4", "all 4")
	d.Keys("esc")
	d.Sees("▸Chess4 ")
	d.Send(tea.MouseClickMsg{X: 5, Y: 4, Button: tea.MouseLeft}) // click the line of the second rating
	d.Sees("Ladder   Chess4, teams")
	d.Send(tea.MouseClickMsg{X: 12, Y: 4, Button: tea.MouseLeft})
	d.Sees("Profile   Blinky", "Rating")
}

// TestProfileWithoutRatings checks that a profile whose ratings cannot be read shows the
// error, and still lists the games of the player.
func TestProfileWithoutRatings(t *testing.T) {
	d := inLobby(t, kit.Config{Services: service.Services{Ladder: &uitest.FakeLadder{Err: errors.New("the disk does not answer")}}})
	d.Backend.Store.Found = func(table.Search) ([]table.Found, error) { return finishedGames(2), nil }
	d.Keys("l")
	d.Sees("The disk does not answer")
	d.Keys("m")
	d.Sees("The disk does not answer", "    2 ")
}

// When ratings arrive after the list of games, the same game stays selected.
func TestRatingsFollowGames(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Backend.Store.Found = answering(finishedGames(5))
	d.Keys("l", "m", "down", "down", "down")
	d.Sees("▸    3 ")
	d.Send(profile.CareersMsg{P: d.Stack.Screens[2].(*profile.Profile), List: newLadder(uitest.Spectator).Careers, Err: nil})
	d.Sees("▸    3 ", "Verney, teams")
}
