package lobby_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// BenchmarkReopen measures opening a lobby of 1,000 live tables, each with a clock and 100
// actions. The store is in memory.
func BenchmarkReopen(b *testing.B) {
	const tables, actions = 1000, 100
	text, err := os.ReadFile("../../../rules/chess4/testdata/chess4-firstgame.txt")
	if err != nil {
		b.Fatal(err)
	}
	store := logtest.NewMemory()
	for range tables {
		terms := table.Terms{Game: "chess4", Clock: table.Clock{Start: time.Hour}}
		id, err := store.Create(ctx, table.Event{Kind: table.Opened, At: time.Now(), Player: &inky, Terms: &terms}, nil)
		if err != nil {
			b.Fatal(err)
		}
		if err := store.Append(ctx, id, 2, played(rules.SplitRecord(string(text))[:actions]), nil); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		h := open(b, store)
		b.StopTimer()
		h.close()
		b.StartTimer()
	}
}

// played returns the events of a game in which Inky has all seats. The parameter `words`
// holds the actions of the game.
func played(words []string) []table.Event {
	var events []table.Event
	for _, kind := range []table.Kind{table.Seated, table.Readied} {
		for seat := range rules.Seat(rules.SeatCount) {
			events = append(events, table.Event{Kind: kind, At: time.Now(), Seat: &seat, Player: &inky})
		}
	}
	events = append(events, table.Event{Kind: table.Started, At: time.Now()})
	for i, word := range words {
		seat := rules.Seat(i % rules.SeatCount)
		events = append(events, table.Event{Kind: table.Acted, At: time.Now(), Seat: &seat, Action: word, CommandID: word})
	}
	return events
}

// BenchmarkView measures how long it takes to build a view of 1,000 tables after a change.
// The lobby holds its lock while it builds the view.
func BenchmarkView(b *testing.B) {
	h := open(b, logtest.NewMemory())
	defer h.close()
	var last *live.Table
	h.TB = b
	for i := range 1000 {
		host := player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("Host", i)}
		last = h.create(host)
		h.do(last, table.Command{By: host, Kind: table.Sit, Seat: rules.NoSeat})
	}
	for b.Loop() {
		last.Watch(sue).Close()
		h.View()
	}
}
