package quota

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
)

// Config configures the quotas.
type Config struct {
	Limits config.Quotas
	Store  Store
	Free   func() (uint64, error)  // returns the number of free bytes on the disk
	Member func(id player.ID) bool // reports whether an account is a member of the club
	Clock  *clock.Clock            // nil means the system's clock
	News   news.Log                // tells other nodes how many events are stored; nil if there are no other nodes
	Shared reserve.Store           // counts everything except events at all nodes; nil if there are no other nodes
	Logger *slog.Logger            // nil means slog.Default
}

// Quotas decides what accounts and addresses may store. It is safe for concurrent use. A nil
// *Quotas has no limits.
type Quotas struct {
	limits atomic.Pointer[config.Quotas]
	store  Store
	free   func() (uint64, error)
	member func(id player.ID) bool
	clock  *clock.Clock
	logger *slog.Logger

	mu      sync.Mutex
	buckets buckets
	opening map[netip.Prefix]int // number of tables being opened from each address
	refused map[Kind]uint64
	timer   *time.Timer // stores the counters after a delay; nil while no counter has changed
	closed  bool

	news       news.Log
	shared     reserve.Store
	shareTimer *time.Timer // calls shareNow; nil while no call is scheduled

	disk disk
}

// disk is the result of the last check of the free disk space.
type disk struct {
	sync.Mutex
	at  time.Time
	low bool
}

// diskEvery is the minimum time between two checks of the free disk space.
const diskEvery = time.Second

// Open returns quotas with the counters that the previous run stored.
func Open(ctx context.Context, cfg Config) (*Quotas, error) {
	q := &Quotas{
		store: cfg.Store, free: cfg.Free, member: cfg.Member, clock: cfg.Clock, news: cfg.News, shared: cfg.Shared, logger: cfg.Logger,
		buckets: buckets{known: map[subject]*rate.Limiter{}, dirty: map[subject]bool{}},
		opening: map[netip.Prefix]int{}, refused: map[Kind]uint64{},
	}
	if q.logger == nil {
		q.logger = slog.Default()
	}
	if q.news != nil {
		q.buckets.unshared = map[subject]int{}
	}
	q.Configure(cfg.Limits)
	list, err := q.store.Load(ctx)
	if err != nil {
		return nil, err
	}
	q.restore(list)
	return q, nil
}

// Configure changes the limits. It does not change the counters.
func (q *Quotas) Configure(limits config.Quotas) {
	q.disk.Lock()
	defer q.disk.Unlock()
	q.limits.Store(&limits)
	q.disk.at = time.Time{}
}

// Charge counts events that a player is about to store, or returns a [*refusal.Error]. The
// parameter `play` must be true for events of a running game: they are stored even if the
// disk is nearly full, and the last quarter of each quota is reserved for them. Events
// without a player, and those of bots, are not counted. If only bots sit at a table, the
// caller must pass the table's host as the player.
func (q *Quotas) Charge(ctx context.Context, by player.ID, events int, play bool) error {
	if q == nil || by == "" || by.Bot() {
		return nil
	}
	if !play {
		if err := q.checkDisk(); err != nil {
			return err
		}
	}
	limits, now := q.limits.Load(), q.clock.Steady()
	account := claim{subject{Events, string(by)}, limits.AccountEvents, events, remainder(limits.AccountEvents, play), OverAccount}
	from, ok := player.AddressOf(ctx)
	q.mu.Lock()
	defer q.mu.Unlock()
	if !ok {
		return q.take(now, account)
	}
	address := claim{subject{Events, from.String()}, limits.AddressEvents, events, remainder(limits.AddressEvents, play), OverAddress}
	if play && !by.Guest() && q.buckets.wait(now, address) > 0 {
		address = claim{subject{SpareMoves, string(by)}, limits.SpareMoves, events, 0, OverAddress}
	}
	return q.take(now, account, address)
}

// remainder returns the number of tokens that must remain in a bucket after tokens are taken.
// Only moves may use the last quarter of the bucket.
func remainder(p config.Rate, play bool) int {
	if play {
		return 0
	}
	return p.Burst / 4
}

// take calls buckets.take. If a bucket has too few tokens for its claim, take returns a
// refusal and increments the number of refusals. The lock must be held.
func (q *Quotas) take(now time.Time, claims ...claim) error {
	if short, wait := q.buckets.take(now, claims...); wait > 0 {
		if short.kind == SpareMoves {
			short.kind = Events
		}
		return q.refuse(short.kind, over(short.over, short.kind, wait))
	}
	q.keepLater()
	q.shareLater()
	return nil
}

// refuse counts the refusal r and returns it. The lock must be held.
func (q *Quotas) refuse(kind Kind, r *refusal.Error) error {
	q.refused[kind]++
	return r
}

// spend takes a token from the bucket of the address in ctx and, if the rate `ofOne` is not
// zero, a token from the account's bucket. It takes no tokens if the player is a guest or
// ctx contains no address. The returned function puts the tokens back.
func (q *Quotas) spend(ctx context.Context, kind Kind, by player.ID, ofOne, ofThere config.Rate) (giveBack func(), err error) {
	from, ok := player.AddressOf(ctx)
	if !ok || by.Guest() {
		return func() {}, nil
	}
	if err := q.checkDisk(); err != nil {
		return nil, err
	}
	claims := []claim{{subject{kind, from.String()}, ofThere, 1, 0, OverAddress}}
	if ofOne.Burst > 0 {
		claims = append(claims, claim{subject{kind, string(by)}, ofOne, 1, 0, OverAccount})
	}
	if q.shared != nil {
		return q.reserve(ctx, claims)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.buckets.giveBack(q.clock.Steady(), claims)
	}, q.take(q.clock.Steady(), claims...)
}

// reserve takes the tokens of claims from the buckets that all nodes share. The returned function
// puts the tokens back.
func (q *Quotas) reserve(ctx context.Context, claims []claim) (giveBack func(), err error) {
	list := make([]reserve.Claim, len(claims))
	for i, c := range claims {
		list[i] = reserve.Claim{Kind: string(c.kind), Who: c.who, Rate: c.pace, N: c.n}
	}
	short, wait, err := q.shared.Take(ctx, list...)
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		i := slices.IndexFunc(list, func(c reserve.Claim) bool { return c == short })
		q.mu.Lock()
		defer q.mu.Unlock()
		return nil, q.refuse(claims[i].kind, over(claims[i].over, claims[i].kind, wait))
	}
	return func() {
		if err := q.shared.Return(context.WithoutCancel(ctx), list...); err != nil {
			q.logger.Warn("cannot give back a part of a quota", slog.Any("error", err))
		}
	}, nil
}

// checkDisk returns an error if the disk is nearly full. Events of running games are stored
// without this check.
func (q *Quotas) checkDisk() error {
	q.disk.Lock()
	defer q.disk.Unlock()
	if now := q.clock.Steady(); now.Sub(q.disk.at).Abs() >= diskEvery {
		free, err := q.freeBytes()
		q.disk.at, q.disk.low = now, err == nil && free < q.floor()
	}
	if !q.disk.low {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.refuse(Disk, &refusal.Error{Reason: DiskLow})
}

// freeBytes returns the number of free bytes on the disk.
func (q *Quotas) freeBytes() (uint64, error) {
	if q.free == nil {
		return 0, errors.ErrUnsupported
	}
	return q.free()
}

// floor returns the number of bytes that must be free on the disk. If fewer are free, only
// events of running games are stored.
func (q *Quotas) floor() uint64 { return uint64(q.limits.Load().FreeDisk) * 1_000_000 }

// Open prepares to open a table for a player. The caller then passes the waiting tables and
// their hosts to the function `admit`, which counts the new table or returns a
// [*refusal.Error]. The function `admit` does not block. The caller must call the function
// `done` after the table has been stored or refused.
func (q *Quotas) Open(
	ctx context.Context,
	by player.ID,
) (admit func(waiting iter.Seq2[table.ID, player.ID]) error, done func(), err error) {
	if q == nil {
		return func(iter.Seq2[table.ID, player.ID]) error { return nil }, func() {}, nil
	}
	if err := q.checkDisk(); err != nil {
		return nil, nil, err
	}
	o := opening{quotas: q, by: by}
	o.from, _ = player.AddressOf(ctx)
	q.mu.Lock()
	q.opening[o.from]++
	o.others = q.opening[o.from] - 1
	q.mu.Unlock()
	done = func() {
		if o.giveBack != nil && !o.admitted {
			o.giveBack()
		}
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.opening[o.from]--; q.opening[o.from] == 0 {
			delete(q.opening, o.from)
		}
	}
	err = o.look(ctx)
	if err == nil && q.shared != nil {
		o.giveBack, err = q.reserve(ctx, o.claims())
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	return o.admit, done, nil
}

// Origins returns which account opened each unfinished table, and from which address; see
// [Store].
func (q *Quotas) Origins(ctx context.Context, from netip.Prefix) ([]Origin, error) {
	if q == nil {
		return nil, nil
	}
	return q.store.Origins(ctx, from)
}

// Limits returns the current limits.
func (q *Quotas) Limits() config.Quotas {
	if q == nil {
		return config.DefaultQuotas()
	}
	return *q.limits.Load()
}

// opening is an attempt to open a table.
type opening struct {
	quotas *Quotas
	by     player.ID
	from   netip.Prefix // the zero Prefix if the address is unknown
	others int          // number of other attempts to open a table from this address that were running when this attempt began
	there  map[table.ID]bool
	known  bool

	giveBack func() // puts the shared tokens of the new table back; nil if they are not shared
	admitted bool   // whether the table was counted
}

// look finds out which other unfinished tables were opened from the address `from`, and whether
// the account that opens the table is a known account (see [Quotas.Known]).
func (o *opening) look(ctx context.Context) (err error) {
	if o.known, err = o.quotas.Known(ctx, o.by); err != nil || !o.from.IsValid() {
		return err
	}
	list, err := o.quotas.store.Origins(ctx, o.from)
	o.there = map[table.ID]bool{}
	for _, origin := range list {
		o.there[origin.Table] = true
	}
	return err
}

// Known reports whether an account belongs to a member of the club, or is old enough and has
// finished a game with other players.
func (q *Quotas) Known(ctx context.Context, id player.ID) (bool, error) {
	switch {
	case id.Guest():
		return false, nil
	case q.member != nil && q.member(id):
		return true, nil
	}
	since, played, err := q.store.Standing(ctx, id)
	return err == nil && played && !q.clock.Wall().Before(since.Add(q.limits.Load().KnownAfter)), err
}

func (o *opening) admit(waiting iter.Seq2[table.ID, player.ID]) error {
	q := o.quotas
	limits := q.limits.Load()
	all, own, there := 0, 0, o.others
	for id, host := range waiting {
		all++
		if host == o.by {
			own++
		}
		if o.there[id] {
			there++
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	switch inAll, fromThere := o.share(limits.Waiting), o.share(limits.AddressWaiting); {
	case !o.known && own >= limits.NewAccountWaiting:
		return q.refuse(Waiting, tooMany(NewWaiting, limits.NewAccountWaiting))
	case o.from.IsValid() && there >= fromThere:
		return q.refuse(Waiting, tooMany(AddressWaiting, fromThere))
	case all >= inAll:
		return q.refuse(Waiting, tooMany(Crowded, inAll))
	}
	o.admitted = true
	if o.giveBack != nil {
		return nil
	}
	return q.take(q.clock.Steady(), o.claims()...)
}

// claims returns the claims for the new table.
func (o *opening) claims() []claim {
	limits := o.quotas.limits.Load()
	list := []claim{{subject{Tables, string(o.by)}, limits.AccountTables, 1, 0, OverAccount}}
	if o.from.IsValid() {
		list = append(list, claim{subject{Tables, o.from.String()}, limits.AddressTables, 1, 0, OverAddress})
	}
	return list
}

// share returns the part of a limit that the account may use. The last quarter of the limit
// is reserved for known accounts; see [Quotas.Known].
func (o *opening) share(limit int) int {
	if o.known {
		return limit
	}
	return limit - limit/4
}

// Tally holds the figures of the quotas for metrics.
type Tally struct {
	Refused map[Kind]uint64 // number of refusals since the server started
	// HighestAccount is the largest share of the events quota that any account has used, from 0
	// to 1. HighestAddress is the largest share that any address has used.
	HighestAccount, HighestAddress float64
	Free, Floor                    uint64 // bytes of disk space; see [Quotas.freeBytes] and [Quotas.floor]
	FreeKnown                      bool   // whether Free is known
}

// Tally returns the current values of the metrics of the quotas.
func (q *Quotas) Tally() Tally {
	t := Tally{Refused: map[Kind]uint64{}, Floor: q.floor()}
	free, err := q.freeBytes()
	t.Free, t.FreeKnown = free, err == nil
	now := q.clock.Steady()
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, k := range kinds {
		t.Refused[k] = q.refused[k]
	}
	for s, l := range q.buckets.known {
		if s.kind != Events {
			continue
		}
		highest := &t.HighestAccount
		if _, err := netip.ParsePrefix(s.who); err == nil {
			highest = &t.HighestAddress
		}
		*highest = max(*highest, used(l, now))
	}
	return t
}
