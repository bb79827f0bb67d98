package seek

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// add adds a seek to the list, or changes the times at which its players allow bots. If no
// goroutine executes the method `run`, add starts one.
func (s *Service) add(id table.ID, wishes map[player.ID]time.Time, level int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] == nil {
		s.open[id] = &seek{wishes: map[player.ID]time.Time{}, lost: map[player.ID]time.Time{}, came: map[player.ID]time.Time{}}
	}
	s.postpone()
	maps.Copy(s.open[id].wishes, wishes)
	s.open[id].level = level
	if !s.running && s.ctx.Err() == nil {
		s.running = true
		s.ended.Go(s.run)
	}
}

// run calls tend after each change of the lobby and at the times that tend returns. It ends
// when no seek is open.
func (s *Service) run() {
	watcher := s.cfg.Tables.Watch()
	defer watcher.Close()
	lobby, more := watcher.Take(s.ctx)
	for more {
		if lobby != nil {
			s.addAll(lobby.Tables)
		}
		next := s.tend()
		s.mu.Lock()
		s.running = len(s.open) > 0
		ended := !s.running
		s.mu.Unlock()
		if ended {
			return
		}
		lobby, more = s.wait(watcher, next)
	}
}

// wait waits until the lobby changes or the given time is reached. It returns the new view of the
// lobby if it has changed, and false when the service or the lobby is closed.
func (s *Service) wait(watcher view.Watcher, due time.Time) (lobby *view.Lobby, more bool) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if !due.IsZero() {
		ctx, cancel = context.WithTimeout(s.ctx, max(due.Sub(s.cfg.Clock.Now()), 10*time.Millisecond))
	}
	defer cancel()
	lobby, more = watcher.Take(ctx)
	return lobby, more || ctx.Err() != nil && s.ctx.Err() == nil
}

// tend updates all seeks. It returns the time at which it must be called again even if the
// lobby has not changed, or zero if no such call is needed.
func (s *Service) tend() (next time.Time) {
	s.mu.Lock()
	s.postpone()
	open := maps.Clone(s.open)
	s.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(open)) {
		due, waits := s.tendOne(id, open[id])
		if waits {
			due = clock.Earliest(due, s.shareDue(id, open[id]))
		}
		next = clock.Earliest(next, due)
		if !waits {
			s.mu.Lock()
			delete(s.open, id)
			s.mu.Unlock()
		}
	}
	return next
}

// postpone moves the times at which players allow bots by the outages since its last call, for
// example because the clock was set. The caller holds the lock.
func (s *Service) postpone() {
	for _, o := range s.cfg.Clock.Outages().After(s.postponed) {
		s.postponed = o.Until
		if o.Local && s.cfg.News != nil { // other nodes ran meanwhile
			continue
		}
		for _, one := range s.open {
			for who, at := range one.wishes {
				if !at.IsZero() {
					one.wishes[who] = at.Add(o.Until.Sub(o.From))
				}
			}
		}
	}
}

// tendOne updates the table of a seek: it frees the seats of players who have disconnected,
// seats bots when they are due, and closes the table if no player is left. It returns the
// time of the next update, and whether the table still waits for players.
func (s *Service) tendOne(id table.ID, one *seek) (next time.Time, waits bool) {
	defer background.LogPanic(s.cfg.Logger, "panic while handling a seek", "table", int64(id))
	line := s.cfg.Tables.Line("", id)
	if line == nil || !line.IsSeek() { // a standby may have given the number to another table
		return time.Time{}, false
	}
	if !s.cfg.Tables.First(id) { // another node updates this seek
		return time.Time{}, true
	}
	ctx, cancel := context.WithTimeout(s.ctx, taskTimeout)
	defer cancel()
	t, err := s.cfg.Tables.Table(ctx, id)
	if err != nil {
		return s.failed(id, err), true
	}
	seated, ready, now := people(line.Seats[:]), true, s.cfg.Clock.Now()
	if len(seated) == 0 {
		if one.empty.IsZero() { // the seek may be starting, at this node or another one
			one.empty = now
		}
		if due := s.cfg.Clock.Outages().Shift(one.empty).Add(lostAfter); due.After(now) {
			return due, true
		}
		if err := t.CloseUnlessSeated(ctx); err != nil {
			return s.failed(id, err), true
		}
		return time.Time{}, false
	}
	one.empty = time.Time{}
	for _, seat := range seated {
		who := seat.Player
		ready = ready && seat.Ready
		if seat.Present || s.cfg.Tables.Present(id, who.ID) {
			delete(one.lost, who.ID)
			continue
		}
		ready = false
		if one.lost[who.ID].IsZero() {
			one.lost[who.ID] = now
		}
		due := s.cfg.Clock.Outages().Shift(one.lost[who.ID]).Add(lostAfter)
		if due.After(now) {
			next = clock.Earliest(next, due)
		} else if err := s.leave(ctx, t, who); err != nil {
			next = clock.Earliest(next, s.failed(id, err))
		}
	}
	return clock.Earliest(next, s.fill(ctx, t, one, line, ready)), true
}

// fill gives the empty seats to bots if the time for bots has come and everybody is ready. It
// returns the time of the next attempt, or the zero time if no attempt is necessary before
// the lobby changes.
func (s *Service) fill(ctx context.Context, t *live.Table, one *seek, line *view.Summary, ready bool) time.Time {
	s.mu.Lock()
	at, retry, level := one.botsAt(line), one.retry, one.level
	s.mu.Unlock()
	switch now := s.cfg.Clock.Now(); {
	case at.IsZero():
		return time.Time{}
	case at.After(now):
		return at
	case !ready:
		return time.Time{}
	case retry.After(now):
		return retry
	}
	if err := t.FillWithBots(ctx, level); err != nil {
		again := s.failed(t.View().ID, err)
		s.mu.Lock()
		defer s.mu.Unlock()
		one.retry = again
		return again
	}
	return time.Time{}
}

// failed is called when a seek could not be updated. It logs the error and returns the time of
// the next attempt.
func (s *Service) failed(id table.ID, err error) time.Time {
	s.cfg.Logger.Warn("cannot update a seek", slog.Int64("table", int64(id)), slog.Any("error", err))
	return s.cfg.Clock.Now().Add(lostAfter)
}
