package live_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// timed is five minutes and ten seconds a move.
var timed = table.Terms{Game: "chess4", Clock: table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}}

// bubble runs a test in virtual time. The table is stopped and compared with its
// log inside it, so no goroutine may be left.
func bubble(t *testing.T, terms table.Terms, test func(b *bed)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := layBare(t, terms)
		defer b.check()
		test(b)
	})
}

func (b *bed) left() (left [rules.SeatCount]time.Duration) { return b.View().Clock.Left }

func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestG6_TheActorsClockRuns(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		if c := b.View().Clock; c.Running != rules.NoSeat || c.Left[gold] != 5*time.Minute {
			t.Errorf("before the start: %+v", c)
		}
		pass(time.Hour)
		b.begin(four...)
		pass(90 * time.Second)
		b.moves("m7-k7")
		pass(3 * time.Second)
		c := b.View().Clock
		if c.Running != silver || c.Left[white] != 5*time.Minute-80*time.Second || c.Left[silver] != 5*time.Minute {
			t.Errorf("clock %+v", c)
		}
		if left := time.Until(c.Deadline); left != 5*time.Minute-3*time.Second {
			t.Errorf("Silver has %v left", left)
		}
	})
}

func TestG6_NoClockNeverFlags(t *testing.T) {
	bubble(t, chess4, func(b *bed) {
		b.begin(four...)
		defer b.attend(four...)()
		before := len(b.events())
		pass(1000 * time.Hour)
		if v := b.View(); v.Clock != nil || len(b.events()) != before {
			t.Errorf("clock %+v, %d events more", v.Clock, len(b.events())-before)
		}
	})
}

func TestG6_FlagFallsAtTheDeadlineAndTheSeatIsOut(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(5*time.Minute + table.Grace - 1)
		if v := b.View(); v.Actor != white {
			t.Fatal("flagged too early")
		}
		pass(1)
		v := b.View()
		if v.Actor != silver || v.Position.State[white] != rules.Eliminated || v.Moves[0].Plain != "flag" || v.Clock.Left[white] != 0 {
			t.Fatalf("actor %d, moves %+v", v.Actor, v.Moves)
		}
		if left := time.Until(v.Clock.Deadline); v.Clock.Running != silver || left != 5*time.Minute {
			t.Errorf("Silver has %v left", left)
		}
		pass(10*time.Minute + 2*table.Grace)
		if v := b.View(); v.Phase != table.Finished || v.Position.Outcome.Termination != rules.ByFlag || v.Clock.Running != rules.NoSeat {
			t.Errorf("phase %d, outcome %v", v.Phase, v.Position.Outcome.Termination)
		}
	})
}

func TestG6_WhatWasReceivedInTimeCountsThoughStoredLater(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(5*time.Minute - time.Second)
		open := b.diary.hold() // the disk is slow, over the deadline and the grace
		go func() { _ = b.Do(context.Background(), table.Command{By: blinky, Kind: table.OfferDraw}) }()
		synctest.Wait()
		pass(time.Second - 1)
		answer := make(chan error)
		move := b.move("m7-k7")
		go func() { answer <- b.Do(context.Background(), move) }()
		pass(time.Minute)
		open()
		if err := <-answer; err != nil {
			t.Fatalf("a move received a nanosecond before the deadline: %v", err)
		}
		if v := b.View(); v.Moves[0].Plain != "m7-k7" || v.Clock.Left[white] != 10*time.Second+1 {
			t.Errorf("left %v", v.Clock.Left)
		}
	})
}

func TestG6_WhatIsReceivedAtTheDeadlineIsTooLate(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		move := b.move("m7-k7")
		pass(5 * time.Minute)
		b.unlawful(move, rules.NotInGame)
		if v := b.View(); v.Moves[0].Plain != "flag" {
			t.Errorf("moves %+v", v.Moves)
		}
	})
}

func TestG6_AnActThatWasLongOnItsWayIsChargedToItsReceipt(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(20 * time.Second)
		move := b.move("m7-k7")
		move.Received = time.Now().Add(-5 * time.Second)
		b.do(move)
		move = b.move("j1-k3")
		move.Received = time.Now().Add(-time.Hour) // before the turn began: nothing is spent
		b.do(move)
		move = b.move("b8-d8")
		move.Received = time.Now().Add(time.Hour) // nobody knows the future
		pass(7 * time.Second)
		b.do(move)
		want := [rules.SeatCount]time.Duration{5*time.Minute - 5*time.Second, 5*time.Minute + 10*time.Second, 5*time.Minute + 3*time.Second, 5 * time.Minute}
		if got := b.left(); got != want {
			t.Errorf("left %v, want %v", got, want)
		}
	})
}

func TestG6_ResigningOutOfTurnLeavesTheClockAlone(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(20 * time.Second)
		b.do(table.Command{By: pinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: black}})
		pass(20 * time.Second)
		b.moves("m7-k7")
		if left := b.left()[white]; left != 5*time.Minute-30*time.Second {
			t.Errorf("White has %v left", left)
		}
		pass(time.Second)
		b.moves("resign")
		if c := b.View().Clock; c.Running != gold || time.Until(c.Deadline) != 5*time.Minute {
			t.Errorf("clock %+v", c)
		}
	})
}

func TestClocksStandWhileTheServerIsDown(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(time.Minute + 1)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.refused(b.move("m7-k7"), table.ServerStopping)
		pass(time.Hour)
		b.open()
		if c := b.View().Clock; c.Running != rules.NoSeat || c.Left[white] != 4*time.Minute-1 {
			t.Fatalf("after the stop: %+v", c)
		}
		pass(table.ReconnectTime - 1)
		if c := b.View().Clock; c.Running != rules.NoSeat {
			t.Fatal("the clock goes before the actor had time to come back")
		}
		pass(1)
		if c := b.View().Clock; c.Running != white || time.Until(c.Deadline) != 4*time.Minute-1 {
			t.Fatalf("after the comeback: %+v", c)
		}
	})
}

func TestClockGoesOnWhenTheActorIsBack(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.open()
		other := b.Watch(blinky)
		defer other.Close()
		pass(30 * time.Second)
		if b.View().Clock.Running != rules.NoSeat {
			t.Fatal("goes on when somebody else is back")
		}
		w := b.Watch(inky)
		defer w.Close()
		synctest.Wait()
		if c := b.View().Clock; c.Running != white || time.Until(c.Deadline) != 5*time.Minute {
			t.Fatalf("clock %+v", c)
		}
	})
}

func TestAMoveIsAComeback(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(time.Minute)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.open()
		pass(30 * time.Second)
		b.moves("m7-k7")
		if c := b.View().Clock; c.Running != silver || c.Left[white] != 4*time.Minute+10*time.Second {
			t.Fatalf("clock %+v", c)
		}
	})
}

func TestAfterAKillTheDoubtGoesToThePlayer(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		pass(table.HeartbeatEvery*3 + 7*time.Second)
		b.kill()
		pass(time.Hour)
		b.open()
		synctest.Wait()
		if c := b.View().Clock; c.Running != rules.NoSeat || c.Left[white] != 5*time.Minute-3*table.HeartbeatEvery {
			t.Fatalf("clock %+v", c)
		}
	})
}

func TestHeartbeatsOnlyWhileAClockRuns(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		beats := func() (n int) {
			for _, e := range b.events() {
				if e.Kind == table.Heartbeat {
					n++
				}
			}
			return n
		}
		w := b.Watch(sue)
		defer w.Close()
		pass(time.Hour)
		b.begin(four...)
		defer b.attend(four...)()
		_, _ = w.Take(context.Background())
		pass(time.Minute)
		if n := beats(); n != 6 {
			t.Errorf("%d heartbeats in a minute", n)
		}
		soon, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if v, ok := w.Take(soon); ok {
			t.Errorf("a heartbeat was shown: %+v", v.Clock)
		}
		b.moves("resign", "resign", "resign")
		n := beats()
		pass(time.Hour)
		if beats() != n {
			t.Error("heartbeats after the end")
		}
	})
}

func TestClocksStandWhileNothingCanBeStored(t *testing.T) {
	bubble(t, timed, func(b *bed) {
		b.begin(four...)
		w := b.Watch(inky)
		defer w.Close()
		pass(5 * time.Second)
		b.diary.fail(errors.New("disk full"))
		b.refused(b.move("m7-k7"), table.CannotStore)
		if b.View().Fault == "" {
			t.Error("nobody is told")
		}
		pass(time.Hour) // far beyond the deadline
		b.diary.mend()
		pass(table.RetryAfter)
		v := b.View()
		if v.Fault != "" || v.Clock.Running != white || v.Clock.Left[white] != 5*time.Minute-5*time.Second {
			t.Fatalf("aside %q, clock %+v", v.Fault, v.Clock)
		}
		b.moves("m7-k7")
	})
}
