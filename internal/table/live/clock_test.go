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

// timed are terms with five minutes and an increment of ten seconds.
var timed = table.Terms{Game: "chess4", Clock: table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}}

// inVirtualTime runs a test with a fake clock. It stops the table at the end, because
// synctest fails if goroutines are left over.
func inVirtualTime(t *testing.T, terms table.Terms, test func(b *testTable)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newUncheckedTable(t, terms)
		defer b.check()
		test(b)
	})
}

func (b *testTable) timeLeft() (left [rules.SeatCount]time.Duration) { return b.View().Clock.Left }

func advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestG6_MoveReceivedInTimeCountsIfStoredLate(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		advance(5*time.Minute - time.Second)
		open := b.log.block() // block all writes until the deadline has passed
		go func() { _ = b.Do(context.Background(), table.Command{By: blinky, Kind: table.OfferDraw}) }()
		synctest.Wait()
		advance(time.Second - 1)
		answer := make(chan error)
		move := b.move("m7-k7")
		go func() { answer <- b.Do(context.Background(), move) }()
		advance(time.Minute)
		open()
		if err := <-answer; err != nil {
			t.Fatalf("a move received a nanosecond before the deadline: %v", err)
		}
		if v := b.View(); v.Moves[0].Plain != "m7-k7" || v.Clock.Left[white] != 10*time.Second+1 {
			t.Errorf("left %v", v.Clock.Left)
		}
	})
}

func TestG6_MoveAtDeadlineIsTooLate(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		move := b.move("m7-k7")
		advance(5 * time.Minute)
		b.wantRulesRefusal(move, rules.NotInGame)
		if v := b.View(); v.Moves[0].Plain != "flag" {
			t.Errorf("moves %+v", v.Moves)
		}
	})
}

func TestG6_ClockIsChargedUntilReceipt(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		advance(20 * time.Second)
		move := b.move("m7-k7")
		move.Received = time.Now().Add(-5 * time.Second)
		b.do(move)
		move = b.move("j1-k3")
		move.Received = time.Now().Add(-time.Hour) // a time of receipt before the start of the turn counts as the start of the turn
		b.do(move)
		move = b.move("b8-d8")
		move.Received = time.Now().Add(time.Hour) // a time of receipt in the future counts as now
		advance(7 * time.Second)
		b.do(move)
		want := [rules.SeatCount]time.Duration{
			5*time.Minute - 5*time.Second,
			5*time.Minute + 10*time.Second,
			5*time.Minute + 3*time.Second,
			5 * time.Minute,
		}
		if got := b.timeLeft(); got != want {
			t.Errorf("left %v, want %v", got, want)
		}
	})
}

func TestClocksPauseWhileServerIsDown(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		advance(time.Minute + 1)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.wantRefusal(b.move("m7-k7"), table.ServerStopping)
		advance(time.Hour)
		b.open()
		if c := b.View().Clock; c.Running != rules.NoSeat || c.Left[white] != 4*time.Minute-1 {
			t.Fatalf("after the stop: %+v", c)
		}
		advance(table.ReconnectTime - 1)
		if c := b.View().Clock; c.Running != rules.NoSeat {
			t.Fatal("the clock resumed before ReconnectTime")
		}
		advance(1)
		if c := b.View().Clock; c.Running != white || time.Until(c.Deadline) != 4*time.Minute-1 {
			t.Fatalf("after ReconnectTime: %+v", c)
		}
	})
}

func TestClockResumesWhenPlayerReconnects(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		b.open()
		other := b.Watch(blinky)
		defer other.Close()
		advance(30 * time.Second)
		if b.View().Clock.Running != rules.NoSeat {
			t.Fatal("resumed for another player")
		}
		w := b.Watch(inky)
		defer w.Close()
		synctest.Wait()
		if c := b.View().Clock; c.Running != white || time.Until(c.Deadline) != 5*time.Minute {
			t.Fatalf("clock %+v", c)
		}
	})
}

func TestKillChargesOnlyUntilLastHeartbeat(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		advance(table.HeartbeatEvery*3 + 7*time.Second)
		b.kill()
		advance(time.Hour)
		b.open()
		synctest.Wait()
		if c := b.View().Clock; c.Running != rules.NoSeat || c.Left[white] != 5*time.Minute-3*table.HeartbeatEvery {
			t.Fatalf("clock %+v", c)
		}
	})
}

func TestHeartbeatsOnlyWhileAClockRuns(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
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
		advance(time.Hour)
		b.startGame(four...)
		defer b.connect(four...)()
		_, _ = w.Take(context.Background())
		advance(time.Minute)
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
		advance(time.Hour)
		if beats() != n {
			t.Error("heartbeats after the end")
		}
	})
}

func TestClocksPauseWhileWritesFail(t *testing.T) {
	inVirtualTime(t, timed, func(b *testTable) {
		b.startGame(four...)
		w := b.Watch(inky)
		defer w.Close()
		advance(5 * time.Second)
		b.log.fail(errors.New("disk full"))
		b.wantRefusal(b.move("m7-k7"), table.CannotStore)
		if b.View().Fault == "" {
			t.Error("the view shows no fault")
		}
		advance(time.Hour) // wait far beyond the deadline
		b.log.fix()
		advance(table.RetryAfter)
		v := b.View()
		if v.Fault != "" || v.Clock.Running != white || v.Clock.Left[white] != 5*time.Minute-5*time.Second {
			t.Fatalf("fault %q, clock %+v", v.Fault, v.Clock)
		}
		b.moves("m7-k7")
	})
}
