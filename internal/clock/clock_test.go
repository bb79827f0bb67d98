package clock_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/clock/clocktest"
)

// inBubble runs a test in virtual time, with a clock whose wall clock the test can set.
func inBubble(t *testing.T, test func(c *clock.Clock, wall *clocktest.Wall, log *bytes.Buffer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var wall clocktest.Wall
		var log bytes.Buffer
		c := clock.New(clock.Config{Wall: wall.Now, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		go c.Watch(t.Context())
		synctest.Wait()
		test(c, &wall, &log)
	})
}

// wait lets virtual time pass.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// TestWallClockIsSet sets the wall clock forward and back. Each step is logged once; a step
// forward is an outage, and the time of events never runs backwards.
func TestWallClockIsSet(t *testing.T) {
	for _, c := range []struct {
		step, jump, ahead time.Duration
	}{
		{-time.Hour, 0, time.Hour},
		{-2 * time.Second, 0, 0},
		{2 * time.Second, 0, 0},
		{90 * time.Second, 90 * time.Second, 0},
		{time.Hour, time.Hour, 0},
		{48 * time.Hour, 48 * time.Hour, 0},
	} {
		t.Run(c.step.String(), func(t *testing.T) {
			inBubble(t, func(cl *clock.Clock, wall *clocktest.Wall, log *bytes.Buffer) {
				before, steady := cl.Now(), cl.Steady()
				wait(10 * time.Second)
				wall.Step(c.step)
				wait(10 * time.Second)
				if got := cl.Now().Sub(before); got != 20*time.Second+c.jump {
					t.Errorf("the time of events advanced by %v", got)
				}
				if got := cl.Since(before); got < 20*time.Second-time.Millisecond || got > 20*time.Second {
					t.Errorf("%v passed since the first event", got)
				}
				if got := cl.Steady().Sub(steady); got != 20*time.Second {
					t.Errorf("the steady clock advanced by %v", got)
				}
				if got := cl.Ahead(); got != c.ahead {
					t.Errorf("%v ahead", got)
				}
				if got := cl.Wall().Sub(before); got != 20*time.Second+c.step {
					t.Errorf("the wall clock advanced by %v", got)
				}
				want := 0
				if c.step.Abs() > clock.Tolerance {
					want = 1
				}
				if got := strings.Count(log.String(), "the system's clock was set"); got != want {
					t.Errorf("logged %d times:\n%s", got, log)
				}
			})
		})
	}
}

// TestWallClockIsSetBackAndForward corrects a step back: the time of events meets the wall
// clock again without a jump.
func TestWallClockIsSetBackAndForward(t *testing.T) {
	inBubble(t, func(c *clock.Clock, wall *clocktest.Wall, _ *bytes.Buffer) {
		before := c.Now()
		for _, step := range []time.Duration{-time.Hour, time.Hour, -time.Minute} {
			wall.Step(step)
			wait(time.Minute)
		}
		if got := c.Now().Sub(before); got != 3*time.Minute || c.Outages() != nil || c.Ahead() != time.Minute {
			t.Errorf("advanced by %v, outages %v, %v ahead", got, c.Outages(), c.Ahead())
		}
	})
}

// TestStepCallsOnStep checks that the functions of OnStep run after each step, without a call of
// the clock.
func TestStepCallsOnStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var wall clocktest.Wall
		c := clock.New(clock.Config{Wall: wall.Now, Logger: slog.New(slog.DiscardHandler)})
		calls := 0
		c.OnStep(func() { calls++ })
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { c.Watch(ctx); close(done) }()
		for _, step := range []time.Duration{time.Hour, -time.Hour, 0} {
			wall.Step(step)
			wait(time.Minute)
		}
		cancel()
		<-done
		if calls != 2 {
			t.Errorf("%d calls", calls)
		}
	})
}

// TestStoppedProcessIsAnOutage stops the steady clock's reader for a while, as SIGSTOP does.
func TestStoppedProcessIsAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stopped clocktest.Wall // both clocks advance while the process is stopped
		now := func() time.Time { return stopped.Now() }
		c := clock.New(clock.Config{Wall: now, Steady: now, Logger: slog.New(slog.DiscardHandler)})
		go c.Watch(t.Context())
		wait(time.Minute)
		before := c.Now()
		stopped.Step(30 * time.Second)
		if got := c.Now().Sub(before); got != 30*time.Second {
			t.Errorf("the time of events advanced by %v", got)
		}
		if got := c.Since(before); got != 0 {
			t.Errorf("%v passed", got)
		}
		if list := c.Outages(); len(list) != 1 || list[0].Until.Sub(list[0].From) != 30*time.Second {
			t.Errorf("outages %v", list)
		}
	})
}

// TestClockSetBackBeforeStart starts a clock an hour before the last stored event: the time of
// events continues from that event.
func TestClockSetBackBeforeStart(t *testing.T) {
	inBubble(t, func(c *clock.Clock, _ *clocktest.Wall, _ *bytes.Buffer) {
		start := c.Now()
		event := start.Add(time.Hour)
		c.Reach(event)
		c.Reach(event.Add(-time.Minute))
		wait(10 * time.Second)
		if got := c.Now().Sub(event); got != 10*time.Second {
			t.Errorf("%v after the last event", got)
		}
		if got := c.Since(start); got != 10*time.Second {
			t.Errorf("%v after the start", got)
		}
	})
}

// TestEventsOfSeveralTablesAreLater reads tables whose last events are later than the clock, each by a
// second more than the one before. In an earlier version the players of the first table were charged
// for these seconds.
func TestEventsOfSeveralTablesAreLater(t *testing.T) {
	inBubble(t, func(c *clock.Clock, _ *clocktest.Wall, _ *bytes.Buffer) {
		event := c.Now().Add(time.Hour)
		c.Reach(event)
		turn := c.Now()
		for n := range 5 {
			c.Reach(event.Add(time.Duration(n) * time.Second))
		}
		wait(10 * time.Second)
		if got := c.Since(turn); got != 10*time.Second {
			t.Errorf("%v since the turn began, want 10s", got)
		}
	})
}

// TestFollowDatabase follows the clock of a database, which is set forward and back.
func TestFollowDatabase(t *testing.T) {
	for _, c := range []struct {
		step, jump, ahead time.Duration
	}{
		{50 * time.Millisecond, 50 * time.Millisecond, 0},
		{-time.Hour, 0, time.Hour},
		{90 * time.Second, 90 * time.Second, 0},
		{48 * time.Hour, 48 * time.Hour, 0},
	} {
		t.Run(c.step.String(), func(t *testing.T) {
			inBubble(t, func(cl *clock.Clock, wall *clocktest.Wall, _ *bytes.Buffer) {
				var db clocktest.Wall
				db.Step(-7 * time.Minute)
				follow := func() { cl.Follow(db.Now(), cl.Steady()) }
				follow()
				before := cl.Now()
				if got := before.Sub(db.Now()); got != 0 {
					t.Errorf("%v off", got)
				}
				wait(time.Second)
				follow()
				db.Step(c.step)
				wall.Step(time.Hour) // the wall clock of this machine does not matter
				for range 3 {
					follow()
					wait(time.Second)
				}
				if got := cl.Now().Sub(before); got != 4*time.Second+c.jump {
					t.Errorf("the time of events advanced by %v", got)
				}
				if got := cl.Ahead(); got != c.ahead {
					t.Errorf("%v ahead", got)
				}
				if got := cl.Since(before); c.step > time.Second && got != 4*time.Second {
					t.Errorf("%v passed", got)
				}
				db.Step(-c.step)
				follow()
				if got := cl.Ahead(); got != max(0, c.jump.Truncate(time.Second)) {
					t.Errorf("%v ahead after the step was undone", got)
				}
			})
		})
	}
}

func TestOutages(t *testing.T) {
	zero := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return zero.Add(time.Duration(minutes) * time.Minute) }
	list := clock.Outages{{at(50), at(60), true}, {at(10), at(20), true}, {at(15), at(30), false}, {at(40), at(35), true}}.Merged()
	if len(list) != 2 || list[0] != (clock.Outage{From: at(10), Until: at(30)}) {
		t.Fatalf("merged: %v", list)
	}
	for _, c := range []struct{ from, to, sum int }{{0, 5, 0}, {0, 15, 5}, {12, 18, 6}, {0, 70, 30}, {25, 55, 10}, {60, 70, 0}} {
		if got := list.Between(at(c.from), at(c.to)); got != time.Duration(c.sum)*time.Minute {
			t.Errorf("between %d and %d: %v", c.from, c.to, got)
		}
	}
	if got := list.Shift(at(15)); !got.Equal(at(40)) {
		t.Errorf("shifted to %v", got)
	}
	if got := list.Shift(time.Time{}); !got.IsZero() {
		t.Errorf("the zero time was shifted to %v", got)
	}
}

// TestNoClock checks that a nil clock reads the system's clock.
func TestNoClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c *clock.Clock
		c.Reach(time.Now().Add(time.Hour))
		if now := time.Now(); !c.Now().Equal(now) || !c.Wall().Equal(now) || c.Since(now) != 0 || c.Outages() != nil || c.Ahead() != 0 {
			t.Errorf("now %v, wall %v", c.Now(), c.Wall())
		}
	})
}
