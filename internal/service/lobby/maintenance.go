package lobby

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/service/evening"
	"quadrille/internal/table"
)

const (
	// roundInterval is the minimum time between two rounds of maintenance.
	roundInterval = 100 * time.Millisecond
	// emptyTimeout is how long a waiting table without players stays open while its host is not
	// connected. [maintenance.timeoutOf] chooses the timeout of other waiting tables.
	emptyTimeout = 15 * time.Minute
	// eveningTimeout is how long a waiting table of an evening stays open while its players
	// are not connected.
	eveningTimeout = 30 * 24 * time.Hour
	// maxEmptyWaiting is the number of waiting tables above which a table without players is
	// closed immediately if its host is not connected. A limit for each host would not be
	// enough, because anybody can have many accounts.
	maxEmptyWaiting = 200
	// taskTimeout is the maximum duration of each task in a round of maintenance.
	taskTimeout = 5 * time.Second
)

// maintenance does the periodic work of the lobby, in at most ten rounds a second. It
// publishes changes, expires invitations, opens rematches and closes unattended tables.
type maintenance struct {
	cfg         *Config
	tables      *tables
	presence    *presence
	invitations *invitations
	publisher   *publisher
	opener      *opener
	evenings    *evening.Service
	stop        <-chan struct{}
	done        chan struct{}          // closed when the method `run` has returned
	unattended  map[table.ID]time.Time // for each unattended waiting table, the time of the steady clock from which its timeout is counted
	resolveAt   time.Time              // the time of the steady clock at which to look again for tables that were created in doubt
	ratingsAt   time.Time              // if ratings could not be read: the time of the steady clock at which to read them again
}

// run performs rounds of maintenance until the lobby stops.
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
			timer.Reset(max(0, next.Sub(c.cfg.Clock.Steady())))
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

// round performs one round of maintenance. It returns the time of the steady clock at which the
// next round is due even if nothing changes, or zero if no such round is needed.
func (c *maintenance) round() (next time.Time) {
	defer background.LogPanic(c.cfg.Logger, "panic in lobby maintenance")
	c.publisher.publish()
	deserted, next := c.unattendedDue()
	wanted := c.agreedRematches()
	next = clock.Earliest(next, c.invitations.expire(), c.readRatings(), c.resolveCreations())
	c.tables.loaded.releaseFinished()
	for _, t := range wanted {
		c.openRematch(t)
	}
	for _, id := range deserted {
		c.closeTable(id)
	}
	c.enterResults()
	return next
}

// resolveCreations lists tables that were stored although the outcome of their creation was unknown.
// It returns when it must be called again, or zero.
func (c *maintenance) resolveCreations() (again time.Time) {
	if !c.opener.inDoubt() {
		return time.Time{}
	}
	if now := c.cfg.Clock.Steady(); now.Before(c.resolveAt) {
		return c.resolveAt
	}
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	done, err := c.opener.resolve(ctx)
	if err != nil {
		c.cfg.Logger.Warn("cannot read which tables were created", slog.Any("error", err))
	}
	if done {
		return time.Time{}
	}
	c.resolveAt = c.cfg.Clock.Steady().Add(table.RetryAfter)
	return c.resolveAt
}

// unattendedTable is a waiting table whose host and seated players are all disconnected.
type unattendedTable struct {
	id table.ID
	// when the host or the last seated player disconnected; or, if later, when a player sat down, left or changed
	// readiness
	since   time.Time
	timeout time.Duration
	empty   bool // whether all seats are open
}

// unattendedDue returns the waiting tables that must be closed now, and the time when the
// next table must be closed.
func (c *maintenance) unattendedDue() (now []table.ID, next time.Time) {
	left, waiting := c.unattendedTables()
	c.unattended = map[table.ID]time.Time{}
	for _, a := range left {
		due := a.since.Add(a.timeout)
		crowded := waiting > maxEmptyWaiting && a.empty
		if crowded || !due.After(c.cfg.Clock.Steady()) {
			now = append(now, a.id)
			a.since = c.cfg.Clock.Steady() // if closing the table fails, try again after the same timeout
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

// unattendedTables returns the waiting tables at which neither the host nor a seated player is
// connected, in the order in which to close them, and the number of all waiting tables.
func (c *maintenance) unattendedTables() (left []unattendedTable, waiting int) {
	tables := c.tables.directory.waitingTables()
	for _, t := range tables {
		if c.attended(t.Summary) || !c.cfg.Cluster.first(t.ID) {
			continue
		}
		since, ok := c.unattended[t.ID]
		if !ok {
			since = c.cfg.Clock.Steady()
		}
		if changed := c.cfg.Clock.SteadyAt(t.Summary.Changed); changed.After(since) {
			since = changed
		}
		patience, empty := c.timeoutOf(t.Summary)
		left = append(left, unattendedTable{t.ID, since, patience, empty})
	}
	slices.SortFunc(left, func(a, b unattendedTable) int {
		return cmp.Or(cmp.Compare(a.timeout, b.timeout), a.since.Compare(b.since), cmp.Compare(a.id, b.id))
	})
	return left, len(tables)
}

// attended reports whether the host or a seated player is connected.
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

// timeoutOf returns how long a waiting table stays open while neither its host nor a seated
// player is connected, and whether all its seats are open.
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
		c.cfg.Logger.Warn("cannot close a table at which nobody is connected", slog.Int64("table", int64(id)), slog.Any("error", err))
		return
	}
	c.cfg.Logger.Info("table closed", slog.Int64("table", int64(id)), slog.String("reason", "nobody connected"))
}

// enterResults enters the results of finished games in the current club evening.
func (c *maintenance) enterResults() {
	if !c.cfg.Cluster.alone() && !c.cfg.Cluster.Nodes.First("evenings") {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), taskTimeout)
	defer cancel()
	c.evenings.EnterResults(ctx)
}
