package live_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

var duel = table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}}

// until acts until the table has enough of it, and returns how often it did not.
func (b *bed) until(most int, act func(n int) table.Command) int {
	b.Helper()
	for n := range most {
		var r *table.Refusal
		switch err := b.Do(context.Background(), act(n)); {
		case err == nil:
		case errors.As(err, &r) && r.Reason == table.TooFast:
			return n
		default:
			b.Fatalf("act %d: %v", n, err)
		}
	}
	b.Fatalf("%d acts at once and no end", most)
	return 0
}

// Nobody floods a log, whatever he does and undoes; and nobody else has to wait
// for him.
func TestWhoDoesTooMuchAtOnceWaits(t *testing.T) {
	bubble(t, duel, func(b *bed) {
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		kinds := [2]table.CommandKind{table.Ready, table.Unready}
		toggle := func(n int) table.Command { return table.Command{By: inky, Kind: kinds[n%2]} }
		n := b.until(1000, toggle)
		if log := len(b.events()); n > 60 || log > 62 {
			t.Errorf("%d acts of one player at once, %d events", n, log)
		}
		again := toggle(n)
		again.ID = "again"
		var r *table.Refusal
		if err := b.Do(context.Background(), again); !errors.As(err, &r) || r.Error() != "too many commands at once; try again in 1 s" {
			t.Errorf("it is said that %v", err)
		}
		b.do(table.Command{By: inky, Kind: kinds[(n+1)%2]}) // which is so already
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: black})
		pass(time.Second)
		b.do(again) // the refusal was for then only
		if m := b.until(1000, toggle); m > 1 {
			t.Errorf("a second later %d at once", m)
		}
	})
}

func TestOffersAreBoundedAndMovesAreNot(t *testing.T) {
	bubble(t, duel, func(b *bed) {
		b.begin(inky, pinky)
		kinds := [2]table.CommandKind{table.OfferDraw, table.DeclineDraw}
		if n := b.until(1000, func(n int) table.Command { return table.Command{By: inky, Kind: kinds[n%2]} }); n > 60 {
			t.Errorf("%d offers at once", n)
		}
		b.refused(table.Command{By: inky, Kind: table.OfferDraw}, table.TooFast)
		pass(time.Second)
		for n := range 200 { // knights to and fro: the game is not drawn by itself before
			words := [4]string{"n10-l9", "a5-c6", "l9-n10", "c6-a5"}
			if b.View().Phase != table.Playing {
				break
			}
			b.moves(words[n%4])
		}
		if n := len(b.View().Moves); n < 8 {
			t.Errorf("%d moves were played", n)
		}
	})
}

func TestGuestsDoNotSitAtARatedTable(t *testing.T) {
	b := lay(t, table.Terms{Game: "chess4", Rated: true})
	b.refused(table.Command{By: sue, Kind: table.Sit, Seat: white}, table.AccountsOnly)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: rules.NoSeat})
	b.restart()
	b.refused(table.Command{By: sue, Kind: table.Sit, Seat: silver}, table.AccountsOnly)
}
