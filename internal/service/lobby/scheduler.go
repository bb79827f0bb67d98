package lobby

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/table"
)

const (
	// maxDueAtOnce is the maximum number of due tables that are loaded at the same time.
	// They are loaded together so that their events can share transactions.
	maxDueAtOnce = 64
	// retryAfter is how long the scheduler waits before it repeats a failed task.
	retryAfter = time.Minute
	// aliveEvery is the interval at which the server records that it is running. After a
	// crash, the time since the last record is not charged to correspondence clocks.
	aliveEvery = time.Hour
	// minStoredOutage is the length from which a stall of the process is stored. Shorter ones do
	// not matter to correspondence clocks.
	minStoredOutage = time.Minute
)

// scheduler loads tables that are due while nobody is connected to them. A table is due if
// it has a task that needs no command, such as ending a game whose clock has run out.
type scheduler struct {
	tables      *tables
	stop        <-chan struct{}
	woken       background.Signal // capacity 1; a value means that the earliest due time may have changed
	done        chan struct{}     // closed when scheduler.run has returned
	startStored bool              // whether the store's method Started has succeeded
	nextAlive   time.Time         // when to call the store's method Alive next, by the steady clock
	outagesTo   time.Time         // the end of the last outage that is stored
}

func newScheduler(ts *tables, stop <-chan struct{}) *scheduler {
	return &scheduler{tables: ts, stop: stop, outagesTo: ts.up, woken: background.NewSignal(), done: make(chan struct{})}
}

// run loads due tables until the lobby stops.
func (s *scheduler) run() {
	defer close(s.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	now, steady := s.tables.cfg.Clock.Now, s.tables.cfg.Clock.Steady
	for {
		select {
		case <-s.woken:
		case <-timer.C:
		case <-s.stop:
			return
		}
		select {
		case <-s.stop: // do not begin anything while the lobby stops
			return
		default:
		}
		s.storeOutages()
		if !steady().Before(s.nextAlive) {
			s.storeAlive()
		}
		ids, next := s.tables.directory.dueBy(now(), maxDueAtOnce)
		s.settleDue(ids)
		wait := s.nextAlive.Sub(steady())
		if !next.IsZero() {
			wait = min(wait, next.Sub(now()))
		}
		timer.Reset(max(0, wait))
	}
}

// settleDue loads the given tables, and makes each of them do its due tasks.
func (s *scheduler) settleDue(ids []table.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() {
			defer background.LogPanic(s.tables.cfg.Logger, "panic while handling a scheduled action of a table", "table", int64(id))
			t, err := s.tables.loaded.open(ctx, id)
			if err == nil {
				err = t.RunDue(ctx)
			}
			if err != nil {
				s.tables.cfg.Logger.Warn(
					"cannot carry out a table's scheduled action",
					slog.Int64("table", int64(id)),
					slog.Any("error", err),
				)
				s.tables.directory.unloaded(id, s.tables.cfg.Clock.Now().Add(retryAfter))
			}
		})
	}
	all.Wait()
}

// started records that the server has started. It fails only if it cannot read the outages.
func (s *scheduler) started(ctx context.Context) (err error) {
	if c := s.tables.cfg.Cluster; !c.alone() && len(c.Nodes.Nodes()) > 1 { // record no outage, because other nodes were running
		if err := s.tables.cfg.Store.Alive(ctx, s.tables.up); err != nil {
			s.tables.cfg.Logger.Warn("cannot record that the server is running", slog.Any("error", err))
		}
	}
	err = s.storeStart(ctx, s.tables.up)
	s.scheduleAlive(err)
	if s.tables.outages.Load() != nil {
		return nil
	}
	return err
}

// storeStart records that an outage has ended, and reads all outages.
func (s *scheduler) storeStart(ctx context.Context, at time.Time) error {
	list, err := s.tables.cfg.Store.Started(ctx, at)
	if list != nil {
		list = list.Merged()
		s.tables.outages.Store(&list)
	}
	return err
}

// storeOutages stores the periods by which the clock was set, or for which the process did not
// run, because correspondence clocks must not count them after a restart either. If that
// fails, it is tried again when the scheduler runs next.
func (s *scheduler) storeOutages() {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	others := !s.tables.cfg.Cluster.alone() && len(s.tables.cfg.Cluster.Nodes.Nodes()) > 1
	for _, o := range s.tables.cfg.Clock.Outages().After(s.outagesTo) {
		if o.Until.Sub(o.From) < minStoredOutage || o.Local && others {
			s.outagesTo = o.Until
			continue
		}
		err := s.tables.cfg.Store.Alive(ctx, o.From)
		if err == nil {
			err = s.storeStart(ctx, o.Until)
		}
		if err != nil {
			s.tables.cfg.Logger.Warn("cannot record that the clock was set", slog.Any("error", err))
			return
		}
		s.outagesTo = o.Until
		s.tables.directory.shift(clock.Outages{o})
	}
}

// storeAlive records that the server is running. If its start is not recorded yet,
// storeAlive first records the start.
func (s *scheduler) storeAlive() {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	var err error
	if !s.startStored {
		err = s.storeStart(ctx, s.tables.up)
	}
	if err == nil {
		err = s.tables.cfg.Store.Alive(ctx, s.tables.cfg.Clock.Now())
	}
	s.scheduleAlive(err)
}

// scheduleAlive sets the time of the next call of storeAlive.
func (s *scheduler) scheduleAlive(err error) {
	s.nextAlive = s.tables.cfg.Clock.Steady().Add(aliveEvery)
	if err == nil {
		s.startStored = true
		return
	}
	s.tables.cfg.Logger.Warn("cannot record that the server is running", slog.Any("error", err))
	s.nextAlive = s.tables.cfg.Clock.Steady().Add(retryAfter)
}
