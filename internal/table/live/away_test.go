package live_test

import (
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

func voteCommand(by player.Player, c table.Choice) table.Command {
	return table.Command{By: by, Kind: table.Vote, Choice: c}
}

func (b *testTable) countEvents(kind table.Kind) (n int) {
	b.Helper()
	for _, e := range b.events() {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

func TestAwaySince(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(inky, blinky, pinky)()
		watcher := b.Watch(clyde)
		advance(time.Minute)
		watcher.Close()
		left := time.Now()
		advance(table.AwayAfter - 1)
		if v := b.View(); !v.Seats[gold].AwaySince.IsZero() || v.Seats[gold].Present {
			t.Errorf("away too early: %+v", v.Seats[gold])
		}
		advance(1)
		if v := b.View(); !v.Seats[gold].AwaySince.Equal(left) || !v.Seats[white].AwaySince.IsZero() {
			t.Errorf("away: %+v", v.Seats)
		}
		b.checkViews()
		again := b.Watch(clyde)
		advance(0)
		if v := b.View(); !v.Seats[gold].AwaySince.IsZero() {
			t.Errorf("back: %+v", v.Seats[gold])
		}
		for range 100 { // the connection is lost and restored again and again
			again.Close()
			advance(table.AwayAfter / 2)
			again = b.Watch(clyde)
			advance(table.AwayAfter / 2)
		}
		again.Close()
		if b.countEvents(table.Left) != 1 || b.countEvents(table.Returned) != 1 {
			t.Errorf("%d times away, %d times back", b.countEvents(table.Left), b.countEvents(table.Returned))
		}
	})
}

func TestServerOutageDoesNotCountAsAway(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(inky, blinky)
		leave := b.connect(inky)
		advance(table.ReplaceAfter)
		leave()
		b.kill()
		advance(time.Hour)
		b.open()
		defer b.connect(inky)()
		advance(table.AwayAfter)
		b.wantRefusal(voteCommand(inky, table.EndSeat), table.NotAwayLong)
		advance(table.ReplaceAfter)
		b.do(voteCommand(inky, table.EndSeat))
	})
}

func TestAbandonedGameCloses(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		b.startGame(four...)
		leave := b.connect(inky)
		advance(table.AbandonedFor * 2)
		if b.View().Phase != table.Playing {
			t.Fatal("closed while a player is connected")
		}
		leave()
		advance(table.AbandonedFor - 1)
		if b.View().Phase != table.Playing {
			t.Fatal("closed too early")
		}
		b.kill()
		advance(time.Hour * 24)
		b.open()
		advance(time.Minute)
		if b.View().Phase != table.Playing {
			t.Fatal("closed before players could return")
		}
		advance(time.Hour)
		if v := b.View(); v.Phase != table.Finished || v.Position.Over() {
			t.Errorf("phase %d", v.Phase)
		}
	})
}
