package table_test

import (
	"context"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/internal/table/play"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Four people sit down, get ready and play. The table refuses an illegal command.
func Example() {
	ctx := context.Background()
	people := []player.Player{{ID: "a", Name: "Ann"}, {ID: "b", Name: "Ben"}, {ID: "c", Name: "Cid"}, {ID: "d", Name: "Dot"}}

	log := logtest.NewMemory() // a real server stores its logs in a database
	opened := table.Event{Kind: table.Opened, At: time.Now(), Player: &people[0], Terms: &table.Terms{Game: "chess4"}}
	id, err := log.Create(ctx, opened, nil)
	if err != nil {
		panic(err)
	}
	t, err := live.Open(live.Config{ID: id, Log: log, Variant: variants.New}, []table.Event{opened})
	if err != nil {
		panic(err)
	}
	defer func() { _ = t.Stop(ctx) }()

	for seat, p := range people {
		if err := t.Do(ctx, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}); err != nil {
			panic(err)
		}
	}
	fmt.Println(t.Do(ctx, table.Command{By: player.Player{ID: "e", Name: "Eve"}, Kind: table.Sit, Seat: rules.NoSeat}))
	for _, p := range people {
		if err := t.Do(ctx, table.Command{By: p, Kind: table.Ready}); err != nil {
			panic(err)
		}
	}
	for _, move := range []play.Move{
		{By: people[0], Text: "m7-k7", After: 0},
		{By: people[0], Text: "m7-k7", After: 0}, // the client repeats its first command, but the move is not played twice
		{By: people[0], Text: "m8-l8", After: 1},
		{By: people[1], Text: "Nk3", After: 1},
		{By: people[2], Text: "b8-f8", After: 2},
	} {
		played, err := play.Text(ctx, t, move)
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		m := played.View.Moves[played.Number-1]
		fmt.Println(m.Number, played.View.Variant.Facts().SeatName(m.By), m.Plain, m.Text)
	}
	events, err := log.Load(ctx, id)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(events), "events, the last one:", events[len(events)-1].Kind, events[len(events)-1].Action)
	// Output:
	// every seat is taken; you can watch
	// 1 white m7-k7 k7
	// 1 white m7-k7 k7
	// refused: it is not white's turn; silver is to move
	// 2 silver j1-k3 Nk3
	// refused: the pawn on b8 cannot move to f8
	// 12 events, the last one: acted j1-k3
}
