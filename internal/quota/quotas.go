package quota

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
)

// Config configures the quotas.
type Config struct {
	Limits config.Quotas
	Store  Store
	Free   func() (uint64, error)  // bytes of free disk
	Member func(id player.ID) bool // whether an account belongs to the club
	Now    func() time.Time        // nil: time.Now
	Logger *slog.Logger            // nil: slog.Default
}

// Quotas decides who may store what. Its methods may be called by anybody at any
// time. A nil *Quotas lets a lobby store everything.
type Quotas struct {
	limits atomic.Pointer[config.Quotas]
	keeper Store
	free   func() (uint64, error)
	member func(id player.ID) bool
	now    func() time.Time
	logger *slog.Logger

	mu      sync.Mutex
	buckets buckets
	opening map[netip.Prefix]int // tables that are being opened, by address
	refused map[Kind]uint64
	timer   *time.Timer // stores the counters; nil while none changed
	closed  bool

	disk disk
}

// disk is what was found when the free space was last asked for.
type disk struct {
	sync.Mutex
	at  time.Time
	low bool
}

// diskEvery is the minimum time between two checks of the free disk space.
const diskEvery = time.Second

// Open returns quotas with the counters of the last run.
func Open(ctx context.Context, cfg Config) (*Quotas, error) {
	q := &Quotas{
		keeper: cfg.Store, free: cfg.Free, member: cfg.Member, now: cfg.Now, logger: cfg.Logger,
		buckets: buckets{known: map[subject]*rate.Limiter{}, dirty: map[subject]bool{}},
		opening: map[netip.Prefix]int{}, refused: map[Kind]uint64{},
	}
	if q.now == nil {
		q.now = time.Now
	}
	if q.logger == nil {
		q.logger = slog.Default()
	}
	q.Configure(cfg.Limits)
	list, err := q.keeper.Load(ctx)
	if err != nil {
		return nil, err
	}
	q.restore(list)
	return q, nil
}

// Configure sets other limits. What was used stays used.
func (q *Quotas) Configure(limits config.Quotas) {
	q.disk.Lock()
	defer q.disk.Unlock()
	q.limits.Store(&limits)
	q.disk.at = time.Time{}
}

// Charge counts events that somebody is about to store, or returns a [*refusal.Error].
// play tells that they belong to a running game: those are stored when the disk is
// nearly full, and have the last quarter of each quota for themselves. What the
// server does by itself, bots included, is not counted; a table names its host as by where bots
// alone sit.
func (q *Quotas) Charge(ctx context.Context, by player.ID, events int, play bool) error {
	if q == nil || by == "" || by.Bot() {
		return nil
	}
	if !play {
		if err := q.checkDisk(); err != nil {
			return err
		}
	}
	limits, now := q.limits.Load(), q.now()
	account := claim{subject{Events, string(by)}, limits.AccountEvents, events, reserve(limits.AccountEvents, play), OverAccount}
	from, ok := player.AddressOf(ctx)
	q.mu.Lock()
	defer q.mu.Unlock()
	if !ok {
		return q.take(now, account)
	}
	address := claim{subject{Events, from.String()}, limits.AddressEvents, events, reserve(limits.AddressEvents, play), OverAddress}
	if play && !by.Guest() && q.buckets.wait(now, address) > 0 {
		address = claim{subject{SpareMoves, string(by)}, limits.SpareMoves, events, 0, OverAddress}
	}
	return q.take(now, account, address)
}

// reserve is what has to stay in a bucket for moves.
func reserve(p config.Rate, play bool) int {
	if play {
		return 0
	}
	return p.Burst / 4
}

// take is that of the buckets, and counts what is refused. The lock is held.
func (q *Quotas) take(now time.Time, claims ...claim) error {
	if short, wait := q.buckets.take(now, claims...); wait > 0 {
		if short.kind == SpareMoves {
			short.kind = Events
		}
		return q.refuse(short.kind, over(short.over, short.kind, wait))
	}
	q.keepLater()
	return nil
}

// refuse counts a refusal. The lock is held.
func (q *Quotas) refuse(kind Kind, r *refusal.Error) error {
	q.refused[kind]++
	return r
}

// spend takes one of a kind from an account and from the address that ctx carries;
// without an address nothing is counted. giveBack takes that back.
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
	q.mu.Lock()
	defer q.mu.Unlock()
	return func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.buckets.giveBack(q.now(), claims)
	}, q.take(q.now(), claims...)
}

// checkDisk refuses what is no part of a running game while the disk is nearly full.
func (q *Quotas) checkDisk() error {
	q.disk.Lock()
	defer q.disk.Unlock()
	if now := q.now(); now.Sub(q.disk.at).Abs() >= diskEvery {
		free, err := q.Free()
		q.disk.at, q.disk.low = now, err == nil && free < q.Floor()
	}
	if !q.disk.low {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.refuse(Disk, &refusal.Error{Reason: DiskLow})
}

// Free returns how many bytes of disk are free.
func (q *Quotas) Free() (uint64, error) {
	if q.free == nil {
		return 0, errors.ErrUnsupported
	}
	return q.free()
}

// Floor returns how many bytes of disk have to be free for more than running games.
func (q *Quotas) Floor() uint64 { return uint64(q.limits.Load().FreeDisk) * 1_000_000 }

// Open begins to open a table for somebody. admit, called with the tables that wait
// for players and their hosts, counts the new one or returns a [*refusal.Error]; it waits
// for nothing. done is called when the table is stored or was refused.
func (q *Quotas) Open(ctx context.Context, by player.ID) (admit func(waiting iter.Seq2[table.ID, player.ID]) error, done func(), err error) {
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
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.opening[o.from]--; q.opening[o.from] == 0 {
			delete(q.opening, o.from)
		}
	}
	if err := o.look(ctx); err != nil {
		done()
		return nil, nil, err
	}
	return o.admit, done, nil
}

// Origins returns where live tables were opened; see [Keeper].
func (q *Quotas) Origins(ctx context.Context, from netip.Prefix) ([]Origin, error) {
	if q == nil {
		return nil, nil
	}
	return q.keeper.Origins(ctx, from)
}

// Limits returns the limits that hold now.
func (q *Quotas) Limits() config.Quotas {
	if q == nil {
		return config.DefaultQuotas()
	}
	return *q.limits.Load()
}

// opening is a table that is being opened.
type opening struct {
	quotas *Quotas
	by     player.ID
	from   netip.Prefix // not valid if it is not known
	others int          // tables that were being opened from there when it was looked what is
	there  map[table.ID]bool
	known  bool
}

// look finds the tables that were opened from the same address, and whether the
// account is known.
func (o *opening) look(ctx context.Context) (err error) {
	if o.known, err = o.quotas.Known(ctx, o.by); err != nil || !o.from.IsValid() {
		return err
	}
	list, err := o.quotas.keeper.Origins(ctx, o.from)
	o.there = map[table.ID]bool{}
	for _, origin := range list {
		o.there[origin.Table] = true
	}
	return err
}

// Known reports whether an account belongs to the club, or is old enough and has
// finished a game with others.
func (q *Quotas) Known(ctx context.Context, id player.ID) (bool, error) {
	switch {
	case id.Guest():
		return false, nil
	case q.member != nil && q.member(id):
		return true, nil
	}
	since, played, err := q.keeper.Standing(ctx, id)
	return err == nil && played && !q.now().Before(since.Add(q.limits.Load().KnownAfter)), err
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
	claims := []claim{{subject{Tables, string(o.by)}, limits.AccountTables, 1, 0, OverAccount}}
	if o.from.IsValid() {
		claims = append(claims, claim{subject{Tables, o.from.String()}, limits.AddressTables, 1, 0, OverAddress})
	}
	return q.take(q.now(), claims...)
}

// share is how much of a limit an account may use: the last quarter is for known
// ones.
func (o *opening) share(limit int) int {
	if o.known {
		return limit
	}
	return limit - limit/4
}

// Tally holds the figures of the quotas for metrics.
type Tally struct {
	Refused map[Kind]uint64 // since the server began
	// Highest is how much the account and the address that used most have used of
	// their events, from 0 to 1.
	HighestAccount, HighestAddress float64
	Free, Floor                    uint64 // bytes of disk
}

// Tally counts.
func (q *Quotas) Tally() Tally {
	t := Tally{Refused: map[Kind]uint64{}, Floor: q.Floor()}
	t.Free, _ = q.Free()
	now := q.now()
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
