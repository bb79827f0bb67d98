package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// sitReady seats a player, who gets ready.
func (b *testTable) sitReady(p player.Player, seat rules.Seat) {
	b.do(table.Command{By: p, Kind: table.Sit, Seat: seat})
	b.do(table.Command{By: p, Kind: table.Ready})
}

// TestCommandsKeepAPlayerReady checks that a player without a connection to the table, such as a
// program that sends single commands, stays ready as long as it sends commands.
func TestCommandsKeepAPlayerReady(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "chess4", Chat: true}, func(b *testTable) {
		b.sitReady(inky, white)
		for range 5 {
			advance(table.AwayAfter - time.Second)
			b.do(table.Command{By: inky, Kind: table.Chat, Text: "anybody?"})
		}
		if !b.View().Seats[white].Ready {
			t.Error("the player is no longer ready")
		}
		advance(table.AwayAfter + time.Second)
		if b.View().Seats[white].Ready {
			t.Error("the player is still ready")
		}
	})
}

// TestReadinessEndsAfterARestart checks a table whose server was restarted while its players
// were ready: it is due at once, and the players who do not come back are not ready any more.
func TestReadinessEndsAfterARestart(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		leave := b.connect(inky, blinky)
		b.sitReady(inky, white)
		b.sitReady(blinky, silver)
		leave()
		sum, err := live.Summarize(b.config(), b.events())
		if err != nil || sum.Due.IsZero() || sum.Due.After(time.Now()) {
			t.Errorf("due %v, %v", sum.Due, err)
		}
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		advance(time.Hour)
		b.open()
		defer b.connect(blinky)()
		advance(table.AwayAfter + time.Second)
		if v := b.View(); v.Seats[white].Ready || !v.Seats[silver].Ready {
			t.Errorf("ready: %t (away), %t (connected)", v.Seats[white].Ready, v.Seats[silver].Ready)
		}
	})
}
