package lobby

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"quadrille/internal/table"
)

const (
	// breath is how long the crier rests after each telling.
	breath = 100 * time.Millisecond
	// A waiting table is closed when nobody who has to do with it, host or
	// seated, was here for so long: soon if nobody sits there, else in a day,
	// since people agree to meet.
	emptyFor    = 15 * time.Minute
	desertedFor = 24 * time.Hour
	// soonEnough bounds an attempt to close a table.
	soonEnough = 5 * time.Second
)

// cry is the lobby's goroutine.
func (l *Lobby) cry() {
	defer close(l.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case <-l.nudge:
		case <-timer.C:
		case <-l.stop:
			return
		}
		if next := l.round(); next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(max(0, next.Sub(l.cfg.Now())))
		}
		rest := time.NewTimer(breath)
		select {
		case <-rest.C:
		case <-l.stop:
			rest.Stop()
			return
		}
	}
}

// round tells the watchers, and closes tables that everybody left. It returns
// when the next will be due, zero if none will.
func (l *Lobby) round() (next time.Time) {
	defer func() {
		if fault := recover(); fault != nil {
			l.cfg.Logger.Error("the lobby's crier fell over", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	l.mu.Lock()
	view := l.current()
	for w := range l.watchers {
		w.box.Put(view)
	}
	deserted, next := l.deserted(view)
	l.mu.Unlock()
	for _, t := range deserted {
		l.abandon(t)
	}
	return next
}

// deserted is the waiting tables to be closed now, and when the next will be.
// The lock is held.
func (l *Lobby) deserted(view *View) (now []*table.Table, next time.Time) {
	still := map[table.ID]time.Time{}
	for i := range view.Tables {
		s := &view.Tables[i]
		if s.Phase != table.Waiting || l.anybodyOf(s) {
			continue
		}
		since, ok := l.lonely[s.ID]
		if !ok {
			since = l.cfg.Now()
		}
		due := since.Add(patienceWith(s))
		if !due.After(l.cfg.Now()) {
			now = append(now, l.tables[s.ID])
			since = l.cfg.Now() // should it not work out, again after a while
			due = since.Add(patienceWith(s))
		}
		still[s.ID] = since
		if next.IsZero() || due.Before(next) {
			next = due
		}
	}
	l.lonely = still
	return now, next
}

// anybodyOf reports whether the host, or somebody who sits there, is here.
func (l *Lobby) anybodyOf(s *Summary) bool {
	if l.here[s.Host.ID] != nil {
		return true
	}
	for i := range s.Seats {
		if id := s.Seats[i].Player.ID; id != "" && l.here[id] != nil {
			return true
		}
	}
	return false
}

func patienceWith(s *Summary) time.Duration {
	for i := range s.Seats {
		if s.Seats[i].Player.ID != "" {
			return desertedFor
		}
	}
	return emptyFor
}

func (l *Lobby) abandon(t *table.Table) {
	ctx, cancel := context.WithTimeout(context.Background(), soonEnough)
	defer cancel()
	if err := t.Abandon(ctx); err != nil {
		l.cfg.Logger.Warn("a deserted table stays", slog.Int64("table", int64(t.View().ID)), slog.Any("error", err))
	}
}
