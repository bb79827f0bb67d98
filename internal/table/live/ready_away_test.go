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

// readyAndLeaves seats a player and a second one, who both get ready, disconnects the first one
// and waits until that player is away. It returns whether the first one is still ready.
func readyAndLeaves(b *testTable, who player.Player) bool {
	stays := b.connect(blinky)
	defer stays()
	leave := b.connect(who)
	b.sitReady(who, white)
	b.sitReady(blinky, silver)
	leave()
	advance(table.AwayAfter - time.Second)
	v := b.View()
	if !v.Seats[white].Ready || v.Seats[white].Present {
		b.Errorf("after a short absence: ready %t, present %t", v.Seats[white].Ready, v.Seats[white].Present)
	}
	advance(2 * time.Second)
	v = b.View()
	if !v.Seats[silver].Ready {
		b.Error("the player who stayed is no longer ready")
	}
	return v.Seats[white].Ready
}

// TestReadyAndAwayIsNotReady checks that readiness ends when a player is away, also that of a
// guest, so the game does not start without the player. At correspondence tables and at
// boards of a club evening, players are ready without being connected.
func TestReadyAndAwayIsNotReady(t *testing.T) {
	evening := chess4
	evening.Evening = &table.EveningBoard{Evening: 1, Round: 1, Board: 1}
	for name, c := range map[string]struct {
		terms table.Terms
		who   player.Player
		ready bool
	}{
		"account": {chess4, inky, false}, "timed": {timed, inky, false}, "guest": {chess4, sue, false},
		"correspondence": {table.Terms{Game: "chess4", Clock: table.Clock{PerMove: 24 * time.Hour}}, inky, true},
		"evening":        {evening, inky, true},
	} {
		t.Run(name, func(t *testing.T) {
			inVirtualTime(t, c.terms, func(b *testTable) {
				if ready := readyAndLeaves(b, c.who); ready != c.ready {
					t.Errorf("ready %t, want %t", ready, c.ready)
				}
			})
		})
	}
}

// TestGameDoesNotStartWithoutAPlayerWhoWasReady checks that the last player who gets ready does
// not start the game while another one is away, and that the game starts when that player has
// come back and is ready again.
func TestGameDoesNotStartWithoutAPlayerWhoWasReady(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		readyAndLeaves(b, inky)
		defer b.connect(blinky, pinky, clyde)()
		b.sitReady(pinky, black)
		b.sitReady(clyde, gold)
		if v := b.View(); v.Phase != table.Waiting {
			t.Fatalf("the game has started without a player; events %q", b.kinds(0))
		}
		defer b.connect(inky)()
		b.do(table.Command{By: inky, Kind: table.Ready})
		if v := b.View(); v.Phase != table.Playing {
			t.Errorf("phase %d; events %q", v.Phase, b.kinds(0))
		}
	})
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
