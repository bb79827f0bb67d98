package lobby

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/analysis"
	"quadrille/internal/bot"
	"quadrille/internal/club"
	"quadrille/internal/evening"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/quota"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// Bounds on what is kept at hand.
const (
	hostLimit    = 8  // live tables of one host
	finishedKept = 20 // finished tables in the view
)

// Store keeps tables for good.
type Store interface {
	table.Log
	// Create stores a table's first event as seq 1, with its summary, and numbers the
	// table.
	Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error)
	// Live lists the tables that are not closed; Finished those that are, the one
	// closed last first.
	Live(ctx context.Context) ([]table.Stored, error)
	Finished(ctx context.Context, limit int) ([]table.Stored, error)
	// Started notes that the server is up since a time, and returns when it was down.
	// Alive notes that it still was at a later time.
	Started(ctx context.Context, at time.Time) ([]table.Outage, error)
	Alive(ctx context.Context, at time.Time) error
	// Search finds games that are over, the one that ended last first.
	Search(ctx context.Context, q table.Search) ([]table.Found, error)
	// Since is the events of a table that follow one by its number, at most limit.
	Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error)
	// Readable reports whether a table that was closed may be read by somebody: one
	// for all, one at which he played, or any if all is true. Where it may not be and
	// where there is none, that takes as long.
	Readable(ctx context.Context, id table.ID, by player.ID, all bool) (bool, error)
	// Load is all events of a table, or an error that wraps [table.ErrNoTable].
	Load(ctx context.Context, id table.ID) ([]table.Event, error)
}

// Config is what a lobby is made of.
type Config struct {
	Store Store
	// Evenings keeps the evenings; with nil there are none.
	Evenings pairing.Keeper
	// Ladder knows how strong people are; with nil nobody does.
	Ladder club.Ladder
	// Bots thinks for those that play here; with nil there are none. The lobby does
	// not close it.
	Bots *bot.Pool
	// Rights is who may what; nil: see [table.Config].
	Rights table.Rights
	// Stalls knows when the server stood still; nil: it never does.
	Stalls *table.Stalls
	// NewGames reports whether tables may be opened and games may begin now; nil:
	// always.
	NewGames func() bool
	// Changed is told of each change at a table, and with nil of the evening. It is
	// called in the middle of their work: it must wait for nothing. May be nil.
	Changed func(*table.View)
	// Quotas decides who may store what; nil: everybody may.
	Quotas *quota.Quotas
	// AnalysisNodes is how many positions an analysis looks at for each search; 0:
	// as many as the strongest bot.
	AnalysisNodes int
	Now           func() time.Time // nil: time.Now
	Logger        *slog.Logger     // nil: slog.Default
}

// Lobby is the tables and the people of a server. Its methods may be called by
// anybody at any time.
type Lobby struct {
	cfg       Config
	up        time.Time      // since when the server is
	outages   []table.Outage // before that
	directory *directory
	loaded    *loaded
	scheduler *scheduler

	mu       sync.Mutex
	hosting  map[player.ID]int      // tables that are being made
	lonely   map[table.ID]time.Time // since when nobody of a waiting table is here
	here     map[player.ID]*present
	mails    map[player.ID]*mail
	sent     map[player.ID][]time.Time // invitations, lately
	letters  int                       // invitations so far
	called   map[call]bool             // who was invited to a rematch
	watchers map[*Watcher]bool
	views    views
	guesses  *guesses
	closed   bool
	evenings *evening.Service
	bots     *bots
	analyses *analysis.Service

	stale atomic.Bool // view is not what things are any more

	making sync.WaitGroup // of tables; added to with the lock held
	nudge  chan struct{}  // capacity 1: something changed
	stop   chan struct{}
	done   chan struct{} // closed when the crier has ended
}

// Refusals of the lobby.
var (
	ErrClosed  = errors.New("the server is going down; make a table when it is back")
	ErrTooMany = fmt.Errorf("you are host of %d tables that wait or play; finish one first", hostLimit)
)

// Create makes a table and waits until it is on the disk.
func (l *Lobby) Create(ctx context.Context, by player.Player, terms table.Terms) (*table.Table, error) {
	if terms.Private == table.ByPassword {
		return nil, errNoLock
	}
	return l.openSound(ctx, by, terms, "")
}

// openSound makes a table if its terms are sound.
func (l *Lobby) openSound(ctx context.Context, by player.Player, terms table.Terms, lock string) (*table.Table, error) {
	by, terms = table.As(l.cfg.Rights, by), terms.Under(l.cfg.Rights)
	if err := terms.Admits(by); err != nil {
		return nil, err
	}
	if err := l.mayOpen(by.ID, &terms); err != nil {
		return nil, err
	}
	if _, err := variants.New(terms.Game, terms.Options); err != nil {
		return nil, err
	}
	if _, err := table.ParseClock(terms.Clock.String()); err != nil {
		return nil, err
	}
	return l.open(ctx, table.Event{Player: &by, Terms: &terms, Lock: lock})
}

// mayOpen refuses what the house, or a private table, does not want.
func (l *Lobby) mayOpen(by player.ID, terms *table.Terms) error {
	rights := l.cfg.Rights
	switch {
	case !l.cfg.NewGames():
		return &table.Refusal{Reason: table.GamesPaused}
	case terms.Rated && rights != nil && !rights.MayRate(by):
		return &table.Refusal{Reason: table.MembersRate}
	case terms.Bots > 0 && !terms.AdmitsBots():
		return fmt.Errorf("bots=%d: bots are not rated in this house; choose bots=%s, or rated=off", terms.Bots, setup.NoBots)
	case terms.Private == table.ForAll:
		return nil
	case by.Guest():
		return errNoSecrets
	case terms.Private == table.ForMembers && (rights == nil || !rights.Member(by)):
		return errForMembers
	}
	return nil
}

// open makes a table of sound terms, perhaps a rematch after another.
func (l *Lobby) open(ctx context.Context, opened table.Event) (*table.Table, error) {
	by := opened.Player
	admit, done, err := l.cfg.Quotas.Open(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := l.reserve(by.ID, admit); err != nil {
		return nil, err
	}
	defer l.making.Done()
	opened.Kind, opened.At = table.Opened, l.cfg.Now().UTC()
	t, err := l.create(ctx, opened)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hosting[by.ID]--; l.hosting[by.ID] == 0 {
		delete(l.hosting, by.ID)
	}
	if err != nil {
		return nil, err
	}
	l.loaded.add(t)
	return t, nil
}

// reserve counts a table that is being made, if its host may have another.
func (l *Lobby) reserve(host player.ID, admit func(iter.Seq2[table.ID, player.ID]) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrClosed
	}
	hosted := l.directory.of(host, func(s *table.Summary) bool {
		return s.Host.ID == host && s.Phase != table.Finished && s.Terms.Evening == nil
	})
	if l.hosting[host]+len(hosted) >= hostLimit {
		return ErrTooMany
	}
	if err := admit(l.directory.waitingForPlayers()); err != nil {
		return err
	}
	l.hosting[host]++
	l.making.Add(1)
	return nil
}

func (l *Lobby) create(ctx context.Context, opened table.Event) (*table.Table, error) {
	if err := l.mark(ctx, *opened.Player); err != nil {
		return nil, err
	}
	summary, err := table.Summarize(l.config(0), []table.Event{opened})
	if err != nil {
		return nil, err
	}
	id, err := l.cfg.Store.Create(ctx, opened, summary)
	if err != nil {
		l.cfg.Logger.Error("a table could not be made", slog.Any("error", err))
		return nil, table.NotStored(err)
	}
	return table.Open(l.config(id), []table.Event{opened})
}

func (l *Lobby) config(id table.ID) table.Config {
	return table.Config{
		ID: id, Log: l.cfg.Store, Variant: variants.New,
		Now: l.cfg.Now, Logger: l.cfg.Logger, Changed: l.changed, Charge: l.cfg.Quotas.Charge, Rights: l.cfg.Rights, NewGames: l.cfg.NewGames, Stalls: l.cfg.Stalls, Bots: l.cfg.Bots != nil,
		Up: l.up, Outages: l.outages, Busy: l.bots.busyAt, Linger: linger, Reopen: l.loaded.open, Ended: l.loaded.gone,
	}
}

// load is a finished table from the disk.
func (l *Lobby) load(ctx context.Context, id table.ID) (*table.Table, error) {
	events, err := l.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	if !table.Closes(events) { // two must not write to one log
		return nil, setAside(id)
	}
	cfg := l.config(id)
	cfg.Changed, cfg.Ended, cfg.ReadOnly = nil, nil, true
	return table.Open(cfg, events)
}

// Since is what was stored of a table after the event of that number, at most
// limit events. Not all are for everybody: see [table.Table.Shown].
func (l *Lobby) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	return l.cfg.Store.Since(ctx, id, after, limit)
}

// changed is told by tables, each in the middle of its work: it marks, and
// returns. It must not take the lobby's lock, under which all tables are looked
// at.
func (l *Lobby) changed(v *table.View) {
	l.directory.seen(v)
	l.soil()
	l.bots.look(v)
	l.cfg.Changed(v)
}

// unloaded is told of a table that is not loaded any more.
func (l *Lobby) unloaded(id table.ID, due time.Time) {
	l.directory.unloaded(id, due)
	l.scheduler.stir()
	l.soil()
}

// openTable returns a table of the directory, loading it if need be.
func (l *Lobby) openTable(ctx context.Context, id table.ID) (*table.Table, error) {
	return l.loaded.open(ctx, id)
}

// soil says that the view is not true any more. It waits for nothing.
func (l *Lobby) soil() {
	l.stale.Store(true)
	select {
	case l.nudge <- struct{}{}:
	default:
	}
}
