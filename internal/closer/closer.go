// Package closer closes tables that take the room of others: those that wait for
// players although their host or the address that they were opened from is banned,
// those that nobody joins, and on request of a moderator all of an account or an
// address.
package closer

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"time"

	"quadrille/internal/adjudication"
	"quadrille/internal/club"
	"quadrille/internal/config"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/quota"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// takes is how long a round may take.
const takes = 30 * time.Second

// Config is what a closer is made of.
type Config struct {
	Lobby  *lobby.Lobby
	Club   *club.Club
	Limits func() config.Quotas
	Logger *slog.Logger
}

// Closer closes tables by itself, on a goroutine of its own.
type Closer struct {
	Config
	tables lobby.System
	wake   chan struct{} // capacity 1: something changed
	stop   context.CancelFunc
	ended  chan struct{}
}

// Start returns a closer that runs until Close. It looks at all tables first.
func Start(cfg Config) *Closer {
	ctx, stop := context.WithCancel(context.Background())
	c := &Closer{Config: cfg, tables: lobby.ForSystem(cfg.Lobby), wake: make(chan struct{}, 1), stop: stop, ended: make(chan struct{})}
	go c.run(ctx)
	return c
}

// Wake has the closer look at all tables: a ban or the limits changed.
func (c *Closer) Wake() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Close ends the goroutine and waits for it.
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

// round closes the tables that are to be closed now, and returns when to look again.
func (c *Closer) round(ctx context.Context) (next time.Duration) {
	limits := c.Limits()
	next = min(limits.WaitingTimeout, limits.CorrespondenceWaitingTimeout)
	defer func() {
		if fault := recover(); fault != nil {
			c.Logger.Error("panic", "in", "closer", "panic", fault, "stack", string(debug.Stack()))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, takes)
	defer cancel()
	origins, err := c.tables.Origins(ctx)
	if err != nil {
		c.Logger.Warn("it is not known where tables were opened", slog.Any("error", err))
		return next
	}
	bans := c.Club.Bans.All()
	for _, s := range c.tables.Live() {
		origin, known := origins[s.ID]
		if s.Phase != table.Waiting || s.Terms.Evening != nil {
			continue
		}
		why, left := "", unjoinedFor(&s, origin, known, limits)
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
			c.Logger.Warn("a table stays open", slog.Int64("table", int64(s.ID)), slog.String("why", why), slog.Any("error", err))
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

// banned reports whether the host of a table, or the address that it was opened from,
// is banned. An owner is not.
func (c *Closer) banned(bans []club.Ban, host player.ID, from netip.Prefix) bool {
	if c.Club.Role(host) == club.Owner {
		return false
	}
	for _, b := range bans {
		if b.Whom != "" && b.Whom == host || b.Range.IsValid() && from.IsValid() && b.Range.Overlaps(from) {
			return true
		}
	}
	return false
}

// forever is how long this package leaves a table that somebody has joined. The lobby closes
// it when nobody of them has been connected for as long as the quotas say.
const forever = 1000 * time.Hour

// unjoinedFor returns how long a table that waits may wait yet.
func unjoinedFor(s *lobby.Summary, origin quota.Origin, known bool, limits config.Quotas) time.Duration {
	if !known {
		return forever // a rematch, or a table from before origins were stored
	}
	for _, seat := range s.Seats {
		if id := seat.Player.ID; id != "" && id != s.Host.ID && !id.Bot() {
			return forever
		}
	}
	limit := limits.WaitingTimeout
	if s.Terms.Clock.Correspondence() {
		limit = limits.CorrespondenceWaitingTimeout
	}
	return limit - time.Since(origin.At)
}

// Whose says of whom all tables are closed: of an account, or of all that were opened
// from a range of addresses.
type Whose struct {
	Account player.Player
	Range   netip.Prefix
}

// CloseAll closes the tables of an account, or those that were opened from a range of
// addresses, for a moderator. A game that is being played counts for nothing then; one
// in which the moderator plays is left to others. One audit entry says what was done.
func CloseAll(ctx context.Context, hall *lobby.Lobby, court *adjudication.Adjudicator, whose Whose, reason string) (done string, err error) {
	tables := lobby.ForSystem(hall)
	origins, err := tables.Origins(ctx)
	if err != nil {
		return "", err
	}
	var list []*live.Table
	for _, s := range tables.Live() {
		from := origins[s.ID].Address
		switch {
		case whose.Account.ID != "" && s.Host.ID == whose.Account.ID:
		case whose.Range.IsValid() && from.IsValid() && whose.Range.Overlaps(from):
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
	closed, err := court.CloseAll(ctx, list, entry)
	if err != nil {
		return "", err
	}
	done = fmt.Sprintf("%d tables are closed", closed)
	if left := len(list) - closed; left > 0 {
		done += fmt.Sprintf("; %d are left, at which you play yourself or which ended meanwhile", left)
	}
	return done, nil
}
