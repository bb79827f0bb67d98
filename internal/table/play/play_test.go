package play_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var four = []player.Player{{ID: "a", Name: "Ann"}, {ID: "b", Name: "Ben"}, {ID: "c", Name: "Cid"}, {ID: "d", Name: "Dot"}}

// begin returns a table whose game has started.
func begin(t *testing.T, game string, people []player.Player) *live.Table {
	t.Helper()
	opened := table.Event{Kind: table.Opened, At: time.Now().UTC(), Player: &people[0], Terms: &table.Terms{Game: game}}
	log := logtest.NewMemory()
	id, err := log.Create(t.Context(), opened, nil)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := live.Open(live.Config{ID: id, Log: log, Variant: variants.New}, []table.Event{opened})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tab.Stop(t.Context()) })
	for seat, p := range people {
		do(t, tab, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
	}
	for _, p := range people {
		do(t, tab, table.Command{By: p, Kind: table.Ready, Seat: rules.NoSeat})
	}
	return tab
}

func do(t *testing.T, tab *live.Table, c table.Command) {
	t.Helper()
	if err := tab.Do(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

func TestRepeatedMoveIsPlayedOnce(t *testing.T) {
	tab := begin(t, "chess4", four)
	for _, m := range []struct {
		move   play.Move
		number int
		refuse string
	}{
		{play.Move{By: four[0], Text: "m7-k7", ID: "one", After: 0}, 1, ""},
		{play.Move{By: four[0], Text: "m7-k7", ID: "one", After: 0}, 1, ""},
		{play.Move{By: four[0], Text: "m7-k7", After: 0}, 1, ""}, // without an ID, the field After shows that the request is a repetition
		{play.Move{By: four[0], Text: "m7-k7", ID: "two", After: 0}, 0, "the position has changed"},
		{play.Move{By: four[0], Text: "m8-l8", After: -1}, 0, "it is not white's turn"},
		{play.Move{By: four[1], Text: "Nk3", After: 0}, 0, "the position has changed"},
		{play.Move{By: four[1], Text: "j1-j9", After: 1}, 0, "cannot move to j9"},
		{play.Move{By: four[1], Text: "hello", After: 1}, 0, "not a move"},
		{play.Move{By: player.Player{ID: "x", Name: "Xia"}, Text: "hello", After: 0}, 0, "no seat at this table"},
		{play.Move{By: four[1], Text: "Nk3", ID: "one", After: 1}, 2, ""}, // another player may use the same ID
	} {
		got, err := play.Text(t.Context(), tab, m.move)
		if m.refuse == "" && err != nil || m.refuse != "" && (err == nil || !strings.Contains(err.Error(), m.refuse)) ||
			got.Number != m.number {
			t.Errorf("%+v: number %d, %v; want %d, %q", m.move, got.Number, err, m.number, m.refuse)
		}
	}
	if n := len(tab.View().Moves); n != 2 {
		t.Errorf("%d moves were played", n)
	}
}

func TestRepeatedMoveAfterTakeback(t *testing.T) {
	tab := begin(t, "chess4", four)
	move := play.Move{By: four[0], Text: "m7-k7", ID: "one", After: 0}
	if _, err := play.Text(t.Context(), tab, move); err != nil {
		t.Fatal(err)
	}
	do(t, tab, table.Command{By: four[0], Kind: table.OfferTakeback})
	for _, p := range four[1:] {
		do(t, tab, table.Command{By: p, Kind: table.AcceptTakeback})
	}
	if n := len(tab.View().Moves); n != 0 {
		t.Fatalf("%d moves are left", n)
	}
	var refused *table.Refusal
	if _, err := play.Text(t.Context(), tab, move); !errors.As(err, &refused) || refused.Reason != play.TakenBack {
		t.Errorf("repeated: %v", err)
	}
}

// TestRepeatedResignationOfTeam checks that a resignation that is repeated with the same
// ID does not renew a proposal that the partner has rejected.
func TestRepeatedResignationOfTeam(t *testing.T) {
	tab := begin(t, "forchess", four)
	for range 2 {
		got, err := play.Text(t.Context(), tab, play.Move{By: four[0], Text: "resign", ID: "one", After: -1})
		if err != nil || got.Number != 0 {
			t.Errorf("number %d, %v", got.Number, err)
		}
	}
	do(t, tab, table.Command{By: four[2], Kind: table.PlayOn})
	for _, again := range []func() (play.Result, error){
		func() (play.Result, error) {
			return play.Text(t.Context(), tab, play.Move{By: four[0], Text: "resign", ID: "one", After: -1})
		},
		func() (play.Result, error) {
			return play.Resign(t.Context(), tab, play.Move{By: four[0], ID: "one"}, rules.NoSeat)
		},
	} {
		if _, err := again(); err == nil || !strings.Contains(err.Error(), "taken back or declined") {
			t.Errorf("repeated: %v", err)
		}
	}
	if got, err := play.Resign(t.Context(), tab, play.Move{By: four[0], ID: "two"}, rules.NoSeat); err != nil || got.Number != 0 {
		t.Errorf("number %d, %v", got.Number, err)
	}
}
