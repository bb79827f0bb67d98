package screen

import (
	"fmt"
	"strings"
	"testing"
	"time"

	eveningui "quadrille/internal/front/screen/evening"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/evening/pairing"
	"quadrille/internal/service/view"
	"quadrille/rules"
)

// tuesday returns a club evening of ten players after the given number of rounds. Only the
// first board of the last round has a result. No other player has the same standing as
// `me`, so the order of the standings does not depend on names.
func tuesday(t testing.TB, me player.Player, rounds int) *pairing.Evening {
	t.Helper()
	by, at := uitest.People[0], uitest.Noon
	plan := pairing.Plan{
		Name: "Tuesday drive", Method: pairing.Rotating, Game: "chess4", Title: "Chess4", Seed: 18,
		Teams: pairing.Teams{0, 1, 0, 1}, Seats: [rules.SeatCount]string{"white", "silver", "black", "gold"},
	}
	one, err := pairing.Fold(1, []pairing.Event{pairing.Begin(by, plan, at)})
	do := func(events ...pairing.Event) {
		if err == nil {
			one, err = one.With(events...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	players := []player.Player{me}
	for _, name := range []string{"Inky", "Blinky", "Pinky", "Clyde", "Sue Ellen", "山田太郎", "Fay", "Gus", "Hanna"} {
		players = append(players, player.Player{ID: player.ID("SHA256:there " + name), Name: name})
	}
	came, err := one.Add(by, players, at)
	do(came)
	for round := range rounds {
		drawn, refused := one.Next(by, nil, at.Add(time.Duration(round)*20*time.Minute))
		if refused != nil {
			t.Fatal(refused)
		}
		do(drawn)
		for i := range drawn.Boards {
			do(pairing.Event{Kind: pairing.TableOpened, Board: i + 1, Table: int64(2*round + i + 1)})
			if i == 0 || round < rounds-1 {
				do(pairing.Event{Kind: pairing.Scored, Round: round + 1, Board: i + 1, Scores: [rules.SeatCount]uint8{6, 0, 6, 0}})
			}
		}
	}
	return one
}

// The screen of a club evening shows changes of the evening, and stays open when the evening
// is closed.
func TestEveningScreen(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 80, Height: 24})
	me := d.Env.Me
	d.Keys("e")
	d.Sees("New table") // the lobby is still shown, because no evening exists yet
	view := func(rounds int) *view.Lobby {
		v := lobbyView()
		v.Evening = tuesday(t, me, rounds)
		return v
	}
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: view(0)})
	d.Sees("Tuesday drive, about to start. Press e.")
	d.Keys("e")
	d.Sees("The first round has not started.", "Standings 10", "Place Player")
	page := d.Stack.Screens[1].(*eveningui.Screen)
	for rounds := 1; rounds <= 3; rounds++ {
		v, words := view(rounds), ""
		board := v.Evening.BoardOf(me.ID)
		switch {
		case board == 0:
			words = "You sit out this round."
		case v.Evening.Rounds[rounds-1].Games[board-1].State == pairing.Open:
			words = fmt.Sprintf("You play at board %d, table %d, as ", board, 2*rounds-2+board)
		default:
			words = "Your game is over. The next round starts when all games are over."
		}
		d.Send(eveningui.NewsMsg{S: page, View: v})
		d.Sees(words, fmt.Sprintf("Round %d 2", rounds), "Sits out: ")
	}
	made := view(1)
	round := &made.Evening.Rounds[0]
	for i := range round.Games {
		round.Games[i].Table = 0
	}
	d.Send(eveningui.NewsMsg{S: page, View: made})
	d.Sees(fmt.Sprintf("You play at board %d. Its table is being opened.", made.Evening.BoardOf(me.ID)))
	d.Keys("tab", "end", "pgdown")
	d.Sees("Standings", "Byes")
	d.Send(eveningui.NewsMsg{S: page, View: lobbyView()})
	d.Sees("The evening is over.", "Standings")
	d.Keys("esc")
	d.Sees("New table")
}

// TestEveningMarksOwnTable checks that the lists mark the viewer, but no other player with a similar name.
func TestEveningMarksOwnTable(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 120, Height: 40})
	v := lobbyView()
	v.Evening = tuesday(t, d.Env.Me, 1)
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Keys("e")
	board := v.Evening.BoardOf(d.Env.Me.ID)
	own := map[bool]string{true: "★", false: ""}
	for _, line := range d.Text() {
		_, standings, _ := strings.Cut(line, "││")
		if strings.Contains(standings, "Sue Ellen") && strings.Contains(standings, own[true]) {
			t.Errorf("the line of another player is marked: %q", line)
		}
		if strings.Contains(standings, " Sue  ") && !strings.Contains(standings, own[true]) {
			t.Errorf("the line of the viewer is not marked: %q", line)
		}
	}
	if board > 0 {
		d.Sees("▸★     " + fmt.Sprint(board))
	}
}

// TestEveningFilterTakesColon types a colon into the filter of the standings, which must not open the palette.
func TestEveningFilterTakesColon(t *testing.T) {
	d := atEvening(t, 0)
	d.Keys("/", "b", ":")
	d.Sees("/ b:_", "enter find")
	d.Lacks("Commands")
}

// TestEveningOpensHelp checks that the key of the help works on the screen of an evening, and is shown.
func TestEveningOpensHelp(t *testing.T) {
	d := atEvening(t, 1)
	d.Sees("? help", "/ filter")
	d.Keys("?")
	d.Sees("Keys at an evening")
}

// TestEveningEndsWithPlace checks that players read their place when the evening is over.
func TestEveningEndsWithPlace(t *testing.T) {
	d := atEvening(t, 3)
	d.Send(eveningui.NewsMsg{S: d.Stack.Screens[1].(*eveningui.Screen), View: lobbyView()})
	d.Sees("The evening is over. Your place: ", " of 10.")
}

// atEvening returns a driver on the screen of an evening after the given number of rounds.
func atEvening(t *testing.T, rounds int) *driver {
	t.Helper()
	d := inLobby(t, kit.Config{Width: 100, Height: 30})
	v := lobbyView()
	v.Evening = tuesday(t, d.Env.Me, rounds)
	d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
	d.Keys("e")
	return d
}

// An organiser starts a round by pressing a key twice. For other players the key does
// nothing.
func TestEveningStartsRound(t *testing.T) {
	for _, role := range []club.Role{club.Member, club.Moderator} {
		testClub, err := clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{uitest.Spectator.ID: role})
		if err != nil {
			t.Fatal(err)
		}
		d := inLobby(t, kit.Config{Services: service.Services{Club: testClub}, Width: 80, Height: 24})
		v := lobbyView()
		v.Evening = tuesday(t, d.Env.Me, 3)
		d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
		_, none := d.Backend.Lobby.Evenings().Next(t.Context(), d.Env.Me) // this lobby has no evening, so it refuses to begin a round
		if none == nil {
			t.Fatal("a round began")
		}
		d.Keys("e", "n")
		if role == club.Member {
			d.Keys("n")
			d.Lacks("n next round", "again to start", "! ", present.Capital(none.Error()))
			continue
		}
		d.Sees("Round 3 is not over at board 2", "n next round")
		v.Evening, err = v.Evening.With(pairing.Event{
			Kind: pairing.Scored, Round: 3, Board: 2, Scores: [rules.SeatCount]uint8{6, 0, 6, 0},
		})
		if err != nil {
			t.Fatal(err)
		}
		d.Send(eveningui.NewsMsg{S: d.Stack.Screens[1].(*eveningui.Screen), View: v})
		d.Keys("n")
		d.Sees("Press n again to start round 4 with 10 players", "n next round")
		d.Keys("down", "n")
		// n asks again instead of starting a round, because another key was pressed after the first n
		d.Lacks(present.Capital(none.Error()))
		d.Keys("n")
		d.Sees(present.Capital(none.Error()))
	}
}
