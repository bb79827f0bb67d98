package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

var (
	delayed        = table.Terms{Game: "chess4", Clock: table.Clock{Start: 5 * time.Minute, Delay: 10 * time.Second}}
	correspondence = table.Terms{Game: "chess4", Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}
)

func TestG6_DelayCostsNothing(t *testing.T) {
	inVirtualTime(t, delayed, func(b *testTable) {
		b.startGame(four...)
		advance(4 * time.Second)
		b.moves("m7-k7") // White moves within the delay; the rest of the delay is lost
		advance(25 * time.Second)
		v := b.View()
		if at := v.Clock.Shows(silver, time.Now()); at != 5*time.Minute-15*time.Second {
			t.Errorf("the clock shows %v", at)
		}
		if at := v.Clock.Shows(silver, v.Clock.Since.Add(9*time.Second)); at != 5*time.Minute {
			t.Errorf("during the delay the clock shows %v", at)
		}
		b.moves("j1-k3")
		want := [rules.SeatCount]time.Duration{5 * time.Minute, 5*time.Minute - 15*time.Second, 5 * time.Minute, 5 * time.Minute}
		if b.timeLeft() != want {
			t.Errorf("left %v, want %v", b.timeLeft(), want)
		}
	})
}

func TestG6_NoFlagDuringDelay(t *testing.T) {
	inVirtualTime(t, delayed, func(b *testTable) {
		b.startGame(four...)
		advance(5*time.Minute + 10*time.Second + table.Grace - 1)
		if b.View().Actor != white {
			t.Fatal("flagged too early")
		}
		advance(1)
		if v := b.View(); v.Actor != silver || v.Moves[0].Plain != "flag" {
			t.Errorf("actor %d", v.Actor)
		}
	})
}

func TestCorrespondenceNeedsNoPresence(t *testing.T) {
	inVirtualTime(t, correspondence, func(b *testTable) {
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		advance(100 * 24 * time.Hour)
		for seat, p := range four[1:] { // the players sit down on different days; none of them is connected
			b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat + 1)})
			advance(24 * time.Hour)
		}
		v := b.View()
		if v.Phase != table.Playing || time.Until(v.Clock.Deadline) != 2*24*time.Hour {
			t.Fatalf("phase %d, clock %+v", v.Phase, v.Clock)
		}
		b.moves("m7-k7")
		advance(71 * time.Hour)
		if v := b.View(); b.countEvents(table.Left) != 0 || v.Clock.Running != silver {
			t.Errorf("a player is away: %+v", v.Seats)
		}
		b.wantRefusal(voteCommand(inky, table.OpenSeat), table.NobodyAway)
		b.moves("j1-k3")
		if b.timeLeft()[silver] != 72*time.Hour {
			t.Errorf("left %v", b.timeLeft())
		}
		advance(72*time.Hour + table.Grace)
		if v := b.View(); v.Position.State[black] != rules.Eliminated || v.Clock.Running != gold {
			t.Errorf("clock %+v", v.Clock)
		}
	})
}

func TestOutageShiftsCorrespondenceDeadline(t *testing.T) {
	inVirtualTime(t, correspondence, func(b *testTable) {
		b.startGame(four...)
		advance(24 * time.Hour)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		advance(10 * 24 * time.Hour)
		b.open()
		advance(0)
		if c := b.View().Clock; time.Until(c.Deadline) != 48*time.Hour {
			t.Fatalf("clock %+v", c)
		}
		advance(24*time.Hour + 20*time.Minute)
		b.kill() // after a kill, the outage counts from the last hourly record that the server was up
		advance(10 * 24 * time.Hour)
		b.open()
		advance(0)
		if c := b.View().Clock; time.Until(c.Deadline) != 24*time.Hour {
			t.Fatalf("clock %+v: %v", c, time.Until(c.Deadline))
		}
		b.moves("m7-k7")
		if b.timeLeft()[white] != 72*time.Hour {
			t.Errorf("left %v", b.timeLeft())
		}
	})
}

func TestCorrespondenceStoresNoHeartbeats(t *testing.T) {
	inVirtualTime(t, correspondence, func(b *testTable) {
		b.startGame(four...)
		advance(48 * time.Hour)
		if n := b.countEvents(table.Heartbeat); n != 0 {
			t.Errorf("%d heartbeats in two days", n)
		}
	})
}
