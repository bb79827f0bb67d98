package ui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/club/clubtest"
	"quadrille/internal/club/evening"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	eveningui "quadrille/internal/ui/evening"
	"quadrille/internal/ui/kit"
	lobbyui "quadrille/internal/ui/lobby"
	"quadrille/rules"
)

// tuesday is an evening of ten people after so many rounds have begun; of the last
// only the first game is over. Me shares his place with nobody, so that his name
// moves no line.
func tuesday(t testing.TB, me player.Player, rounds int) *evening.Evening {
	t.Helper()
	by, at := people[0], noonThen
	plan := evening.Plan{
		Name: "Tuesday drive", Form: evening.Rotating, Game: "chess4", Title: "Chess4", Seed: 18,
		Teams: evening.Teams{0, 1, 0, 1}, Seats: [rules.SeatCount]string{"white", "silver", "black", "gold"},
	}
	one, err := evening.Fold(1, []evening.Event{evening.Begin(by, plan, at)})
	do := func(events ...evening.Event) {
		if err == nil {
			one, err = one.With(events...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	crowd := []player.Player{me}
	for _, name := range []string{"Inky", "Blinky", "Pinky", "Clyde", "Sue Ellen", "山田太郎", "Fay", "Gus", "Hanna"} {
		crowd = append(crowd, player.Player{ID: player.ID("SHA256:there " + name), Name: name})
	}
	came, err := one.Add(by, crowd, at)
	do(came)
	for round := range rounds {
		drawn, refused := one.Next(by, at.Add(time.Duration(round)*20*time.Minute))
		if refused != nil {
			t.Fatal(refused)
		}
		do(drawn)
		for i := range drawn.Boards {
			do(evening.Event{Kind: evening.Tabled, Board: i + 1, Table: int64(2*round + i + 1)})
			if i == 0 || round < rounds-1 {
				do(evening.Event{Kind: evening.Scored, Round: round + 1, Board: i + 1, Scores: [rules.SeatCount]uint8{6, 0, 6, 0}})
			}
		}
	}
	return one
}

// The page goes along with the evening, and stays when that is over.
func TestThePageOfAnEvening(t *testing.T) {
	d := inLobby(t, kit.Config{Width: 80, Height: 24})
	me := d.r.env.Me
	d.keys("e")
	d.sees("> New table") // none is on: nothing opens
	view := func(rounds int) *lobby.View {
		v := lobbyView()
		v.Evening = tuesday(t, me, rounds)
		return v
	}
	d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: view(0)})
	d.sees("Tuesday drive, about to begin: e for the evening")
	d.keys("e")
	d.sees("The first round has not begun.", "Standings", "place  name")
	page := d.r.stack.Screens[1].(*eveningui.Screen)
	for rounds, words := range map[int]string{1: "", 2: "", 3: ""} {
		v := view(rounds)
		board := v.Evening.BoardOf(me.ID)
		switch {
		case board == 0:
			words = "You sit out this round."
		case v.Evening.Rounds[rounds-1].Games[board-1].State == evening.Open:
			words = fmt.Sprintf("You play at board %d, table %d, as ", board, 2*rounds-2+board)
		default:
			words = "Your game is over; the next round begins when all are."
		}
		d.send(eveningui.NewsMsg{S: page, View: v})
		d.sees(words, fmt.Sprintf("Round %d", rounds), "board 1", "board 2", "sits out")
	}
	made := view(1)
	round := &made.Evening.Rounds[0]
	for i := range round.Games {
		round.Games[i].Table = 0
	}
	d.send(eveningui.NewsMsg{S: page, View: made})
	d.sees(fmt.Sprintf("You are to play at board %d; its table is being made.", made.Evening.BoardOf(me.ID)))
	d.keys("end", "pgdown")
	d.sees("Standings", "byes")
	d.send(eveningui.NewsMsg{S: page, View: lobbyView()})
	d.sees("The evening is over.", "Standings")
	d.keys("esc")
	d.sees("> New table")
}

// Somebody's own lines are those that name him, not those of who is called alike.
func TestWhoseLineItIs(t *testing.T) {
	s := &eveningui.Screen{One: tuesday(t, onlooker, 1)}
	for line, want := range map[string]bool{
		"  board 1   white Sue, black Fay                 1": true,
		"            silver Fay, gold Sue                 0": true,
		"  sits out  Fay, Sue":                               true,
		"      1  Sue                          1      1  ":   true,
		"  board 1   white Sue Ellen, black Fay           1": false,
		"      1  Sue Ellen                    1      1  ":   false,
		"            by hand: ask Sue about it":              false,
		"":                                                   false,
	} {
		if got := s.Names(line, "Sue"); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
	text := strings.Join(s.Lines(), "\n")
	if n := strings.Count(text, "Sue Ellen"); n != 2 {
		t.Errorf("Sue Ellen is named %d times in\n%s", n, text)
	}
}

// Who runs evenings begins a round from the page, by asking for it twice; to others
// the key does nothing.
func TestARoundIsBegunFromThePage(t *testing.T) {
	for _, role := range []club.Role{club.Member, club.Moderator} {
		ours, err := clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{onlooker.ID: role})
		if err != nil {
			t.Fatal(err)
		}
		d := inLobby(t, kit.Config{Width: 80, Height: 24, House: ours})
		v := lobbyView()
		v.Evening = tuesday(t, d.r.env.Me, 3)
		d.send(lobbyui.NewsMsg{L: d.r.stack.Screens[0].(*lobbyui.Screen), View: v})
		d.keys("e", "n")
		if role == club.Member {
			d.keys("n")
			if d.house.rounds != 0 || strings.Contains(strings.Join(d.text(), "\n"), "n next round") {
				t.Errorf("a member began %d rounds", d.house.rounds)
			}
			continue
		}
		d.sees("Press n again to begin round 4 with the 10 who are here", "n next round")
		d.keys("down", "n")
		if d.house.rounds != 0 {
			t.Error("it was asked for once, and begun")
		}
		d.house.roundErr = errors.New("round 3 is not over: board 2")
		d.keys("n")
		d.sees("Round 3 is not over: board 2")
		if d.house.rounds != 1 {
			t.Errorf("%d rounds were begun", d.house.rounds)
		}
	}
}
