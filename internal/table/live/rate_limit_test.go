package live_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quadrille/internal/table"
)

var duel = table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}}

// runUntilLimited gives commands until one is refused as too fast, and returns how many were
// accepted. It fails the test if `most` commands are accepted.
func (b *testTable) runUntilLimited(most int, command func(n int) table.Command) int {
	b.Helper()
	for n := range most {
		var r *table.Refusal
		switch err := b.Do(context.Background(), command(n)); {
		case err == nil:
		case errors.As(err, &r) && r.Reason == table.TooFast:
			return n
		default:
			b.Fatalf("command %d: %v", n, err)
		}
	}
	b.Fatalf("%d commands at once without a limit", most)
	return 0
}

// TestCommandRateLimit checks that the rate limit slows down one player without delaying
// the other players.
func TestCommandRateLimit(t *testing.T) {
	inVirtualTime(t, duel, func(b *testTable) {
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		kinds := [2]table.CommandKind{table.Ready, table.Unready}
		toggle := func(n int) table.Command { return table.Command{By: inky, Kind: kinds[n%2]} }
		n := b.runUntilLimited(1000, toggle)
		if log := len(b.events()); n > 60 || log > 62 {
			t.Errorf("%d commands of one player at once, %d events", n, log)
		}
		again := toggle(n)
		again.ID = "again"
		var r *table.Refusal
		if err := b.Do(context.Background(), again); !errors.As(err, &r) || r.Error() != "too many commands at once; try again in 1 s" {
			t.Errorf("refused with %v", err)
		}
		b.do(table.Command{By: inky, Kind: kinds[(n+1)%2]}) // a command without effect costs nothing
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: black})
		advance(time.Second)
		b.do(again) // the table does not remember this refusal, so the same command succeeds later
		if m := b.runUntilLimited(1000, toggle); m > 1 {
			t.Errorf("%d commands a second later", m)
		}
	})
}

func TestRateLimitAllowsMoves(t *testing.T) {
	inVirtualTime(t, duel, func(b *testTable) {
		b.startGame(inky, pinky)
		kinds := [2]table.CommandKind{table.OfferDraw, table.DeclineDraw}
		if n := b.runUntilLimited(1000, func(n int) table.Command { return table.Command{By: inky, Kind: kinds[n%2]} }); n > 60 {
			t.Errorf("%d offers at once", n)
		}
		b.wantRefusal(table.Command{By: inky, Kind: table.OfferDraw}, table.TooFast)
		advance(time.Second)
		for n := range 200 { // move knights back and forth
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
