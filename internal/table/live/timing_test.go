package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

var (
	delayed = table.Terms{Game: "chess4", Clock: table.Clock{Start: 5 * time.Minute, Delay: 10 * time.Second}}
	letters = table.Terms{Game: "chess4", Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}
)

func TestG6_TheDelayCostsNothing(t *testing.T) {
	bubble(t, delayed, func(b *bed) {
		b.begin(four...)
		pass(4 * time.Second)
		b.moves("m7-k7") // and what was not used of the delay is gone
		pass(25 * time.Second)
		v := b.View()
		if at := v.Clock.Shows(silver, time.Now()); at != 5*time.Minute-15*time.Second {
			t.Errorf("the clock shows %v", at)
		}
		if at := v.Clock.Shows(silver, v.Clock.Since.Add(9*time.Second)); at != 5*time.Minute {
			t.Errorf("in the delay the clock shows %v", at)
		}
		b.moves("j1-k3")
		want := [rules.SeatCount]time.Duration{5 * time.Minute, 5*time.Minute - 15*time.Second, 5 * time.Minute, 5 * time.Minute}
		if b.left() != want {
			t.Errorf("left %v, want %v", b.left(), want)
		}
	})
}

func TestG6_NoFlagFallsInTheDelay(t *testing.T) {
	bubble(t, delayed, func(b *bed) {
		b.begin(four...)
		pass(5*time.Minute + 10*time.Second + table.Grace - 1)
		if b.View().Actor != white {
			t.Fatal("flagged too early")
		}
		pass(1)
		if v := b.View(); v.Actor != silver || v.Moves[0].Plain != "flag" {
			t.Errorf("actor %d", v.Actor)
		}
	})
}

func TestAtACorrespondenceTableNobodyHasToBeThere(t *testing.T) {
	bubble(t, letters, func(b *bed) {
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		pass(100 * 24 * time.Hour)
		for seat, p := range four[1:] { // days apart, and none of them there
			b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat + 1)})
			pass(24 * time.Hour)
		}
		v := b.View()
		if v.Phase != table.Playing || time.Until(v.Clock.Deadline) != 2*24*time.Hour {
			t.Fatalf("phase %d, clock %+v", v.Phase, v.Clock)
		}
		b.moves("m7-k7")
		pass(71 * time.Hour)
		if v := b.View(); b.kinds(table.Left) != 0 || v.Clock.Running != silver {
			t.Errorf("somebody is missed: %+v", v.Seats)
		}
		b.refused(votes(inky, table.OpenSeat), table.NobodyAway)
		b.moves("j1-k3")
		if b.left()[silver] != 72*time.Hour {
			t.Errorf("left %v", b.left())
		}
		pass(72*time.Hour + table.Grace)
		if v := b.View(); v.Position.State[black] != rules.Eliminated || v.Clock.Running != gold {
			t.Errorf("clock %+v", v.Clock)
		}
	})
}

func TestDeadlinesOfDaysShiftByAnOutage(t *testing.T) {
	bubble(t, letters, func(b *bed) {
		b.begin(four...)
		pass(24 * time.Hour)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		pass(10 * 24 * time.Hour)
		b.open()
		pass(0)
		if c := b.View().Clock; time.Until(c.Deadline) != 48*time.Hour {
			t.Fatalf("clock %+v", c)
		}
		pass(24*time.Hour + 20*time.Minute)
		b.kill() // the doubt of less than an hour goes to the player
		pass(10 * 24 * time.Hour)
		b.open()
		pass(0)
		if c := b.View().Clock; time.Until(c.Deadline) != 24*time.Hour {
			t.Fatalf("clock %+v: %v", c, time.Until(c.Deadline))
		}
		b.moves("m7-k7")
		if b.left()[white] != 72*time.Hour {
			t.Errorf("left %v", b.left())
		}
	})
}

func TestALogOfDaysHasNoHeartbeats(t *testing.T) {
	bubble(t, letters, func(b *bed) {
		b.begin(four...)
		pass(48 * time.Hour)
		if n := b.kinds(table.Heartbeat); n != 0 {
			t.Errorf("%d heartbeats in two days", n)
		}
	})
}
