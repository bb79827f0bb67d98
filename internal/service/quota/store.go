package quota

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Used is a stored counter. It describes a partly used bucket that will be full again at the
// time Full.
type Used struct {
	Kind Kind
	Who  string // an account, or an address as text
	Full time.Time
}

// Origin tells which account opened an unfinished table, and from which address.
type Origin struct {
	Table   table.ID
	Account player.ID
	Address netip.Prefix // see [player.Network]
	At      time.Time
}

// Store stores the counters of the quotas.
type Store interface {
	// Load returns the stored counters.
	Load(ctx context.Context) ([]Used, error)
	// Keep stores counters, and deletes the stored counters of buckets that are completely
	// refilled at the given time.
	Keep(ctx context.Context, list []Used, now time.Time) error
	// Standing returns when an account got its name, and whether the account has finished a game
	// with other players.
	Standing(ctx context.Context, id player.ID) (since time.Time, played bool, err error)
	// Origins returns who opened each unfinished table, and when. It returns only tables that
	// were opened from the given address or, for the zero Prefix, all unfinished tables.
	Origins(ctx context.Context, at netip.Prefix) ([]Origin, error)
}

const (
	// keepAfter is how long after a change the counters are stored.
	keepAfter = 30 * time.Second
	// worthKeeping is the share of a bucket that must be used before its counter is stored.
	worthKeeping = 0.1
	keepTakes    = 5 * time.Second
)

// restore sets the counters to the stored values.
func (q *Quotas) restore(list []Used) {
	now, limits := q.clock.Steady(), q.limits.Load()
	for _, u := range list {
		p, ok := rateOf(limits, u.Kind, u.Who)
		if !ok || !u.Full.After(now) {
			continue
		}
		missing := int((u.Full.Sub(now) + p.Every - 1) / p.Every) // how many tokens the bucket lacks, rounded up
		q.buckets.bucket(now, subject{u.Kind, u.Who}, p).ReserveN(now, min(missing, p.Burst))
	}
}

// rateOf returns the configured rate of a bucket.
func rateOf(l *config.Quotas, kind Kind, who string) (p config.Rate, ok bool) {
	_, err := netip.ParsePrefix(who)
	address := err == nil
	switch {
	case kind == Events && address:
		return l.AddressEvents, true
	case kind == Events:
		return l.AccountEvents, true
	case kind == SpareMoves:
		return l.SpareMoves, true
	case kind == Tables && address:
		return l.AddressTables, true
	case kind == Tables:
		return l.AccountTables, true
	case kind == Accounts:
		return l.AddressAccounts, true
	case kind == Names && address:
		return l.AddressNames, true
	case kind == Names:
		return l.AccountNames, true
	case kind == Codes && address:
		return l.AddressCodes, true
	case kind == Codes:
		return l.AccountCodes, true
	}
	return p, false
}

// keepLater starts a timer that stores the counters when keepAfter has passed, unless the
// timer is already running. The lock must be held.
func (q *Quotas) keepLater() {
	if q.timer == nil && !q.closed {
		q.timer = time.AfterFunc(keepAfter, q.keepNow)
	}
}

func (q *Quotas) keepNow() {
	defer background.LogPanic(q.logger, "panic", "in", "quotas")
	ctx, cancel := context.WithTimeout(context.Background(), keepTakes)
	defer cancel()
	q.mu.Lock()
	q.timer = nil
	list := q.changed()
	q.mu.Unlock()
	if err := q.store.Keep(ctx, list, q.clock.Steady()); err != nil {
		q.logger.Warn("cannot store quotas", slog.Any("error", err))
		q.mu.Lock()
		defer q.mu.Unlock()
		for _, u := range list {
			q.buckets.dirty[subject{u.Kind, u.Who}] = true
		}
		q.keepLater()
	}
}

// changed returns the changed counters, except those of buckets that are hardly used; see
// worthKeeping. The lock must be held.
func (q *Quotas) changed() (list []Used) {
	now := q.clock.Steady()
	for s := range q.buckets.dirty {
		l, ok := q.buckets.known[s]
		if !ok || used(l, now) < worthKeeping {
			continue
		}
		missing := float64(l.Burst()) - l.TokensAt(now)
		list = append(list, Used{s.kind, s.who, now.Add(time.Duration(missing / float64(l.Limit()) * float64(time.Second)))})
	}
	clear(q.buckets.dirty)
	return list
}

// Close stops the timers and stores the counters of the quotas.
func (q *Quotas) Close() {
	q.mu.Lock()
	q.closed = true
	for _, t := range []*time.Timer{q.timer, q.shareTimer} {
		if t != nil {
			t.Stop()
		}
	}
	q.mu.Unlock()
	q.keepNow()
	if q.news != nil {
		q.shareNow()
	}
}
