package live_test

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

var steps = []time.Duration{-time.Hour, 90 * time.Second, time.Hour, 48 * time.Hour}

// withSteps runs a test once for each step, in virtual time. The function `step` sets the
// wall clock.
func withSteps(t *testing.T, terms table.Terms, test func(b *testTable, step func())) {
	for _, by := range steps {
		t.Run(by.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newUncheckedTable(t, terms)
				defer b.check()
				if err := b.Stop(context.Background()); err != nil {
					t.Fatal(err)
				}
				b.boot()
				test(b, func() {
					b.wall.Step(by)
					b.clock.Now()
					b.Recheck()
					synctest.Wait()
				})
				b.wantEventsInOrder()
			})
		})
	}
}

// boot opens the table again with a new clock, as a server that has just started.
func (b *testTable) boot() {
	b.Helper()
	b.clock = clock.New(clock.Config{Wall: b.wall.Now, Logger: slog.New(slog.DiscardHandler)})
	b.open()
}

// wantEventsInOrder checks that no event is earlier than the one before it.
func (b *testTable) wantEventsInOrder() {
	b.Helper()
	var last time.Time
	for i, e := range b.events() {
		if e.At.Before(last) {
			b.Errorf("event %d, %q, is %v earlier than the one before", i+1, e.Kind, last.Sub(e.At))
		}
		last = e.At
	}
}

// wantLeft checks how much time is left to the seat to move.
func (b *testTable) wantLeft(want time.Duration) {
	b.Helper()
	if c := b.View().Clock; c.Running == rules.NoSeat || c.Deadline.Sub(b.clock.Now()) != want {
		b.Errorf("%v left, want %v: %+v", c.Deadline.Sub(b.clock.Now()), want, c)
	}
}

// TestStepOfTheClockChargesNobody sets the wall clock while a game is played with clocks.
func TestStepOfTheClockChargesNobody(t *testing.T) {
	withSteps(t, timed, func(b *testTable, step func()) {
		b.startGame(four...)
		defer b.connect(four...)()
		advance(30 * time.Second)
		step()
		b.wantLeft(5*time.Minute - 30*time.Second)
		advance(30 * time.Second)
		b.moves("m7-k7")
		if left := b.timeLeft()[white]; left != 5*time.Minute-50*time.Second {
			t.Errorf("White has %v left", left)
		}
		step()
		advance(5*time.Minute + table.Grace - 1)
		if v := b.View(); v.Actor != silver {
			t.Fatal("flagged too early")
		}
		advance(1)
		if v := b.View(); v.Position.State[silver] != rules.Eliminated {
			t.Error("not flagged when the time was over")
		}
	})
}

// TestMoveRightAfterAStepOfTheClock plays a move before any other task has noticed the step.
func TestMoveRightAfterAStepOfTheClock(t *testing.T) {
	withSteps(t, timed, func(b *testTable, step func()) {
		b.startGame(four...)
		defer b.connect(four...)()
		advance(31 * time.Second)
		step()
		b.moves("m7-k7")
		if left := b.timeLeft()[white]; left != 5*time.Minute-21*time.Second {
			t.Errorf("White has %v left", left)
		}
	})
}

// TestStepOfTheClockDuringTheFirstMove sets the clock while a seat has to make its first move.
func TestStepOfTheClockDuringTheFirstMove(t *testing.T) {
	fair := timed
	fair.Fairness = table.Fairness
	withSteps(t, fair, func(b *testTable, step func()) {
		b.startGame(four...)
		defer b.connect(four...)()
		advance(time.Minute)
		step()
		if b.clock.Outages() == nil {
			advance(table.FirstMoveTime - time.Minute - time.Second)
		} else { // a pause of the clock gives a new first move
			advance(table.FirstMoveTime - time.Second)
		}
		if b.View().Phase != table.Playing {
			t.Fatal("aborted too early")
		}
		advance(2 * time.Second)
		if b.View().Aborted == nil {
			t.Error("not aborted")
		}
	})
}

// TestStepOfTheClockInCorrespondence sets the wall clock while a correspondence game waits for
// a move.
func TestStepOfTheClockInCorrespondence(t *testing.T) {
	withSteps(t, correspondence, func(b *testTable, step func()) {
		b.startGame(four...)
		advance(24 * time.Hour)
		step()
		b.wantLeft(48 * time.Hour)
		advance(47 * time.Hour)
		step()
		b.wantLeft(time.Hour)
		advance(time.Hour + table.Grace - 1)
		if v := b.View(); v.Actor != white {
			t.Fatal("flagged too early")
		}
		advance(1)
		if v := b.View(); v.Position.State[white] != rules.Eliminated {
			t.Error("not flagged when the time was over")
		}
	})
}

// TestStepOfTheClockWhileATableIsNotLoaded sets the clock while a correspondence game is not in
// memory.
func TestStepOfTheClockWhileATableIsNotLoaded(t *testing.T) {
	withSteps(t, correspondence, func(b *testTable, step func()) {
		b.startGame(four...)
		advance(24 * time.Hour)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		step()
		advance(24 * time.Hour)
		b.lastAlive = time.Time{} // the server was not down
		b.open()
		advance(0)
		b.wantLeft(24 * time.Hour)
	})
}

// TestClockSetWhileTheServerIsDown restarts the server with another date. No clock stands
// still, and nobody is charged for the step.
func TestClockSetWhileTheServerIsDown(t *testing.T) {
	for name, terms := range map[string]table.Terms{"live": timed, "correspondence": correspondence} {
		t.Run(name, func(t *testing.T) {
			withSteps(t, terms, func(b *testTable, step func()) {
				b.startGame(four...)
				leave := b.connect(four...)
				advance(30 * time.Second)
				leave()
				b.kill()
				b.lastAlive = b.clock.Now()
				step()
				b.boot()
				leave = b.connect(four...)
				defer leave()
				advance(0)
				before := b.View().Clock.Deadline.Sub(b.clock.Now())
				if full := terms.Clock.Start + terms.Clock.PerMove; before > full || before < full-30*time.Second {
					t.Errorf("%v left after the restart", before)
				}
				advance(10 * time.Second)
				b.wantLeft(before - 10*time.Second)
				b.moves("m7-k7")
				if left := b.timeLeft()[white]; name == "live" && left != before {
					t.Errorf("White has %v left, want %v", left, before)
				}
			})
		})
	}
}

// TestStepOfTheClockBringsNoVote sets the clock while a player is away: the others must still
// wait until they may open the seat.
func TestStepOfTheClockBringsNoVote(t *testing.T) {
	withSteps(t, chess4, func(b *testTable, step func()) {
		b.startGame(inky, blinky)
		leave := b.connect(blinky)
		defer b.connect(inky)()
		advance(10 * time.Second)
		leave()
		advance(10 * time.Second)
		step()
		if b.countEvents(table.Left) != 0 {
			t.Fatal("away too early")
		}
		advance(table.AwayAfter - 10*time.Second)
		if b.countEvents(table.Left) != 1 {
			t.Fatal("not away")
		}
		step()
		advance(table.ReplaceAfter - table.AwayAfter - time.Second)
		b.wantRefusal(voteCommand(inky, table.EndSeat), table.NotAwayLong)
		advance(time.Second)
		b.do(voteCommand(inky, table.EndSeat))
	})
}

// TestStepOfTheClockDoesNotResume sets the clock while a game is adjourned.
func TestStepOfTheClockDoesNotResume(t *testing.T) {
	withSteps(t, timed, func(b *testTable, step func()) {
		b.startGame(four...)
		leave := b.connect(four...)
		for _, p := range four {
			b.do(voteCommand(p, table.Adjourn))
		}
		leave()
		defer b.connect(inky)()
		for range 5 {
			advance(24 * time.Hour)
			step()
			b.do(voteCommand(inky, table.Resume))
			if b.countEvents(table.Continued) != 0 {
				t.Fatal("one player of four has resumed the game")
			}
		}
		advance(2 * 24 * time.Hour)
		b.do(voteCommand(inky, table.Resume))
		if b.countEvents(table.Continued) != 1 {
			t.Error("not resumed after a week")
		}
	})
}

// TestStepOfTheClockClosesNoTable sets the clock at a table where nobody is ready.
func TestStepOfTheClockClosesNoTable(t *testing.T) {
	withSteps(t, chess4, func(b *testTable, step func()) {
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		advance(table.IdleFor - time.Minute)
		step()
		if b.View().Phase != table.Waiting {
			t.Fatal("closed too early")
		}
		advance(time.Minute)
		if b.View().Phase != table.Finished {
			t.Error("not closed")
		}
	})
}

// TestStepOfTheClockKeepsTheChatWindow sets the clock after a burst of chat lines.
func TestStepOfTheClockKeepsTheChatWindow(t *testing.T) {
	withSteps(t, chess4, func(b *testTable, step func()) {
		line := table.Command{By: inky, Kind: table.Chat, Text: "hello"}
		for range table.LinesPerPerson {
			b.do(line)
		}
		b.wantRefusal(line, table.ChatTooFast)
		step()
		b.wantRefusal(line, table.ChatTooFast)
		advance(table.ChatWindow)
		b.do(line)
	})
}

// TestStepOfTheClockKeepsTheComeBackTime sets the clock after a restart, while a paused clock
// waits for its player.
func TestStepOfTheClockKeepsTheComeBackTime(t *testing.T) {
	withSteps(t, timed, func(b *testTable, step func()) {
		b.startGame(four...)
		b.kill()
		b.boot()
		advance(table.ReconnectTime - time.Second)
		step()
		advance(0)
		if b.countEvents(table.Resumed) != 0 {
			t.Fatal("resumed too early")
		}
		advance(time.Second)
		if b.countEvents(table.Resumed) != 1 {
			t.Error("not resumed")
		}
	})
}

// TestStepOfTheClockKeepsRemovals sets the clock after the host removed a player.
func TestStepOfTheClockKeepsRemovals(t *testing.T) {
	withSteps(t, chess4, func(b *testTable, step func()) {
		sit := table.Command{By: blinky, Kind: table.Sit, Seat: silver}
		b.do(sit)
		b.do(table.Command{By: inky, Kind: table.Unseat, Seat: silver, Target: player.Player{ID: blinky.ID}})
		advance(table.RemovedFor - time.Second)
		step()
		b.wantRefusal(sit, table.RemovedFromSeat)
		advance(time.Second)
		b.do(sit)
	})
}

// TestStepOfTheClockDuringAVacation sets the clock while the player to move is on vacation for a day
// of the wall clock. The clock runs from the end of the vacation on.
func TestStepOfTheClockDuringAVacation(t *testing.T) {
	withSteps(t, correspondence, func(b *testTable, step func()) {
		b.startGame(four...)
		advance(time.Hour)
		until := b.wall.Now().Add(24 * time.Hour)
		tell := func() {
			if err := b.SetVacation(context.Background(), four[white].ID, b.clock.EventAt(until)); err != nil {
				t.Fatal(err)
			}
		}
		tell()
		advance(time.Hour)
		step()
		tell()
		rest := max(0, until.Sub(b.wall.Now()))
		advance(rest + time.Hour)
		b.wantLeft(70 * time.Hour)
	})
}
