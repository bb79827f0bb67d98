// Package closer closes waiting tables that use up quotas: tables that have waited too
// long for players, and tables that a banned account or address has opened. A [Closer]
// does this in the background. [CloseAll] closes all tables of an account or address for a
// moderator. Only CloseAll closes games in progress.
package closer

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/adjudication"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

const (
	roundTimeout = 30 * time.Second // maximum duration of one round of checks
	retryAfter   = time.Minute      // time until the next round after an error
)

// Config configures a [Closer].
type Config struct {
	Clock  *clock.Clock // nil means the system's clock
	Lobby  *lobby.Lobby
	Club   *club.Club
	Limits func() config.Quotas
	Logger *slog.Logger
}

// Closer closes tables that have waited too long for players, and waiting tables that were
// opened by a banned account or address.
type Closer struct {
	Config
	tables lobby.System
	wake   background.Signal // has capacity 1; a value means that something has changed
	stop   context.CancelFunc
	ended  chan struct{}
}

// Start returns a closer that runs until Close is called.
func Start(cfg Config) *Closer {
	ctx, stop := context.WithCancel(context.Background())
	c := &Closer{Config: cfg, tables: lobby.ForSystem(cfg.Lobby), wake: background.NewSignal(), stop: stop, ended: make(chan struct{})}
	go c.run(ctx)
	return c
}

// Wake makes the closer check all tables now. Call it after a change of bans or limits.
func (c *Closer) Wake() {
	c.wake.Send()
}

// Close stops the goroutine and waits until it has ended.
func (c *Closer) Close() {
	c.stop()
	<-c.ended
}

func (c *Closer) run(ctx context.Context) {
	defer close(c.ended)
	for ctx.Err() == nil {
		timer := time.NewTimer(c.round(ctx))
		select {
		case <-timer.C:
		case <-c.wake:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// round closes the waiting tables that have waited too long or were opened by a banned
// account or address. It returns the time until the next round.
func (c *Closer) round(ctx context.Context) (next time.Duration) {
	limits := c.Limits()
	next = min(limits.WaitingTimeout, limits.CorrespondenceWaitingTimeout)
	defer background.LogPanic(c.Logger, "panic", "in", "closer")
	ctx, cancel := context.WithTimeout(ctx, roundTimeout)
	defer cancel()
	origins, err := c.tables.Origins(ctx)
	if err != nil {
		c.Logger.Warn("cannot read the addresses from which tables were opened", slog.Any("error", err))
		return min(next, retryAfter)
	}
	bans := c.Club.Bans.All()
	for _, s := range c.tables.Live() {
		origin, known := origins[s.ID]
		if s.Phase != table.Waiting || s.Terms.Evening != nil {
			continue
		}
		why, left := "", waitLeft(s, origin, known, limits, c.Clock)
		switch {
		case c.banned(bans, s.Host.ID, origin.Address):
			why = "banned"
		case left <= 0:
			why = "nobody joined"
		default:
			next = min(next, left)
			continue
		}
		if err := c.dismiss(ctx, s.ID); err != nil {
			c.Logger.Warn("cannot close a table", slog.Int64("table", int64(s.ID)), slog.String("why", why), slog.Any("error", err))
			next = min(next, retryAfter)
			continue
		}
		c.Logger.Info("table closed", slog.Int64("table", int64(s.ID)), slog.String("why", why))
	}
	return next
}

func (c *Closer) dismiss(ctx context.Context, id table.ID) error {
	t, err := c.tables.Table(ctx, id)
	if err != nil {
		return err
	}
	return t.CloseWaiting(ctx)
}

// banned reports whether the host of a table, or the address from which it was opened, is
// banned, and the ban applies to the host's role.
func (c *Closer) banned(bans []club.Ban, host player.ID, from netip.Prefix) bool {
	role := c.Club.Role(host)
	for _, b := range bans {
		if b.Exempts(role) {
			continue
		}
		if b.Account != "" && b.Account == host || b.Range.IsValid() && from.IsValid() && b.Range.Overlaps(from) {
			return true
		}
	}
	return false
}

// noLimit is the result of waitLeft for a table that the closer does not close, because
// the lobby closes it when its players stay away.
const noLimit = 1000 * time.Hour

// waitLeft returns how long a table may still wait for players before the closer closes it.
func waitLeft(s *view.Summary, origin quota.Origin, known bool, limits config.Quotas, clk *clock.Clock) time.Duration {
	if !known {
		return noLimit // the origin is unknown for a rematch, and for a table from an old version of the server
	}
	for _, seat := range s.Seats {
		if id := seat.Player.ID; id != "" && id != s.Host.ID && !id.Bot() {
			return noLimit
		}
	}
	limit := limits.WaitingTimeout
	if s.Terms.Clock.Correspondence() {
		limit = limits.CorrespondenceWaitingTimeout
	}
	return limit - clk.Since(origin.At)
}

// Whose selects the tables of an account, or the tables opened from a range of addresses.
type Whose struct {
	Account player.Player
	Range   netip.Prefix
}

// CloseAll closes the selected tables for a moderator. Games in progress become void. It
// skips tables at which the moderator plays and, in a range of addresses, tables of hosts with
// the moderator's role or a higher one. One audit entry records all closed tables.
func CloseAll(
	ctx context.Context,
	theLobby *lobby.Lobby,
	adjudicator *adjudication.Adjudicator,
	whose Whose,
	reason string,
) (done string, err error) {
	roles, by := adjudicator.Club.Roles, adjudicator.By.ID
	if err := roles.MayActOn(by, whose.Account.ID, reason); err != nil {
		return "", err
	}
	if err := roles.MayActOnRange(by, whose.Range); err != nil {
		return "", err
	}
	tables := lobby.ForSystem(theLobby)
	origins, err := tables.Origins(ctx)
	if err != nil {
		return "", err
	}
	var list []*live.Table
	skipped := 0
	for _, s := range tables.Live() {
		from := origins[s.ID].Address
		switch {
		case whose.Account.ID != "" && s.Host.ID == whose.Account.ID:
		case whose.Range.IsValid() && from.IsValid() && whose.Range.Overlaps(from):
			if s.Host.ID != by && roles.MayActOn(by, s.Host.ID, reason) != nil {
				skipped++
				continue
			}
		default:
			continue
		}
		t, err := tables.Table(ctx, s.ID)
		if err != nil {
			return "", err
		}
		list = append(list, t)
	}
	entry := club.AuditEntry{Target: whose.Account.ID, Reason: reason}
	if whose.Range.IsValid() {
		entry.Range = whose.Range.String()
	}
	closed, err := adjudicator.CloseAll(ctx, list, entry)
	if err != nil {
		return "", err
	}
	done = fmt.Sprintf("%d tables are closed", closed)
	if left := len(list) - closed; left > 0 {
		done += fmt.Sprintf("; %d were skipped because you play there or they had already ended", left)
	}
	if skipped > 0 {
		done += fmt.Sprintf("; %d were skipped because their hosts have a role that is not lower than yours", skipped)
	}
	return done, nil
}
