package logtest

import (
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

var (
	ann = player.Player{ID: "SHA256:ann", Name: "Ann"}
	bob = player.Player{ID: "SHA256:bob", Name: "Bob", BotAccount: true}
	cyd = player.Player{ID: "guest:cyd", Name: "guest-cyd"}
)

// addGame stores the log of a finished game of two players and returns its number.
func (s *suite) addGame(game string, ended time.Time, first, second player.Player, more ...table.Event) table.ID {
	s.Helper()
	open := opened()
	open.Terms.Game = game
	id, err := s.store.Create(s.ctx, open, nil)
	if err != nil {
		s.Fatal(err)
	}
	a, b := rules.Seat(0), rules.Seat(1)
	events := append([]table.Event{
		{Kind: table.Seated, Seat: &b, Player: &cyd},
		{Kind: table.Unseated, Seat: &b},
		{Kind: table.Seated, Seat: &a, Player: &first},
		{Kind: table.Seated, Seat: &b, Player: &second},
		{Kind: table.Started},
	}, more...)
	events = append(events, table.Event{Kind: table.Closed, Action: "checkmate", Text: "white black"})
	for i := range events {
		events[i].At = noon
	}
	events[len(events)-1].At = ended
	s.append(id, 2, events[:2]...)
	s.append(id, 4, events[2:]...)
	return id
}

func (s *suite) finishedGamesAreFound() {
	day := func(n int) time.Time { return noon.Add(time.Duration(n) * 24 * time.Hour) }
	b := rules.Seat(1)
	one := s.addGame("go", day(1), ann, bob)
	two := s.addGame("go", day(3), ann, cyd)
	three := s.addGame("chess", day(2), bob, cyd, table.Event{Kind: table.Replaced, Seat: &b, Player: &ann})
	four := s.addGame("chess", day(3), bob, bob)
	// a table that was closed before its game started
	s.append(s.create(), 2, table.Event{Kind: table.Closed, At: day(3), Action: "abandoned"})
	s.append(s.create(), 2, table.Event{Kind: table.Started, At: day(3)}) // a game that is still running
	s.append(two, 8, table.Event{Kind: table.Chatted, At: day(4), Player: &ann, Text: "again?"})
	five := s.create()
	s.append(five, 2, table.Event{Kind: table.Started, At: day(0)}, table.Event{Kind: table.Closed, At: day(0), Action: "abandoned"})
	six := s.create()
	s.append(six, 2, table.Event{Kind: table.Started, At: day(0)}, table.Event{Kind: table.Closed, At: day(0), Action: "agreement"})
	for _, store := range []Store{s.store, s.reopen()} {
		s.checkSearch(store, table.Search{}, four, two, three, one, six, five)
		s.checkSearch(store, table.Search{Result: table.AnyWon, Game: "go"}, two, one)
		s.checkSearch(store, table.Search{Result: table.AnyDrawn}, six)
		s.checkSearch(store, table.Search{Result: table.Abandoned}, five)
		s.checkSearch(store, table.Search{Result: "checkmate", Until: day(2)}, one)
		s.checkSearch(store, table.Search{Game: "go"}, two, one)
		s.checkSearch(store, table.Search{Game: "ludo"})
		s.checkSearch(store, table.Search{Player: ann.ID}, two, three, one)
		s.checkSearch(store, table.Search{Player: cyd.ID}, two)
		s.checkSearch(store, table.Search{Name: "BOB"}, four, three, one)
		s.checkSearch(store, table.Search{Player: ann.ID, Game: "chess"}, three)
		s.checkSearch(store, table.Search{From: day(2)}, four, two, three)
		s.checkSearch(store, table.Search{From: day(1), Until: day(3)}, three, one)
		s.checkSearch(store, table.Search{Limit: 2}, four, two)
		s.checkSearch(store, table.Search{Before: two, Limit: 1}, three)
		s.checkSearch(store, table.Search{Before: one}, six, five)
		s.checkSearch(store, table.Search{Name: `x' OR 1=1 --`})
		want := table.Found{
			ID: three, Game: "chess", Players: [rules.SeatCount]player.Player{bob, ann},
			Started: noon.Truncate(time.Second), Ended: day(2).Truncate(time.Second),
			Termination: "checkmate", Winners: []string{"white", "black"},
		}
		if found, err := store.Search(s.ctx, table.Search{Before: two, Limit: 1}); err != nil ||
			cmp.Diff([]table.Found{want}, found) != "" {
			s.Errorf("found %+v, %v", found, err)
		}
	}
}

func (s *suite) checkSearch(store Store, q table.Search, want ...table.ID) {
	s.Helper()
	found, err := store.Search(s.ctx, q)
	var got []table.ID
	for _, f := range found {
		got = append(got, f.ID)
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		s.Errorf("%+v finds %v, %v; want %v", q, got, err, want)
	}
}
