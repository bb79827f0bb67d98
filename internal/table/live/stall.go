package live

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// How a stall is noticed: the time between two beats is longer than it can be while
// the process runs.
const (
	stallBeat   = 500 * time.Millisecond
	stallAfter  = 2 * time.Second
	stallsKnown = 16
)

// Stalls notices when the whole server stands still: it was stopped, or had no
// processor. Nobody could move meanwhile, so no clock is charged for it.
type Stalls struct {
	logger *slog.Logger
	mu     sync.Mutex
	last   time.Time      // when the server was last known to run
	list   []table.Outage // the latest, the oldest first
}

// WatchStalls begins to watch, until ctx is done.
func WatchStalls(ctx context.Context, logger *slog.Logger) *Stalls {
	s := &Stalls{logger: logger, last: time.Now()}
	go func() {
		tick := time.NewTicker(stallBeat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				s.Since(time.Now())
			}
		}
	}()
	return s
}

// Since returns the stalls that ended after a time. A stall that ends with this call
// is among them, so that a table never decides before it is noticed.
func (s *Stalls) Since(after time.Time) []table.Outage {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if gap := now.Sub(s.last); gap > stallAfter {
		s.list = append(s.list, table.Outage{From: s.last, Until: now})
		s.list = slices.Clone(s.list[max(0, len(s.list)-stallsKnown):])
		s.logger.Warn("the server stood still; clocks are not charged for that", slog.Duration("for", gap))
	}
	s.last = now
	first := len(s.list)
	for first > 0 && s.list[first-1].Until.After(after) {
		first--
	}
	return s.list[first:]
}

// stalls returns when the server stood still while the present clock ran. What was
// stored after a beat was stored while it ran. Where people have days for a move, some
// seconds are not worth two events.
func (l *loop) stalls() (list []table.Outage) {
	if l.outages.open() || !l.state.Clocks.Ticking() || l.state.Clocks.Settings.Correspondence() {
		return nil
	}
	for _, s := range l.cfg.Stalls.Since(l.state.Clocks.Since) {
		if s.From = fold.Later(s.From, fold.Later(l.state.Clocks.Since, l.state.Times.Last)); s.From.Before(s.Until) {
			list = append(list, s)
		}
	}
	return list
}
