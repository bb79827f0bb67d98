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

// The server checks for stalls every stallInterval. If more than stallThreshold has passed
// since the previous check, that time was a stall. The newest maxStalls stalls are remembered.
const (
	stallInterval  = 500 * time.Millisecond
	stallThreshold = 2 * time.Second
	maxStalls      = 16
)

// Stalls detects periods during which the whole server process did not run, because it was
// stopped or got no CPU time. Clocks do not count these periods, because nobody could move.
type Stalls struct {
	logger *slog.Logger
	mu     sync.Mutex
	last   time.Time      // time of the last check for a stall
	list   []table.Outage // the last maxStalls periods in which the process did not run, in order of time
}

// WatchStalls detects periods during which the server process did not run. It stops when ctx is
// done.
func WatchStalls(ctx context.Context, logger *slog.Logger) *Stalls {
	s := &Stalls{logger: logger, last: time.Now()}
	go func() {
		tick := time.NewTicker(stallInterval)
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

// Since returns the stalls (periods in which the process did not run) that ended after the
// given time. It first checks for a stall that is just ending, so that a table never handles
// a command before the stall is detected.
func (s *Stalls) Since(after time.Time) []table.Outage {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if gap := now.Sub(s.last); gap > stallThreshold {
		s.list = append(s.list, table.Outage{From: s.last, Until: now})
		s.list = slices.Clone(s.list[max(0, len(s.list)-maxStalls):])
		s.logger.Warn("the server stalled; the stall is not charged to players' clocks", slog.Duration("for", gap))
	}
	s.last = now
	first := len(s.list)
	for first > 0 && s.list[first-1].Until.After(after) {
		first--
	}
	return s.list[first:]
}

// stalls returns the periods since the last stored event in which the server process did
// not run although a clock was running. It returns none for a correspondence clock,
// because a few seconds do not matter there. In a cluster, it returns none unless the
// player to move is connected to this node only.
func (l *loop) stalls() (list []table.Outage) {
	if l.cfg.Cluster != nil && !l.subscribers.isOnlyHere(l.schedule.actor()) {
		return nil
	}
	if l.outages.pending() || !l.state.Clocks.Ticking() || l.state.Clocks.Settings.Correspondence() {
		return nil
	}
	for _, s := range l.cfg.Stalls.Since(l.state.Clocks.Since) {
		if s.From = fold.Later(s.From, fold.Later(l.state.Clocks.Since, l.state.Times.Last)); s.From.Before(s.Until) {
			list = append(list, s)
		}
	}
	return list
}
