package vacation_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/vacation"
)

const day = 24 * time.Hour

var (
	inky   = player.Player{ID: "SHA256:inky", Name: "Inky"}
	blinky = player.Player{ID: "SHA256:blinky", Name: "Blinky"}
)

// memory stores vacations in memory. If err is not nil, its methods return err.
type memory struct {
	list []vacation.Vacation
	err  error
}

func (m *memory) AddVacation(_ context.Context, v vacation.Vacation) (int64, error) {
	if m.err != nil {
		return 0, m.err
	}
	v.Number = int64(len(m.list) + 1)
	m.list = append(m.list, v)
	return v.Number, nil
}

func (m *memory) EndVacation(_ context.Context, v vacation.Vacation) error {
	m.list[v.Number-1] = v
	return m.err
}

func (m *memory) Vacations(_ context.Context, after time.Time) ([]vacation.Vacation, error) {
	return slices.DeleteFunc(slices.Clone(m.list), func(v vacation.Vacation) bool { return !v.Until.After(after) }), m.err
}

// tables records when the vacations of players end. If err is not nil, SetVacation returns
// err.
type tables struct {
	mu    sync.Mutex // needed because Sleep does not synchronize the test with the goroutine that calls SetVacation
	until map[player.ID]time.Time
	calls int
	err   error
}

func (l *tables) SetVacation(_ context.Context, who player.ID, until time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls++; l.err == nil {
		l.until[who] = until
	}
	return l.err
}

// fail makes SetVacation return err, which may be nil.
func (l *tables) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

// attempts counts the calls of SetVacation.
func (l *tables) attempts() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls
}

// end returns the end of a player's vacation, as the service last stored it at the tables.
func (l *tables) end(who player.ID) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.until[who]
}

// service is a running service in virtual time.
type service struct {
	*testing.T
	*vacation.Service
	wall    clocktest.Wall
	clock   *clock.Clock
	store   *memory
	tables  *tables
	changes atomic.Int64 // number of calls of the function Changed
}

// inVirtualTime calls `test` with a service that allows 14 vacation days a year. The
// virtual time starts on 1 January 2000.
func inVirtualTime(t *testing.T, test func(s *service)) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{T: t, store: &memory{}, tables: &tables{until: map[player.ID]time.Time{}}}
		stop := s.run()
		test(s)
		stop()
	})
}

// run opens the service and runs it until stop is called.
func (s *service) run() (stop func()) {
	s.Helper()
	var err error
	ctx, cancel := context.WithCancel(s.Context())
	s.clock = clock.New(clock.Config{Wall: s.wall.Now, Logger: slog.New(slog.DiscardHandler)})
	s.Service, err = vacation.Open(s.Context(), vacation.Config{
		Clock: s.clock, Store: s.store, Days: 14, Changed: func() { s.changes.Add(1) },
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		s.Fatal(err)
	}
	go s.Service.Run(ctx, s.tables)
	synctest.Wait()
	return func() {
		cancel()
		synctest.Wait()
	}
}

func (s *service) wantRefusal(err error, want *refusal.Reason) {
	s.Helper()
	if refusal.Of(err) != want {
		s.Errorf("got %v, want %s", err, want.Code)
	}
}

func (s *service) start(days int) {
	s.Helper()
	if err := s.Start(s.Context(), inky, days); err != nil {
		s.Fatal(err)
	}
}

func (s *service) wantLeft(want int) {
	s.Helper()
	if got := s.Left(inky.ID); got != want {
		s.Errorf("%d days are left, want %d", got, want)
	}
}

// TestVacationStartsAndEnds checks that a vacation starts immediately, is stored at the
// tables and ends as planned.
func TestVacationStartsAndEnds(t *testing.T) {
	inVirtualTime(t, func(s *service) {
		began := time.Now()
		s.start(5)
		if until := s.Until(inky.ID); !until.Equal(began.Add(5*day)) || !s.tables.end(inky.ID).Equal(until) {
			t.Errorf("until %v, at the tables %v", until, s.tables.end(inky.ID))
		}
		s.wantLeft(9)
		if left := s.Left(blinky.ID); left != 14 {
			t.Errorf("another player has %d days left", left)
		}
		s.wantRefusal(s.Start(t.Context(), inky, 1), vacation.OnVacation)
		if _, ended := s.Ended(inky.ID); ended {
			t.Error("the vacation has ended at once")
		}
		before := s.changes.Load()
		time.Sleep(5 * day)
		synctest.Wait()
		if v, ended := s.Ended(inky.ID); !ended || v.Number != 1 || s.changes.Load() == before || !s.Until(inky.ID).IsZero() {
			t.Errorf("ended: %v, %+v, %d changes", ended, v, s.changes.Load()-before)
		}
		time.Sleep(7 * day) // wait for a week, after which the notice expires
		if _, ended := s.Ended(inky.ID); ended {
			t.Error("the notice is shown for more than a week")
		}
		s.wantRefusal(s.End(t.Context(), inky), vacation.NotOnVacation)
	})
}

// TestVacationEndsEarly checks that a player can end a vacation early. Each day that has
// begun counts as a vacation day, and there is no notice about the end.
func TestVacationEndsEarly(t *testing.T) {
	inVirtualTime(t, func(s *service) {
		s.start(10)
		time.Sleep(36 * time.Hour)
		if err := s.End(t.Context(), inky); err != nil {
			t.Fatal(err)
		}
		if _, ended := s.Ended(inky.ID); ended || !s.Until(inky.ID).IsZero() || !s.tables.end(inky.ID).IsZero() {
			t.Errorf("ended: %v, until %v, at the tables %v", ended, s.Until(inky.ID), s.tables.end(inky.ID))
		}
		s.wantLeft(12)
		s.start(12)
		s.wantLeft(0)
	})
}

func TestVacationLimits(t *testing.T) {
	inVirtualTime(t, func(s *service) {
		ctx := t.Context()
		s.wantRefusal(s.Start(ctx, player.Player{ID: "guest:sue", Name: "guest-sue"}, 1), vacation.NeedsAccount)
		s.wantRefusal(s.Start(ctx, player.Player{ID: inky.ID}, 1), vacation.NeedsAccount)
		s.wantRefusal(s.Start(ctx, inky, 0), vacation.BadDays)
		s.wantRefusal(s.Start(ctx, inky, 15), vacation.TooManyDays)
		s.wantRefusal(s.End(ctx, inky), vacation.NotOnVacation)
		time.Sleep(360 * day) // wait until December, because a vacation counts in the year in which it starts
		s.start(14)
		time.Sleep(14 * day)
		s.wantLeft(14)
		s.Days = 0
		s.wantRefusal(s.Start(ctx, inky, 1), vacation.NoVacations)
		var none *vacation.Service
		s.wantRefusal(none.Start(ctx, inky, 1), vacation.NoVacations)
		s.wantRefusal(none.End(ctx, inky), vacation.NotOnVacation)
		if none.PerYear() != 0 || !none.Until(inky.ID).IsZero() {
			t.Error("a server without vacations has some")
		}
	})
}

// TestVacationIsAppliedLater checks that the service tries again every minute if a table
// cannot store a vacation.
func TestVacationIsAppliedLater(t *testing.T) {
	inVirtualTime(t, func(s *service) {
		s.tables.fail(errors.New("disk full"))
		s.wantRefusal(s.Start(t.Context(), inky, 3), vacation.NotEverywhere)
		time.Sleep(90 * time.Second)
		synctest.Wait()
		if n := s.tables.attempts(); n != 2 {
			t.Errorf("%d attempts in 90 seconds, want 2", n)
		}
		s.tables.fail(nil)
		time.Sleep(time.Minute)
		synctest.Wait()
		if s.tables.end(inky.ID).IsZero() || s.tables.attempts() != 3 {
			t.Errorf("after %d attempts the tables have %v", s.tables.attempts(), s.tables.until)
		}
		time.Sleep(time.Hour)
		if s.tables.attempts() != 3 {
			t.Errorf("%d attempts", s.tables.attempts())
		}
	})
}

// TestVacationNotStored checks that a vacation has no effect if the store fails.
func TestVacationNotStored(t *testing.T) {
	inVirtualTime(t, func(s *service) {
		s.store.err = errors.New("disk full")
		if err := s.Start(t.Context(), inky, 3); !errors.Is(err, s.store.err) {
			t.Errorf("the error is %v", err)
		}
		if s.wantLeft(14); s.tables.attempts() != 0 || !s.Until(inky.ID).IsZero() {
			t.Error("the vacation has started")
		}
	})
}

// TestVacationAfterRestart checks that the vacations are the same after a restart, and
// that they are applied to the tables again.
func TestVacationAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{T: t, store: &memory{}, tables: &tables{until: map[player.ID]time.Time{}}}
		stop := s.run()
		s.start(3)
		stop()
		s.tables = &tables{until: map[player.ID]time.Time{}}
		stop = s.run()
		if s.wantLeft(11); s.Until(inky.ID).IsZero() || !s.tables.end(inky.ID).Equal(s.Until(inky.ID)) {
			t.Errorf("until %v, at the tables %v", s.Until(inky.ID), s.tables.until)
		}
		s.store.list = nil // the deletion of an account also deletes its vacations
		if err := s.Reload(t.Context()); err != nil || s.Until(inky.ID) != (time.Time{}) {
			t.Errorf("%v, until %v", err, s.Until(inky.ID))
		}
		stop()
	})
}

func TestVacationCommand(t *testing.T) {
	inVirtualTime(t, func(s *service) {
		for _, step := range []struct{ word, want string }{
			{"", "You are not on vacation. 14 of 14 days are left this year."},
			{"5", "You are on vacation until 2000-01-06 00:00 UTC. 9 of 14 days are left this year."},
			{"end", "You are not on vacation. 14 of 14 days are left this year."},
		} {
			if got, err := s.Command(t.Context(), inky, step.word, time.UTC); err != nil || got != step.want {
				t.Errorf("vacation %s: %q, %v", step.word, got, err)
			}
		}
		_, err := s.Command(t.Context(), inky, "soon\x1b[31m", time.UTC)
		if s.wantRefusal(err,
			vacation.BadDays); err.Error() != `"soon?[31m" is not a number of days; run "vacation DAYS" or "vacation end"` {
			t.Errorf("the error is %q", err)
		}
		var none *vacation.Service
		if got := none.Sentence(inky.ID, time.UTC); got != "This server has no vacations." {
			t.Errorf("%q", got)
		}
	})
}

// TestVacationsFollowTheWallClock sets the clock during a vacation of one day: it ends at its date,
// and the service applies it to the tables again after the step.
func TestVacationsFollowTheWallClock(t *testing.T) {
	for _, step := range []time.Duration{-time.Hour, 90 * time.Second, time.Hour, 48 * time.Hour} {
		t.Run(step.String(), func(t *testing.T) {
			inVirtualTime(t, func(s *service) {
				if err := s.Start(s.Context(), inky, 1); err != nil {
					t.Fatal(err)
				}
				until := s.Until(inky.ID)
				time.Sleep(time.Hour)
				calls := s.tables.attempts()
				watching, cancel := context.WithCancel(s.Context())
				go s.clock.Watch(watching)
				s.wall.Step(step)
				time.Sleep(time.Second)
				synctest.Wait()
				cancel() // a clock that is watched wakes up twice a second
				ends := until.Sub(s.wall.Now())
				if again := s.tables.attempts() > calls; again != (ends > 0) {
					t.Errorf("applied again: %v, although the vacation ends in %v", again, ends)
				}
				if ends > 0 {
					time.Sleep(ends - time.Second)
					if !s.Until(inky.ID).Equal(until) {
						t.Error("the vacation ended too early")
					}
					time.Sleep(2 * time.Second)
					synctest.Wait()
				}
				if _, over := s.Ended(inky.ID); !over || !s.Until(inky.ID).IsZero() {
					t.Error("the vacation has not ended")
				}
				if s.changes.Load() < 2 {
					t.Errorf("Changed was called %d times", s.changes.Load())
				}
			})
		})
	}
}
