package lobby

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"quadrille/internal/evening"
	"quadrille/internal/table"
)

const (
	// roundInterval is how long the chores rest after each round.
	roundInterval = 100 * time.Millisecond
	// emptyTimeout is how long a waiting table stays at which nobody sits, while its host is
	// not connected. For other tables the quotas say how long: see [chores.patienceWith].
	emptyTimeout = 15 * time.Minute
	// eveningTimeout is the same at a table of an evening at which somebody sits.
	eveningTimeout = 30 * 24 * time.Hour
	// maxEmptyWaiting is how many tables may wait before those are closed at once at
	// which nobody sits and whose host is away: accounts cost nothing, so that a
	// bound for each host is none for all.
	maxEmptyWaiting = 200
	// taskTimeout bounds an attempt to close a table.
	taskTimeout = 5 * time.Second
)

// maintenance are what the lobby does by itself a few times a second at most: it tells who
// looks at it, sorts invitations, makes rematches, closes tables that everybody left.
type maintenance struct {
	cfg         *Config
	tables      *tables
	presence    *presence
	invitations *invitations
	publisher   *publisher
	opener      *opener
	evenings    *evening.Service
	stop        <-chan struct{}
	done        chan struct{}          // closed when they have ended
	unattended  map[table.ID]time.Time // since when nobody of a waiting table is connected
}

// run is the goroutine of the chores.
func (c *maintenance) run() {
	defer close(c.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case <-c.publisher.wake:
		case <-timer.C:
		case <-c.stop:
			return
		}
		if next := c.round(); next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(max(0, next.Sub(c.cfg.Now())))
		}
		rest := time.NewTimer(roundInterval)
		select {
		case <-rest.C:
		case <-c.stop:
			rest.Stop()
			return
		}
	}
}

// round tells the watchers, sorts the mail, makes rematches, and closes tables
// that everybody left. It returns
// when the next will be due, zero if none will.
func (c *maintenance) round() (next time.Time) {
	defer func() {
		if fault := recover(); fault != nil {
			c.cfg.Logger.Error("a panic in the lobby's chores", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	c.publisher.publish()
	deserted, next := c.unattendedDue()
	wanted := c.agreedRematches()
	next = soonest(next, c.invitations.expire())
	c.tables.loaded.releaseFinished()
	for _, t := range wanted {
		c.openRematch(t)
	}
	for _, id := range deserted {
		c.closeTable(id)
	}
	c.enterResults()
	c.updateStrengths()
	return next
}

// unattendedTable is a waiting table of which neither the host nor anybody who sits there is connected.
type unattendedTable struct {
	id      table.ID
	since   time.Time // when the last of them went, or somebody sat down, stood up or got ready later
	timeout time.Duration
	empty   bool // nobody sits there
}

// unattendedDue is the waiting tables to be closed now, and when the next will be.
// Where more tables wait than there is room for, those at which nobody sits are
// closed at once.
func (c *maintenance) unattendedDue() (now []table.ID, next time.Time) {
	left, waiting := c.unattendedTables()
	c.unattended = map[table.ID]time.Time{}
	for _, a := range left {
		due := a.since.Add(a.timeout)
		crowded := waiting > maxEmptyWaiting && a.empty
		if crowded || !due.After(c.cfg.Now()) {
			now = append(now, a.id)
			a.since = c.cfg.Now() // should it not work out, again after a while
			due = a.since.Add(a.timeout)
			waiting--
		}
		c.unattended[a.id] = a.since
		if next.IsZero() || due.Before(next) {
			next = due
		}
	}
	return now, next
}

// unattendedTables is the tables left alone, those that are closed soonest first, and
// how many tables wait in all.
func (c *maintenance) unattendedTables() (left []unattendedTable, waiting int) {
	tables := c.tables.directory.waitingTables()
	for _, t := range tables {
		if c.attended(t.Summary) {
			continue
		}
		since, ok := c.unattended[t.ID]
		if !ok {
			since = c.cfg.Now()
		}
		if t.Summary.Changed.After(since) {
			since = t.Summary.Changed
		}
		patience, empty := c.timeoutOf(t.Summary)
		left = append(left, unattendedTable{t.ID, since, patience, empty})
	}
	slices.SortFunc(left, func(a, b unattendedTable) int {
		return cmp.Or(cmp.Compare(a.timeout, b.timeout), a.since.Compare(b.since), cmp.Compare(a.id, b.id))
	})
	return left, len(tables)
}

// attended reports whether the host, or somebody who sits there, is here.
func (c *maintenance) attended(s *table.Summary) bool {
	if c.presence.has(s.Host.ID) {
		return true
	}
	for i := range s.Seats {
		if id := s.Seats[i].Player.ID; id != "" && c.presence.has(id) {
			return true
		}
	}
	return false
}

// timeoutOf returns how long a waiting table is left alone, and whether nobody sits there.
func (c *maintenance) timeoutOf(s *table.Summary) (patience time.Duration, empty bool) {
	limits := c.cfg.Quotas.Limits()
	switch {
	case !slices.ContainsFunc(s.Seats[:], func(seat table.SeatSummary) bool { return seat.Player.ID != "" }):
		return emptyTimeout, true
	case s.Terms.Evening != nil:
		return eveningTimeout, false
	case s.Terms.Clock.Correspondence():
		return limits.CorrespondenceWaitingTimeout, false
	}
	return limits.WaitingTimeout, false
}

func (c *maintenance) closeTable(id table.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	t, err := c.tables.open(ctx, id)
	if err == nil {
		err = t.CloseIfEmpty(ctx)
	}
	if err != nil {
		c.cfg.Logger.Warn("a deserted table stays", slog.Int64("table", int64(id)), slog.Any("error", err))
		return
	}
	c.cfg.Logger.Info("table closed", slog.Int64("table", int64(id)), slog.String("why", "nobody connected"))
}

// enterResults lets the evening that is on know of games that are over.
func (c *maintenance) enterResults() {
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	c.evenings.EnterResults(ctx)
}
