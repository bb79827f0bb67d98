package lobby

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
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
	// lettersFor is the same where people play days apart, and never meet, and where
	// an evening waits for them.
	lettersFor = 30 * 24 * time.Hour
	// waitingRoom is how many tables may wait before those are closed at once at
	// which nobody sits and whose host is away: accounts cost nothing, so that a
	// bound for each host is none for all.
	waitingRoom = 200
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

// round tells the watchers, sorts the mail, makes rematches, and closes tables
// that everybody left. It returns
// when the next will be due, zero if none will.
func (l *Lobby) round() (next time.Time) {
	defer func() {
		if fault := recover(); fault != nil {
			l.cfg.Logger.Error("the lobby's crier fell over", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	l.mu.Lock()
	l.fresh()
	for w := range l.watchers {
		w.box.Put(l.seen(w.who))
	}
	deserted, next := l.deserted()
	wanted := l.wanted()
	next = soonest(next, l.sortMail())
	l.mu.Unlock()
	l.loaded.rest()
	for _, t := range wanted {
		l.again(t)
	}
	for _, id := range deserted {
		l.abandon(id)
	}
	l.hearResults()
	l.weigh()
	return next
}

// alone is a waiting table that nobody who has to do with it looks after.
type alone struct {
	id       table.ID
	since    time.Time
	patience time.Duration
}

// deserted is the waiting tables to be closed now, and when the next will be.
// Where more tables wait than there is room for, those at which nobody sits are
// closed at once. The lock is held.
func (l *Lobby) deserted() (now []table.ID, next time.Time) {
	left, waiting := l.leftAlone()
	l.lonely = map[table.ID]time.Time{}
	for _, a := range left {
		due := a.since.Add(a.patience)
		crowded := waiting > waitingRoom && a.patience == emptyFor
		if crowded || !due.After(l.cfg.Now()) {
			now = append(now, a.id)
			a.since = l.cfg.Now() // should it not work out, again after a while
			due = a.since.Add(a.patience)
			waiting--
		}
		l.lonely[a.id] = a.since
		if next.IsZero() || due.Before(next) {
			next = due
		}
	}
	return now, next
}

// leftAlone is the tables left alone, those that are closed soonest first, and
// how many tables wait in all.
func (l *Lobby) leftAlone() (left []alone, waiting int) {
	tables := l.directory.waitingTables()
	for _, t := range tables {
		if l.anybodyOf(t.Summary) {
			continue
		}
		since, ok := l.lonely[t.ID]
		if !ok {
			since = l.cfg.Now()
		}
		left = append(left, alone{t.ID, since, patienceWith(t.Summary)})
	}
	slices.SortFunc(left, func(a, b alone) int {
		return cmp.Or(cmp.Compare(a.patience, b.patience), a.since.Compare(b.since), cmp.Compare(a.id, b.id))
	})
	return left, len(tables)
}

// anybodyOf reports whether the host, or somebody who sits there, is here.
func (l *Lobby) anybodyOf(s *table.Summary) bool {
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

func patienceWith(s *table.Summary) time.Duration {
	for i := range s.Seats {
		switch taken := s.Seats[i].Player.ID != ""; {
		case taken && (s.Terms.Clock.Correspondence() || s.Terms.Evening != nil):
			return lettersFor
		case taken:
			return desertedFor
		}
	}
	return emptyFor
}

func (l *Lobby) abandon(id table.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), soonEnough)
	defer cancel()
	t, err := l.openTable(ctx, id)
	if err == nil {
		err = t.Abandon(ctx)
	}
	if err != nil {
		l.cfg.Logger.Warn("a deserted table stays", slog.Int64("table", int64(id)), slog.Any("error", err))
	}
}

// hearResults lets the evening that is on know of games that are over.
func (l *Lobby) hearResults() {
	ctx, cancel := context.WithTimeout(context.Background(), soonEnough)
	defer cancel()
	l.evenings.EnterResults(ctx)
}
