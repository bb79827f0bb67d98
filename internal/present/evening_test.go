package present

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/rules"
)

// tuesday returns an evening of the given people and those events. Ann to Dee play at board 1 if there is a round.
func tuesday(t *testing.T, open bool, events ...pairing.Event) *pairing.Evening {
	t.Helper()
	plan := pairing.Plan{
		Name: "Tuesday drive", Open: open, Seats: [rules.SeatCount]string{"white", "silver", "black", "gold"},
	}
	one, err := pairing.Fold(1, append([]pairing.Event{
		pairing.Begin(named("Ann"), plan, time.Time{}),
		{Kind: pairing.Added, People: []player.Player{named("Ann"), named("Bob"), named("Cid"), named("Dee"), named("Eve")}},
	}, events...))
	if err != nil {
		t.Fatal(err)
	}
	return one
}

func named(name string) player.Player { return player.Player{ID: player.ID(name), Name: name} }

// The events of a round, in order.
var (
	drawn = pairing.Event{
		Kind: pairing.Drawn, People: []player.Player{named("Eve")},
		Boards: [][rules.SeatCount]player.Player{{named("Ann"), named("Bob"), named("Cid"), named("Dee")}},
	}
	opened = pairing.Event{Kind: pairing.TableOpened, Board: 1, Table: 7}
	scored = pairing.Event{Kind: pairing.Scored, Round: 1, Board: 1, Scores: [rules.SeatCount]uint8{6, 0, 3, 0}}
	byHand = pairing.Event{Kind: pairing.ScoredByHand, Round: 1, Board: 1, Scores: [rules.SeatCount]uint8{6}, Reason: "the last bus"}
	void   = pairing.Event{Kind: pairing.Voided, Round: 1, Board: 1, Reason: "a power cut"}
	closes = pairing.Event{Kind: pairing.Ended, At: time.Unix(1, 0)}
)

// TestEveningPlace has a case for everything that people may read about their place at an evening.
func TestEveningPlace(t *testing.T) {
	const none = "The first round has not started."
	for _, test := range []struct {
		want    string
		who     player.ID
		open    bool
		mayJoin bool
		events  []pairing.Event
	}{
		{want: none, who: "Ann"},
		{want: none, who: "Ann", open: true},
		{want: none, who: "Fay"},
		{want: "Anybody may join this tournament.", who: "Fay", open: true, mayJoin: true},
		{want: "Anybody may join this tournament.", who: "Fay", open: true, mayJoin: true, events: []pairing.Event{drawn}},
		{want: "You are not playing in this evening.", who: "Fay", events: []pairing.Event{drawn}},
		{want: "You sit out this round.", who: "Eve", events: []pairing.Event{drawn}},
		{want: "You play at board 1. Its table is being opened.", who: "Cid", events: []pairing.Event{drawn}},
		{want: "You play at board 1, table 7, as black.", who: "Cid", events: []pairing.Event{drawn, opened}},
		{
			want: "Your game is over. The next round starts when all games are over.", who: "Cid",
			events: []pairing.Event{drawn, opened, scored},
		},
		{want: "The evening is over. Your place: 2 of 5.", who: "Cid", events: []pairing.Event{drawn, opened, scored, closes}},
		{want: "The evening is over.", who: "Eve", events: []pairing.Event{drawn, opened, scored, closes}},
		{want: "The evening is over.", who: "Fay", open: true, events: []pairing.Event{closes}},
	} {
		text, mayJoin := EveningPlace(tuesday(t, test.open, test.events...), test.who)
		if text != test.want || mayJoin != test.mayJoin {
			t.Errorf("%s reads %q (%v), want %q", test.who, text, mayJoin, test.want)
		}
	}
}

// TestEveningTitle names an evening before and after its first round.
func TestEveningTitle(t *testing.T) {
	if got := EveningTitle(tuesday(t, false)); got != "Tuesday drive, about to start" {
		t.Error(got)
	}
	if got := EveningTitle(tuesday(t, false, drawn)); got != "Tuesday drive, round 1" {
		t.Error(got)
	}
}

// TestBoardsAndStandingsInSentences checks what people hear about a board, and about places.
func TestBoardsAndStandingsInSentences(t *testing.T) {
	one := tuesday(t, false, drawn, opened)
	board := func() string { return BoardLine(one, 1, &one.Rounds[0].Games[0], true) }
	if got := board(); got != "Board 1, table 7, waiting: white Ann, silver Bob, black Cid, gold Dee" {
		t.Error(got)
	}
	one = tuesday(t, false, drawn, opened, byHand, pairing.Event{Kind: pairing.Removed, People: []player.Player{named("Dee")}})
	if got := board(); got != "Board 1, table 7, scored by hand: white Ann 1, silver Bob 0, black Cid 0, gold Dee 0" {
		t.Error(got)
	}
	var got []string
	for _, s := range one.Standings() {
		got = append(got, StandingLine(&s))
	}
	if text := strings.Join(got, "; "); text != "Place 1: Ann, 1 point in 1 game; Place 2: Bob, 0 points in 1 game; "+
		"Place 2: Cid, 0 points in 1 game; Place 2: Dee, 0 points in 1 game, has left; No place: Eve, no games, 1 bye" {
		t.Error(text)
	}
}

// TestBoards has a case for each state of a board.
func TestBoards(t *testing.T) {
	replaced := named("Dee")
	instead := pairing.Event{Kind: pairing.Substituted, Board: 1, Replaced: &replaced, People: []player.Player{named("Eve")}}
	for _, test := range []struct {
		state, points, remarks string
		waiting                bool
		events                 []pairing.Event
	}{
		{state: "waiting"},
		{state: "waiting", waiting: true, events: []pairing.Event{opened}},
		{state: "playing", events: []pairing.Event{opened}},
		{state: "playing", remarks: "Eve plays for Dee", events: []pairing.Event{opened, instead}},
		{state: "finished", points: "1 - 0 - 1/2 - 0", events: []pairing.Event{opened, scored}},
		{state: "scored by hand", points: "1 - 0 - 0 - 0", remarks: "by hand: the last bus", events: []pairing.Event{opened, byHand}},
		{state: "does not count", remarks: "does not count: a power cut", events: []pairing.Event{opened, void}},
		{
			state: "does not count", remarks: "Eve plays for Dee; does not count: a power cut",
			events: []pairing.Event{opened, instead, void},
		},
	} {
		one := tuesday(t, false, append([]pairing.Event{drawn}, test.events...)...)
		g := &one.Rounds[0].Games[0]
		state, points, remarks := BoardState(g, test.waiting), BoardPoints(g), strings.Join(BoardRemarks(g), "; ")
		if state != test.state || points != test.points || remarks != test.remarks {
			t.Errorf("%q %q %q, want %+v", state, points, remarks, test)
		}
	}
}
