package evening

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/present"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/store"
	"quadrille/rules"
)

// at returns a driver of the screen of an evening after some rounds.
func at(t testing.TB, cfg kit.Config, rounds int) *uitest.Driver {
	t.Helper()
	return uitest.Open(t, cfg, func(e *kit.Env) kit.Screen { return New(e, uitest.Tuesday(t, e.Me, rounds)) })
}

// news shows an evening on the screen.
func news(d *uitest.Driver, one *pairing.Evening) {
	d.Send(newsMsg{s: uitest.Find[*Screen](d), view: &view.Lobby{Evening: one}})
}

// The screen of a club evening shows changes of the evening, and stays open when the evening
// is closed.
func TestEveningScreen(t *testing.T) {
	d := at(t, kit.Config{}, 0)
	me := d.Env.Me
	d.Sees("The first round has not started.", "Standings 10", "Place Player")
	for rounds := 1; rounds <= 3; rounds++ {
		one, words := uitest.Tuesday(t, me, rounds), ""
		board := one.BoardOf(me.ID)
		switch {
		case board == 0:
			words = "You sit out this round."
		case one.Rounds[rounds-1].Games[board-1].State == pairing.Open:
			words = fmt.Sprintf("You play at board %d, table %d, as ", board, 2*rounds-2+board)
		default:
			words = "Your game is over. The next round starts when all games are over."
		}
		news(d, one)
		d.Sees(words, fmt.Sprintf("Round %d 2", rounds), "Sitting out: ")
	}
	made := uitest.Tuesday(t, me, 1)
	round := &made.Rounds[0]
	for i := range round.Games {
		round.Games[i].Table = 0
	}
	news(d, made)
	d.Sees(fmt.Sprintf("You play at board %d. Its table is being opened.", made.BoardOf(me.ID)))
	d.Keys("tab", "end", "pgdown")
	d.Sees("Standings", "Byes")
	news(d, nil)
	d.Sees("The evening is over.", "Standings")
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 6})
	d.Sees("The evening is over.")
	d.Keys("esc")
	d.Closes()
}

// Enter opens the table of a board, or the profile of a player of the standings.
func TestEveningOpensTablesAndProfiles(t *testing.T) {
	d := at(t, kit.Config{}, 1)
	d.Keys("home", "enter")
	d.Goes(nav.Table{ID: 1})
	d.Keys("down", "enter")
	d.Goes(nav.Table{ID: 2})
	d.Keys("tab", "/", "hanna", "enter", "enter")
	d.Goes(nav.Profile{Player: player.Player{ID: "SHA256:there Hanna", Name: "Hanna"}})
	d.Sees("/ hanna")
	d.Send(tea.MouseClickMsg{X: 4, Y: 1, Button: tea.MouseLeft}) // the tab of the boards
	d.Sees("Round 1 2")
	d.Send(tea.MouseClickMsg{X: 4, Y: 3, Button: tea.MouseLeft})
	d.Goes(nav.Table{ID: 1})
	one := uitest.Tuesday(t, d.Env.Me, 1)
	one.Rounds[0].Games[0].Table = 0
	news(d, one)
	d.Keys("home", "enter") // this board has no table yet
	if d.Bells != 1 {
		t.Errorf("%d bells", d.Bells)
	}
}

// TestEveningFilterTakesColon checks that letters go to an open filter: a colon must not open the palette.
func TestEveningFilterTakesColon(t *testing.T) {
	d := at(t, kit.Config{Width: 120, Height: 40}, 1)
	s := uitest.Find[*Screen](d)
	for range 2 {
		d.Keys("/", "b", ":")
		d.Sees("/ b:_", "enter find")
		if !s.Typing() {
			t.Error("no text is typed after /")
		}
		if d.Keys("esc", "tab"); s.Typing() {
			t.Error("a text is typed after Esc")
		}
	}
}

// TestEveningOpensHelp checks that the key of the help works on the screen of an evening, and is shown.
func TestEveningOpensHelp(t *testing.T) {
	d := at(t, kit.Config{Width: 100, Height: 30}, 1)
	d.Sees("? help", "/ filter")
	d.Keys("?")
	d.Goes(nav.Help{Game: "chess4"})
}

// TestEveningEndsWithPlace checks that players read their place when the evening is over.
func TestEveningEndsWithPlace(t *testing.T) {
	d := at(t, kit.Config{Width: 100, Height: 30}, 3)
	news(d, nil)
	d.Sees("The evening is over. Your place: ", " of 10.")
}

// TestEveningMarksOwnTable checks that the lists mark the viewer, but no other player with a similar name.
func TestEveningMarksOwnTable(t *testing.T) {
	for _, width := range []int{120, 200} {
		d := at(t, kit.Config{Width: width, Height: 40}, 1)
		for _, line := range d.Text() {
			_, standings, _ := strings.Cut(line, "││")
			if strings.Contains(standings, "Sue Ellen") && strings.Contains(standings, "★") {
				t.Errorf("the line of another player is marked: %q", line)
			}
			if strings.Contains(standings, " Sue  ") && !strings.Contains(standings, "★") {
				t.Errorf("the line of the viewer is not marked: %q", line)
			}
		}
		if board := uitest.Find[*Screen](d).one.BoardOf(d.Env.Me.ID); board > 0 {
			d.Sees("▸★     " + fmt.Sprint(board))
		}
	}
}

// The remark on a board says why its game does not count, and names those without a board.
func TestEveningExplainsBoards(t *testing.T) {
	d := at(t, kit.Config{}, 1)
	one, err := uitest.Tuesday(t, d.Env.Me, 1).With(pairing.Event{Kind: pairing.Voided, Round: 1, Board: 2, Reason: "a power cut"})
	if err != nil {
		t.Fatal(err)
	}
	news(d, one)
	d.Sees("1 - 0 - 1 - 0", "does not count")
	d.Keys("home", "down")
	d.Reads("Does not count: a power cut; sitting out: ")
}

// TestPlayerJoinsAndLeaves presses the key that joins a tournament, and leaves it again.
func TestPlayerJoinsAndLeaves(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	data, err := store.Open(t.Context(), t.TempDir(), quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = data.Close() })
	tables, err := lobby.Open(t.Context(), lobby.Config{Store: data.Tables, Evenings: data.Evenings, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tables.Close(context.Background()) })
	one, err := tables.Evenings().Begin(t.Context(), uitest.People[0], pairing.Plan{Name: "Open", Game: "chess4", Open: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := uitest.Open(t, kit.Config{Services: service.Services{Lobby: tables}}, func(e *kit.Env) kit.Screen { return New(e, one) })
	const hint = "Anybody may join this tournament. Press a."
	d.Sees(hint)
	for _, want := range []string{"The first round has not started.", hint} {
		d.Keys("a")
		if here := tables.Evenings().Current().IsPresent(d.Env.Me.ID); here != (want != hint) {
			t.Errorf("before %q: present: %v", want, here)
		}
		news(d, tables.Evenings().Current())
		d.Sees(want)
	}
}

// An organiser starts a round by pressing a key twice. For other players the key does
// nothing.
func TestEveningStartsRound(t *testing.T) {
	for _, role := range []club.Role{club.Member, club.Moderator} {
		testClub, err := clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{uitest.Spectator.ID: role})
		if err != nil {
			t.Fatal(err)
		}
		d := at(t, kit.Config{Services: service.Services{Club: testClub}}, 3)
		_, none := d.Backend.Lobby.Evenings().Next(t.Context(), d.Env.Me) // this lobby has no evening, so it refuses to begin a round
		if none == nil {
			t.Fatal("a round began")
		}
		d.Keys("n")
		if role == club.Member {
			d.Keys("n")
			d.Lacks("n next round", "again to start", "! ", present.Capital(none.Error()))
			continue
		}
		d.Sees("Round 3 is not over at board 2", "n next round")
		one, err := uitest.Tuesday(t, d.Env.Me, 3).With(pairing.Event{
			Kind: pairing.Scored, Round: 3, Board: 2, Scores: [rules.SeatCount]uint8{6, 0, 6, 0},
		})
		if err != nil {
			t.Fatal(err)
		}
		news(d, one)
		d.Keys("n")
		d.Sees("Press n again to start round 4 with 10 players", "n next round")
		d.Keys("down", "n")
		// n asks again instead of starting a round, because another key was pressed after the first n
		d.Lacks(present.Capital(none.Error()))
		d.Keys("n")
		d.Sees(present.Capital(none.Error()))
	}
}

// A hostile name of an evening or of a player is drawn without control characters.
func TestHostileNamesInEvening(t *testing.T) {
	for _, name := range hostile.Strings {
		d := at(t, kit.Config{}, 1)
		one := uitest.Tuesday(t, d.Env.Me, 1)
		one.Name = name
		for seat := range one.Rounds[0].Games[0].Seats {
			one.Rounds[0].Games[0].Seats[seat].Name = name
		}
		news(d, one)
		for _, line := range d.Text() {
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) {
				t.Errorf("%q is drawn as %q", name, line)
			}
		}
	}
}
