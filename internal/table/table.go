package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Config is what a table is made of.
type Config struct {
	ID      ID
	Log     Log
	Variant func(game string, options map[string]string) (rules.Variant, error)
	Now     func() time.Time // nil: time.Now
	Logger  *slog.Logger     // nil: slog.Default
	// Changed is told of each change that is stored, and of people coming to
	// look and going. It is called with the table locked: it must neither wait
	// nor call the table. May be nil.
	Changed func(*View)
	// Rights is who may what here; nil: nobody is muted, everybody is a guest, and
	// all may play rated.
	Rights Rights
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
	// Up is since when the server is up; zero: since the table was opened. Nobody is
	// blamed for having been away before.
	Up time.Time
	// Outages are when the server was down, the earliest first.
	Outages []Outage
	// Busy reports whether a program has something to do at a table, which stays
	// loaded then. May be nil.
	Busy func(*View) bool
	// Linger is how long a table that nobody is connected to stays loaded; zero: until
	// it is stopped. Reopen and Ended are needed with it.
	Linger time.Duration
	// Reopen returns the table of that number, loaded again if it was unloaded.
	Reopen func(ctx context.Context, id ID) (*Table, error)
	// Ended is called when the table has unloaded itself, with when it has something
	// to do, zero for never, and when nothing more can come of a finished table. May
	// be nil.
	Ended func(t *Table, due time.Time)
}

// Table is a table. Its methods may be called by anybody at any time.
type Table struct {
	cfg Config

	lock     string // the hash of its password
	requests chan request
	stirred  chan struct{} // capacity 1: somebody came to look, or went
	stop     chan struct{}
	stopOnce sync.Once
	done     chan struct{} // closed when the loop has ended
	ctx      context.Context
	cancel   context.CancelFunc

	// The loop's own; anybody may read them when done is closed.
	state    *state
	repeats  repeats
	pace     Pace
	talks    []request // what was said and is not stored yet
	talkBy   time.Time // when it is
	closing  error     // what acts are answered from now on; set, the loop ends
	farewell error     // why the last words could not be stored
	outage   time.Time // when the log was lost while a clock ran; zero if it was not
	outages  []Outage  // while a clock of days ran, not stored yet
	retry    time.Time // not to try the log by itself before
	resumeBy time.Time // when a paused clock goes on, whoever is there
	timer    *time.Timer
	attendance

	audience audience
	view     atomic.Pointer[View]
	next     atomic.Pointer[Table] // the same table, loaded again
}

// request is something for the loop to decide.
type request struct {
	key      actKey
	received time.Time
	by       player.ID
	cost     time.Duration                     // of his time; see pace
	charge   func(events int, play bool) error // counts what is stored for them
	size     int                               // of a line of talk, in events
	talk     bool                              // it may wait a little for company; its pace is its own
	own      func()                            // instead of deciding anything: the loop's own work
	decide   func(*draft) error
	answer   chan error // capacity 1
}

// Open is the table whose log holds these events, its opening at least. It runs
// until it is finished or stopped. An error says that the log does not make
// sense.
func Open(cfg Config, events []Event) (t *Table, err error) {
	defer recoverReplay(cfg.ID, &err)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	cfg.Logger = cfg.Logger.With("table", int64(cfg.ID))
	if cfg.Up.IsZero() {
		cfg.Up = cfg.Now().UTC()
	}
	t = &Table{cfg: cfg, repeats: newRepeats(), pace: Pace{}}
	if t.state, err = replay(cfg, events, &t.repeats); err != nil {
		return nil, fmt.Errorf("table %d: %w", cfg.ID, err)
	}
	t.lock = t.state.lock
	t.start()
	return t, nil
}

// replay folds a log.
func replay(cfg Config, events []Event, done *repeats) (*state, error) {
	if len(events) == 0 {
		return nil, errors.New("its log is empty")
	}
	s, err := found(events[0], cfg.Variant)
	if err != nil {
		return nil, err
	}
	for i, e := range events[1:] {
		author := s.author(e)
		if err := s.apply(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", i+2, err)
		}
		done.wasDone(actKey{author, e.ActID})
	}
	return s, nil
}

// start shows the table and lets its loop run, if there is anything to come.
func (t *Table) start() {
	t.requests, t.stirred = make(chan request), make(chan struct{}, 1)
	t.stop, t.done = make(chan struct{}), make(chan struct{})
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.stoodStill()
	t.resumeBy = t.now().Add(comeback)
	t.attendance = attendance{loaded: t.now(), missing: map[player.ID]time.Time{}}
	t.audience.watchers, t.audience.sessions = map[*Watcher]bool{}, map[player.ID]int{}
	t.audience.base, t.audience.secrets = t.snapshot(t.state, ""), t.state.secrets()
	t.view.Store(t.audience.here())
	if t.finishedForGood() {
		t.closing = refuse(GameOver)
		t.cancel()
		close(t.done)
		return
	}
	go t.run()
}

// finishedForGood reports whether nothing more can come.
func (t *Table) finishedForGood() bool {
	s := t.state
	return s.phase == Finished && (t.cfg.ReadOnly || s.begun.IsZero() || !t.now().Before(t.restsAt()))
}

func (t *Table) now() time.Time { return t.cfg.Now().UTC() }

// View is the table as it is now.
func (t *Table) View() *View { return t.latest().view.Load() }

// Do asks for an act. It returns nil once the act is on the disk, or why it did
// not happen: a [*Refusal], or the law's [*rules.Refusal]. If ctx ends first,
// the act may or may not happen; asked again under the same ID it happens once.
func (t *Table) Do(ctx context.Context, a Act) error {
	if t.Unloaded() {
		return t.again(ctx, func(next *Table) error { return next.Do(ctx, a) })
	}
	if !t.OpenTo(a.By.ID) {
		return fmt.Errorf("table %d: %w", t.cfg.ID, ErrNoTable)
	}
	if len(a.ID) > maxActID {
		return refuse(LongID)
	}
	if now := t.now(); a.Received.IsZero() || a.Received.After(now) {
		a.Received = now
	}
	return t.ask(ctx, request{
		key:      keyOf(a),
		received: a.Received,
		by:       a.By.ID,
		cost:     costs(a.Do),
		charge:   t.charge(ctx, a.By.ID),
		size:     weightOf(a.Text),
		talk:     a.Do == Say,
		decide:   func(d *draft) error { return d.decide(a) },
	})
}

// Abandon closes a table whose game has not begun and at which none of those
// that sit there looks on.
func (t *Table) Abandon(ctx context.Context) error {
	return t.ask(ctx, request{received: t.now(), decide: func(d *draft) error {
		switch {
		case d.phase != Waiting:
			return refuse(AlreadyBegan)
		case slices.ContainsFunc(d.seats[:], func(s seat) bool { return d.here(s.player.ID) }):
			return refuse(InUse)
		}
		return d.emit(Event{Kind: Closed, Action: abandoned})
	}})
}

func (t *Table) ask(ctx context.Context, r request) error {
	r.answer = make(chan error, 1)
	select {
	case t.requests <- r:
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
		return t.closing // the loop fell over this very request
	}
}

// late answers when the loop has ended.
func (t *Table) late(ctx context.Context, r request) error {
	if err, known := t.repeats.answer(r.key); known {
		return err
	}
	if t.Unloaded() {
		return t.again(ctx, func(next *Table) error { return next.ask(ctx, r) })
	}
	return t.closing
}

// Stop ends the table's loop: clocks of minutes are paused, which is stored, and
// everybody who looks on is sent away. It returns when the loop has ended, or with ctx's
// error when that came first.
func (t *Table) Stop(ctx context.Context) error {
	t.stopOnce.Do(func() { close(t.stop) })
	defer t.hangUp()
	select {
	case <-t.done:
		return t.farewell
	case <-ctx.Done():
		t.cancel()
		return fmt.Errorf("table %d did not stop in time: %w", t.cfg.ID, ctx.Err())
	}
}
