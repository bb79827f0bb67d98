package live

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// Config is what a table is made of.
type Config struct {
	ID      table.ID
	Log     table.Log
	Variant fold.Variants
	Now     func() time.Time // nil: time.Now
	Logger  *slog.Logger     // nil: slog.Default
	// Changed is told of each change that is stored, and of people coming to
	// look and going. It is called with the table locked: it must neither wait
	// nor call the table. May be nil.
	Changed func(*table.View)
	// Rights is who may what here; nil: nobody is muted, everybody is a guest, and
	// all may play rated.
	Rights table.Rights
	// NewGames reports whether the game may begin now; nil: always.
	NewGames func() bool
	// Charge counts events that somebody is about to store against their quotas, or
	// returns why they may not; play tells that they belong to a game that is on. nil:
	// nothing is counted.
	Charge func(ctx context.Context, by player.ID, events int, play bool) error
	// Stalls knows when the server stood still; nil: it never does.
	Stalls *Stalls
	// Bots tells that there are programs that play for the bots that are seated.
	Bots bool
	// ReadOnly opens a finished table to be looked at, and no more: somebody else
	// may be writing to its log.
	ReadOnly bool
	// UpSince is since when the server is up; zero: since the table was opened. Nobody is
	// blamed for having been away before.
	UpSince time.Time
	// Outages are when the server was down, the earliest first.
	Outages []table.Outage
	// Busy reports whether a program has something to do at a table, which stays
	// loaded then. May be nil.
	Busy func(*table.View) bool
	// UnloadAfter is how long a table that nobody is connected to stays loaded; zero: until
	// it is stopped. Reopen and Ended are needed with it.
	UnloadAfter time.Duration
	// Reopen returns the table of that number, loaded again if it was unloaded.
	Reopen func(ctx context.Context, id table.ID) (*Table, error)
	// Ended is called when the table has unloaded itself, with when it has something
	// to do, zero for never, and when nothing more can come of a finished table. May
	// be nil.
	Ended func(t *Table, due time.Time)
}

// Table is a loaded table. Its methods may be called by any goroutine.
type Table struct {
	cfg      Config
	lock     string // the hash of its password
	stopOnce sync.Once
	done     chan struct{} // closed when the loop has ended
	cancel   context.CancelFunc
	loop     loop
	audience audience
	next     atomic.Pointer[Table] // the same table, loaded again
}

// Open is the table whose log holds these events, its opening at least. It runs
// until it is finished or stopped. An error says that the log does not make
// sense.
func Open(cfg Config, events []table.Event) (t *Table, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			t, err = nil, fmt.Errorf("table %d cannot be opened: %v\n%s", cfg.ID, fault, debug.Stack())
		}
	}()
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	cfg.Logger = cfg.Logger.With("table", int64(cfg.ID))
	if cfg.UpSince.IsZero() {
		cfg.UpSince = cfg.Now().UTC()
	}
	t = &Table{cfg: cfg, done: make(chan struct{})}
	t.audience.changed, t.audience.stirred = cfg.Changed, make(chan struct{}, 1)
	t.loop = loop{cfg: &t.cfg, audience: &t.audience, requests: make(chan request), stop: make(chan struct{}), repeats: newRepeats(), pace: CommandLimiter{}}
	l := &t.loop
	done := func(author player.ID, e *table.Event) { l.repeats.wasDone(actKey{author, e.CommandID}) }
	if l.state, err = fold.Replay(events, cfg.Variant, done); err != nil {
		return nil, fmt.Errorf("table %d: %w", cfg.ID, err)
	}
	t.lock = l.state.Access.PasswordHash
	t.start()
	return t, nil
}

// start shows the table and starts its loop, if there is anything to come.
func (t *Table) start() {
	l := &t.loop
	l.ctx, t.cancel = context.WithCancel(context.Background())
	l.outages.find(l.state, t.cfg.Outages)
	l.outages.resumeBy = l.now().Add(table.ReconnectTime)
	l.attendance = attendance{loaded: l.now(), missing: map[player.ID]time.Time{}}
	t.audience.begin(l.snapshot(l.state, ""), l.state.Secrets())
	if l.finishedForGood() {
		l.closing = table.Refuse(table.GameOver)
		t.cancel()
		close(t.done)
		return
	}
	go t.run()
}

// run is the table's goroutine.
func (t *Table) run() {
	defer close(t.done)
	defer t.cancel()
	l := &t.loop
	if l.run() && t.cfg.Ended != nil && (t.Unloaded() || l.state.Phase == table.Finished) {
		due, _ := l.nextTask()
		l.safely(func() { t.cfg.Ended(t, due) })
	}
}

// View is the table as it is now.
func (t *Table) View() *table.View { return t.latest().audience.view.Load() }

// Do gives a command. It returns nil once that is on the disk, or why it did
// not happen: a [*Refusal], or the law's [*rules.Refusal]. If ctx ends first,
// it may or may not happen; given again under the same ID it happens once.
func (t *Table) Do(ctx context.Context, a table.Command) error {
	if t.Unloaded() {
		return t.again(ctx, func(next *Table) error { return next.Do(ctx, a) })
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
	return t.ask(ctx, request{
		key:      keyOf(a),
		from:     from,
		received: a.Received,
		by:       a.By.ID,
		cost:     costs(a.Kind),
		charge:   t.charge(ctx, a.By.ID),
		size:     weightOf(a.Text),
		chat:     a.Kind == table.Chat,
		decide:   func(d *decide.Decision) error { return d.Command(a) },
	})
}

func (t *Table) ask(ctx context.Context, r request) error {
	r.answer = make(chan error, 1)
	select {
	case t.loop.requests <- r:
	case <-t.done:
		return t.late(ctx, r)
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
		return t.loop.closing // the loop fell over this very request
	}
}

// late answers when the loop has ended.
func (t *Table) late(ctx context.Context, r request) error {
	if err, known := t.loop.repeats.answer(r.key); known {
		return err
	}
	if t.Unloaded() {
		return t.again(ctx, func(next *Table) error { return next.ask(ctx, r) })
	}
	return t.loop.closing
}

// Stop ends the table's loop: clocks of minutes are paused, which is stored, and
// everybody who looks on is sent away. It returns when the loop has ended, or with ctx's
// error when that came first.
func (t *Table) Stop(ctx context.Context) error {
	t.stopOnce.Do(func() { close(t.loop.stop) })
	defer t.audience.hangUp()
	select {
	case <-t.done:
		return t.loop.farewell
	case <-ctx.Done():
		t.cancel()
		return fmt.Errorf("table %d did not stop in time: %w", t.cfg.ID, ctx.Err())
	}
}

// Summarize replays a log and returns its summary. Logs that were written before there
// were summaries get theirs from it.
func Summarize(cfg Config, events []table.Event) (*table.Summary, error) {
	s, err := fold.Replay(events, cfg.Variant, nil)
	if err != nil {
		return nil, err
	}
	return cfg.snapshot(s).Summary, nil
}

// snapshot returns a state as a view with its summary.
func (cfg *Config) snapshot(s *fold.State) *table.View {
	v := s.Snapshot()
	v.ID = cfg.ID
	v.Summary = fold.Summarize(s, v, cfg.Busy != nil && cfg.Busy(v))
	return v
}
