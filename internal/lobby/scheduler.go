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
	// maxDueAtOnce limits how many due tables are loaded at the same time. Tables loaded
	// together share commits.
	maxDueAtOnce = 64
	// retryAfter is the time after which a failed task is tried again.
	retryAfter = time.Minute
	// aliveEvery is the interval at which the server stores that it still runs. After a
	// crash, up to this much of the time before it may not have been charged to
	// correspondence clocks.
	aliveEvery = time.Hour
)

// scheduler loads tables that are due while nobody is connected to them.
type scheduler struct {
	tables      *tables
	stop        <-chan struct{}
	woken       chan struct{} // capacity 1; a value means that the earliest due time may have changed
	done        chan struct{} // closed when run has returned
	startStored bool          // whether Started has succeeded
	nextAlive   time.Time     // when to call Alive next
}

func newScheduler(ts *tables, stop <-chan struct{}) *scheduler {
	return &scheduler{tables: ts, stop: stop, woken: make(chan struct{}, 1), done: make(chan struct{})}
}

// wake makes the scheduler look for due tables again. It does not block.
func (s *scheduler) wake() {
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

// run loads due tables until the lobby stops.
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

// settleDue loads tables that are due. Each table then does what is due by itself.
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
				s.tables.cfg.Logger.Warn("due table could not be loaded", slog.Int64("table", int64(id)), slog.Any("error", err))
				s.tables.directory.unloaded(id, s.tables.cfg.Now().Add(retryAfter))
			}
		})
	}
	all.Wait()
}

// recoverPanic logs a panic in one table and keeps the scheduler running.
func (s *scheduler) recoverPanic(id table.ID) {
	if fault := recover(); fault != nil {
		s.tables.cfg.Logger.Error("panic of a due table", slog.Int64("table", int64(id)), slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
	}
}

// started reads the outages, and stores that the server has started.
func (s *scheduler) started(ctx context.Context) {
	var err error
	s.tables.outages, err = s.tables.cfg.Store.Started(ctx, s.tables.up)
	s.scheduleAlive(err)
}

// storeAlive stores that the server still runs. If storing the start of the server failed,
// it tries that again instead.
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

// scheduleAlive sets when storeAlive is called next.
func (s *scheduler) scheduleAlive(err error) {
	s.nextAlive = s.tables.cfg.Now().Add(aliveEvery)
	if err == nil {
		s.startStored = true
		return
	}
	s.tables.cfg.Logger.Warn("running time could not be stored", slog.Any("error", err))
	s.nextAlive = s.tables.cfg.Now().Add(retryAfter)
}
