package live_test

import (
	"context"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (b *testTable) assign(people ...player.Player) {
	b.Helper()
	if err := b.Assign(context.Background(), [rules.SeatCount]player.Player(people)); err != nil {
		b.Fatal(err)
	}
}

func (b *testTable) seatedNames() (names string) {
	for _, s := range b.View().Seats {
		names += s.Player.Name + " "
	}
	return names
}

// TestAssignReservesSeats checks that only the assigned players can sit down at a table of
// a club evening, and that the table stays open while it is idle.
func TestAssignReservesSeats(t *testing.T) {
	terms := chess4
	terms.Evening, terms.SeatsPerPerson = &table.EveningBoard{Evening: 1, Round: 1, Board: 1}, 1
	inVirtualTime(t, terms, func(b *testTable) {
		defer b.connect(inky, blinky)()
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: black}) // Sue takes a seat before the evening assigns the seats
		b.assign(inky, blinky, pinky, clyde)
		events := b.View().Seq
		b.assign(inky, blinky, pinky, clyde)
		if b.View().Seq != events || b.seatedNames() != "Inky Blinky Pinky Clyde " {
			t.Fatalf("%s are seated after %d events", b.seatedNames(), b.View().Seq)
		}
		b.do(table.Command{By: pinky, Kind: table.Stand, Seat: rules.NoSeat})
		b.wantRefusal(table.Command{By: sue, Kind: table.Sit, Seat: black}, table.SeatReserved)
		b.wantRefusal(table.Command{By: sue, Kind: table.Sit, Seat: rules.NoSeat}, table.Full)
		b.wantRefusal(table.Command{By: inky, Kind: table.Sit, Seat: black}, table.SeatReserved)
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat})

		b.do(table.Command{By: inky, Kind: table.Ready})
		b.assign(inky, blinky, sue, clyde)
		if b.seatedNames() != "Inky Blinky guest-sue Clyde " || !b.View().Seats[white].Ready {
			t.Fatalf("%s are seated", b.seatedNames())
		}
		b.wantRefusal(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat}, table.Full)
		b.do(table.Command{By: inky, Kind: table.Unready})
		advance(10 * table.IdleFor)
		for _, p := range []player.Player{inky, blinky, sue, clyde} {
			b.do(table.Command{By: p, Kind: table.Ready})
		}
		if err := b.Assign(context.Background(), [rules.SeatCount]player.Player(four)); err == nil || b.View().Phase != table.Playing {
			t.Errorf("assigned seats in a running game: %v", err)
		}
	})
}

func TestAssignRefusesGuestsAtRatedTable(t *testing.T) {
	terms := chess4
	terms.Rated = true
	b := newTable(t, terms)
	if err := b.Assign(context.Background(), [rules.SeatCount]player.Player{inky, blinky, pinky, sue}); err == nil ||
		b.seatedNames() != "    " {
		t.Errorf("%v; %s are seated", err, b.seatedNames())
	}
}
