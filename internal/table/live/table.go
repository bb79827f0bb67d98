package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// Config configures a table.
type Config struct {
	ID  table.ID
	Log table.Log // not used in a cluster
	// Cluster connects the table to other nodes that may load it. If it is nil, this process
	// is the only writer of the log.
	Cluster *Cluster
	Variant fold.Variants
	Clock   *clock.Clock // gives the times of events; nil means the system's clock
	Logger  *slog.Logger // nil means slog.Default
	// Changed is called after each stored change, and when a watcher is opened or closed.
	// The table is locked during the call: Changed must neither block nor call the table. It
	// may be nil.
	Changed func(*table.View)
	// Rights tells what people may do. If it is nil, nobody is muted, everybody is a guest,
	// and everybody may play rated games.
	Rights table.Rights
	// Blocked returns the people whom a person has blocked, so that the person does not
	// see their chat. The table is locked during the call: Blocked must not wait, and must
	// not call the table. It may be nil.
	Blocked func(player.ID) map[player.ID]bool
	// NewGames reports whether games may start now; nil means always.
	NewGames func() bool
	// Charge is called before events of a player are stored, and counts them against the
	// player's quotas. It returns an error if a quota is exceeded. The argument `play` tells
	// whether the game is running. Charge may be nil.
	Charge func(ctx context.Context, by player.ID, events int, play bool) error
	// Bots tells whether the server runs bots, so that they can be seated.
	Bots bool
	// Vacation returns when the vacation of a player ends, or the zero time if the player
	// has none. The table is locked during the call: Vacation must neither block nor call
	// the table. It may be nil.
	Vacation func(player.ID) time.Time
	// Invited reports whether a person was invited to the table. The table is locked during
	// the call: Invited must neither block nor call the table. It may be nil.
	Invited func(player.ID) bool
	// MayPair returns a refusal if a person left games lately, and may not be paired with other
	// people now. The table is locked during the call: MayPair must neither block nor call the
	// table. It may be nil.
	MayPair func(player.ID) error
	// ReadOnly opens a finished table without writing to its log, because another process
	// may be writing to it.
	ReadOnly bool
	// UpSince is the time at which the server started; zero means the time at which the
	// table was opened. Players do not count as away before UpSince.
	UpSince time.Time
	// Outages returns the periods in which the server was down, as stored. They concern
	// correspondence clocks; the others stop when the server stops. It may be nil.
	Outages func() clock.Outages
	// Busy reports whether a bot is about to act at the table, so that the table must stay
	// loaded. It may be nil.
	Busy func(*table.View) bool
	// UnloadAfter is how long a table without watchers stays loaded. If it is zero, the table
	// stays loaded until it is stopped. A positive value requires Reopen and Ended.
	UnloadAfter time.Duration
	// Reopen returns the table with the given number. It loads the table if necessary.
	Reopen func(ctx context.Context, id table.ID) (*Table, error)
	// Ended is called when the table has unloaded itself, or some time after its game has
	// ended. The parameter `due` is the time at which the table must be loaded again, or zero
	// if there is none. Ended may be nil.
	Ended func(t *Table, due time.Time)
}

// Table is a table in memory. Its methods may be called concurrently.
type Table struct {
	cfg          Config
	passwordHash string // hash of the password; "" if the table has none
	stopOnce     sync.Once
	done         chan struct{} // closed when the loop has ended
	cancel       context.CancelFunc
	loop         loop
	subscribers  subscribers
	next         atomic.Pointer[Table] // set by ReplaceWith after this Table was unloaded and its table was loaded again
}

// ErrInconsistent is the error for events that cannot be replayed.
var ErrInconsistent = errors.New("its events are inconsistent")

// Open opens a table from its events, of which there must be at least one. The table runs
// until it expires some time after the game, or until it is stopped. Open returns
// [ErrInconsistent] if the events are inconsistent. In a cluster, use [Load] instead.
func Open(cfg Config, events []table.Event) (t *Table, err error) { return open(cfg, events, 0) }

// open opens a table. In a cluster, `chain` is the [table.Chain] stored with the last event.
func open(cfg Config, events []table.Event, chain table.Chain) (t *Table, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			t, err = nil, fmt.Errorf("cannot open table %d: %w: %v\n%s", cfg.ID, ErrInconsistent, fault, debug.Stack())
		}
	}()
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	cfg.Logger = cfg.Logger.With("table", int64(cfg.ID))
	if cfg.UpSince.IsZero() {
		cfg.UpSince = cfg.Clock.Now()
	}
	t = &Table{cfg: cfg, done: make(chan struct{})}
	t.subscribers.logger, t.subscribers.changed, t.subscribers.wake = cfg.Logger, cfg.Changed, background.NewSignal()
	if t.subscribers.blocked = cfg.Blocked; cfg.Blocked == nil {
		t.subscribers.blocked = func(player.ID) map[player.ID]bool { return nil }
	}
	if c := cfg.Cluster; c != nil {
		t.subscribers.nodes = otherNodes{id: cfg.ID, report: c.Report}
	}
	t.loop = loop{
		cfg:         &t.cfg,
		subscribers: &t.subscribers,
		requests:    make(chan request),
		stop:        make(chan struct{}),
		history:     newHistory(),
		limiter:     newLimiter(),
	}
	l := &t.loop
	l.replica.loop, l.replica.wake, l.schedule = l, background.NewSignal(), schedule{l}
	done := func(author player.ID, e *table.Event) { l.history.recordDone(commandKey{author, e.CommandID}) }
	if l.state, err = fold.Replay(events, cfg.Variant, done); err != nil {
		return nil, fmt.Errorf("table %d: %w: %w", cfg.ID, ErrInconsistent, err)
	}
	t.passwordHash = l.state.Access.PasswordHash
	l.reachLast()
	l.replica.tip.Store(&tip{l.state.Seq, chain})
	t.start()
	return t, nil
}

// start publishes the first view. It also starts the loop, unless the table has expired.
func (t *Table) start() {
	l := &t.loop
	l.ctx, t.cancel = context.WithCancel(context.Background())
	l.outages.load(l.state, &t.cfg)
	l.outages.pausedAt = l.now()
	l.presence = presence{loadedAt: l.now(), missing: map[player.ID]time.Time{}}
	t.subscribers.init(l.snapshot(l.state, ""), l.state.Secrets())
	if l.isExpired() {
		l.closing = table.Refuse(table.GameOver)
		t.cancel()
		close(t.done)
		return
	}
	go t.run()
}

func (t *Table) run() {
	defer close(t.done)
	defer t.cancel()
	l := &t.loop
	if l.run() && t.cfg.Ended != nil && (t.Unloaded() || l.state.Phase == table.Finished) {
		due, _ := l.nextTask()
		if l.vanished { // so that the server loads the table and finds that it does not exist
			due = l.now()
		}
		l.recoverPanic(func() { t.cfg.Ended(t, due) })
	}
}

// View returns the current view with all its parts, including those that only some people
// may see.
func (t *Table) View() *table.View { return t.latest().subscribers.view.Load() }

// Do runs a command. It returns nil after the events of the command have been stored, or a
// [*table.Refusal] or [*rules.Refusal] if the command is refused. If ctx ends first, the
// outcome is unknown; repeating the command with the same ID is safe.
func (t *Table) Do(ctx context.Context, a table.Command) error {
	if t.Unloaded() {
		next, err := t.reopen(ctx)
		if err != nil {
			return err
		}
		return next.Do(ctx, a)
	}
	if !t.VisibleTo(a.By.ID) {
		return fmt.Errorf("table %d: %w", t.cfg.ID, table.ErrNoTable)
	}
	if len(a.ID) > table.MaxCommandID {
		return table.Refuse(table.LongKey)
	}
	if now := t.loop.now(); a.Received.IsZero() || a.Received.After(now) {
		a.Received = now
	}
	from, _ := player.AddressOf(ctx)
	return t.send(ctx, request{
		key:      keyOf(a),
		from:     from,
		received: a.Received,
		by:       a.By.ID,
		cost:     costOf(a.Kind),
		charge:   t.charge(ctx, a.By.ID),
		size:     sizeOf(a.Text),
		chat:     a.Kind == table.Chat || a.Kind == table.TeamChat,
		decide:   func(d *decide.Decision) error { return d.Command(a) },
	})
}

// Check returns the refusal that [Table.Do] would return for a command now, or nil if the table
// would carry it out. It changes nothing. Limits of rate and storage are not checked.
func (t *Table) Check(ctx context.Context, a table.Command) error {
	if !t.Unloaded() && !t.VisibleTo(a.By.ID) {
		return fmt.Errorf("table %d: %w", t.cfg.ID, table.ErrNoTable)
	}
	return t.CheckAdmitted(ctx, a)
}

// CheckAdmitted returns what [Table.Check] would return if the account were admitted to the table.
func (t *Table) CheckAdmitted(ctx context.Context, a table.Command) error {
	if !t.Unloaded() {
		var refused error
		asked := false
		if err := t.inLoop(ctx, func() { refused, asked = t.loop.check(a), true }); err != nil || asked {
			return cmp.Or(err, refused)
		}
		if !t.Unloaded() {
			return t.loop.closing
		}
	}
	next, err := t.reopen(ctx)
	if err != nil {
		return err
	}
	return next.CheckAdmitted(ctx, a)
}

func (t *Table) send(ctx context.Context, r request) error {
	r.answer = make(chan error, 1)
	select {
	case t.loop.requests <- r:
	case <-t.done:
		return t.afterEnd(ctx, r)
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-r.answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
	}
	select {
	case err := <-r.answer:
		return err
	default:
		return t.loop.closing // there is no answer, because the loop panicked while it handled the request
	}
}

// afterEnd handles a request that arrives after the loop has ended.
func (t *Table) afterEnd(ctx context.Context, r request) error {
	err, known := t.loop.history.answer(r.key)
	switch {
	case known && (err != nil || t.cfg.Cluster == nil):
		return err
	case known && !t.Unloaded():
		if err := t.Confirm(ctx); err != nil {
			return err
		}
	}
	if t.Unloaded() {
		next, err := t.reopen(ctx)
		if err != nil {
			return err
		}
		return next.send(ctx, r)
	}
	if known {
		return nil
	}
	return t.loop.closing
}

// Stop ends the table's loop and closes all watchers. Outside a cluster it also pauses the
// game's clock, except a correspondence clock. Stop waits until the loop has ended or ctx
// is done.
func (t *Table) Stop(ctx context.Context) error {
	t.stopOnce.Do(func() { close(t.loop.stop) })
	defer t.subscribers.closeAll()
	select {
	case <-t.done:
		return t.loop.stopErr
	case <-ctx.Done():
		t.cancel()
		return fmt.Errorf("table %d did not stop in time: %w", t.cfg.ID, ctx.Err())
	}
}

// Summarize replays a log and returns the table's summary. It is used for tables that were
// stored without a summary.
func Summarize(cfg Config, events []table.Event) (*table.Summary, error) {
	s, err := fold.Replay(events, cfg.Variant, nil)
	if err != nil {
		return nil, err
	}
	return cfg.snapshot(s).Summary, nil
}

// snapshot returns the view of a state, including its summary.
func (cfg *Config) snapshot(s *fold.State) *table.View {
	v := s.Snapshot()
	v.ID = cfg.ID
	v.Summary = fold.Summarize(s, v, cfg.Busy != nil && cfg.Busy(v))
	return v
}
