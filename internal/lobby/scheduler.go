package lobby

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"quadrille/internal/table"
)

const (
	// maxDueAtOnce is how many tables that are due are loaded at the same time: they
	// share commits, and no more than these are in memory for that.
	maxDueAtOnce = 64
	// retryAfter is when a table is tried again that was due and could not be loaded, and
	// a note that could not be stored.
	retryAfter = time.Minute
	// aliveEvery is how often it is stored that the server is up: how long clocks of
	// days stood is known that well after a crash, and the doubt goes to the players.
	aliveEvery = time.Hour
)

// scheduler loads the tables that have something to do although nobody is connected
// to them.
type scheduler struct {
	tables      *tables
	stop        <-chan struct{}
	woken       chan struct{} // capacity 1: something may be due sooner
	done        chan struct{} // closed when it has ended
	startStored bool          // it is stored since when the server is up
	nextAlive   time.Time     // when it is stored again that it still is
}

func newScheduler(ts *tables, stop <-chan struct{}) *scheduler {
	return &scheduler{tables: ts, stop: stop, woken: make(chan struct{}, 1), done: make(chan struct{})}
}

// wake has the scheduler look again. It waits for nothing.
func (s *scheduler) wake() {
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

// run is the scheduler's goroutine.
func (s *scheduler) run() {
	defer close(s.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	now := s.tables.cfg.Now
	for {
		select {
		case <-s.woken:
		case <-timer.C:
		case <-s.stop:
			return
		}
		if !now().Before(s.nextAlive) {
			s.storeAlive()
		}
		ids, next := s.tables.directory.dueBy(now(), maxDueAtOnce)
		s.settleDue(ids)
		timer.Reset(max(0, soonest(next, s.nextAlive).Sub(now())))
	}
}

// settleDue loads tables and has them do what is due.
func (s *scheduler) settleDue(ids []table.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() {
			defer s.recoverPanic(id)
			t, err := s.tables.loaded.open(ctx, id)
			if err == nil {
				err = t.RunDue(ctx)
			}
			if err != nil {
				s.tables.cfg.Logger.Warn("a table that is due waits", slog.Int64("table", int64(id)), slog.Any("error", err))
				s.tables.directory.unloaded(id, s.tables.cfg.Now().Add(retryAfter))
			}
		})
	}
	all.Wait()
}

func (s *scheduler) recoverPanic(id table.ID) {
	if fault := recover(); fault != nil {
		s.tables.cfg.Logger.Error("a table that is due cannot be served", slog.Int64("table", int64(id)), slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
	}
}

// started finds when the server was down, and stores that it is up.
func (s *scheduler) started(ctx context.Context) {
	var err error
	s.tables.outages, err = s.tables.cfg.Store.Started(ctx, s.tables.up)
	s.scheduleAlive(err)
}

// storeAlive stores that the server is up: since when, if that could not be stored yet.
func (s *scheduler) storeAlive() {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	var err error
	if !s.startStored {
		_, err = s.tables.cfg.Store.Started(ctx, s.tables.up)
	}
	if err == nil {
		err = s.tables.cfg.Store.Alive(ctx, s.tables.cfg.Now().UTC())
	}
	s.scheduleAlive(err)
}

// scheduleAlive decides when it is stored next that the server is up.
func (s *scheduler) scheduleAlive(err error) {
	s.nextAlive = s.tables.cfg.Now().Add(aliveEvery)
	if err == nil {
		s.startStored = true
		return
	}
	s.tables.cfg.Logger.Warn("it could not be stored that the server is up", slog.Any("error", err))
	s.nextAlive = s.tables.cfg.Now().Add(retryAfter)
}
