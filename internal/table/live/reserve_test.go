package live_test

import (
	"context"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (b *bed) assign(people ...player.Player) {
	b.Helper()
	if err := b.Assign(context.Background(), [rules.SeatCount]player.Player(people)); err != nil {
		b.Fatal(err)
	}
}

func (b *bed) sitting() (names string) {
	for _, s := range b.View().Seats {
		names += s.Player.Name + " "
	}
	return names
}

// At an evening's table sits whom the house lets sit, and nobody else, whoever
// stands up; nobody being ready does not close it.
func TestSeatsAreKeptForWhomTheHouseAssigns(t *testing.T) {
	terms := chess4
	terms.Evening, terms.SeatsPerPerson = &table.EveningBoard{Evening: 1, Round: 1, Board: 1}, 1
	bubble(t, terms, func(b *bed) {
		defer b.attend(inky, blinky)()
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: black}) // before anything is settled
		b.assign(inky, blinky, pinky, clyde)
		events := b.View().Seq
		b.assign(inky, blinky, pinky, clyde)
		if b.View().Seq != events || b.sitting() != "Inky Blinky Pinky Clyde " {
			t.Fatalf("%s sit, after %d events", b.sitting(), b.View().Seq)
		}
		b.do(table.Command{By: pinky, Kind: table.Stand, Seat: rules.NoSeat})
		b.refused(table.Command{By: sue, Kind: table.Sit, Seat: black}, table.SeatReserved)
		b.refused(table.Command{By: sue, Kind: table.Sit, Seat: rules.NoSeat}, table.Full)
		b.refused(table.Command{By: inky, Kind: table.Sit, Seat: black}, table.SeatReserved)
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat})

		b.do(table.Command{By: inky, Kind: table.Ready})
		b.assign(inky, blinky, sue, clyde)
		if b.sitting() != "Inky Blinky guest-sue Clyde " || !b.View().Seats[white].Ready {
			t.Fatalf("%s sit", b.sitting())
		}
		b.refused(table.Command{By: pinky, Kind: table.Sit, Seat: rules.NoSeat}, table.Full)
		b.do(table.Command{By: inky, Kind: table.Unready})
		pass(10 * table.IdleFor)
		for _, p := range []player.Player{inky, blinky, sue, clyde} {
			b.do(table.Command{By: p, Kind: table.Ready})
		}
		if err := b.Assign(context.Background(), [rules.SeatCount]player.Player(four)); err == nil || b.View().Phase != table.Playing {
			t.Errorf("assigned while they play: %v", err)
		}
	})
}

// A rated table lets no guest sit, whoever wants it.
func TestTheHouseKeepsToTheTerms(t *testing.T) {
	terms := chess4
	terms.Rated = true
	b := lay(t, terms)
	if err := b.Assign(context.Background(), [rules.SeatCount]player.Player{inky, blinky, pinky, sue}); err == nil || b.sitting() != "    " {
		t.Errorf("%v, and %s sit", err, b.sitting())
	}
}
