package lobby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/botplay"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// tables holds the loaded tables, and a directory of the live and the newest finished ones.
type tables struct {
	cfg        *Config
	up         time.Time                     // when the server started
	outages    atomic.Pointer[clock.Outages] // periods in which the server did not run or its clock was set, as stored
	directory  *directory
	loaded     *loaded
	bots       *botplay.Bots
	invalidate func() // marks the lobby's views as out of date
	watched    func() // called when the number of spectators of a table changes
	wake       func() // wakes the scheduler
}

func newTables(cfg *Config) *tables {
	t := &tables{cfg: cfg, up: cfg.Clock.Now(), directory: newDirectory(), loaded: newLoaded()}
	t.bots = botplay.New(botplay.Config{Pool: cfg.Bots, Table: t.botTable, Clock: cfg.Clock, Logger: cfg.Logger})
	t.loaded.read, t.loaded.ended, t.loaded.opened = t.replay, t.unloaded, t.opened
	t.directory.chore = cfg.Cluster.chore
	return t
}

// botTable returns a table for its bots, or nil if it is not loaded.
func (ts *tables) botTable(id table.ID) botplay.Table {
	if t := ts.loaded.get(id); t != nil {
		return t
	}
	return nil
}

func (ts *tables) config(id table.ID) live.Config {
	return live.Config{
		Cluster: ts.cfg.Cluster.live(),
		ID:      id, Log: ts.cfg.Store, Variant: ts.directory.games.get,
		Clock: ts.cfg.Clock, Logger: ts.cfg.Logger, Changed: ts.changed, Charge: ts.cfg.Quotas.Charge, Rights: ts.cfg.Rights,
		NewGames: ts.cfg.NewGames, Blocked: ts.cfg.Blocked, Bots: ts.cfg.Bots != nil,
		UpSince: ts.up, Outages: ts.storedOutages, Busy: ts.bots.Busy, UnloadAfter: linger, Reopen: ts.loaded.open,
		Ended:    ts.loaded.release,
		Vacation: ts.cfg.Vacation, MayPair: ts.mayPair,
		Invited: func(who player.ID) bool { return ts.directory.invited(id, who) },
	}
}

// finished loads a finished table for reading only.
func (ts *tables) finished(ctx context.Context, id table.ID) (*live.Table, error) {
	events, err := ts.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	if !table.Closes(events) { // refuse an unfinished table, which cannot be opened for reading only
		return nil, setAside(id)
	}
	cfg := ts.config(id)
	cfg.Changed, cfg.Ended, cfg.ReadOnly = nil, nil, true
	t, err := live.Open(cfg, events)
	if err == nil {
		_ = ts.showRatings(ctx, t) // after an error the table shows no rating changes
	}
	return t, err
}

// showRatings adds the rating changes to a finished table that lacks them.
func (ts *tables) showRatings(ctx context.Context, t *live.Table) error {
	if ts.cfg.Ladder == nil || !t.LacksRatings() {
		return nil
	}
	changes, err := ts.cfg.Ladder.Changes(ctx, int64(t.View().ID))
	if err == nil {
		t.ShowRatings(changes)
	}
	return err
}

// changed publishes a new view of a table. It must not block, because the table is locked
// during the call.
func (ts *tables) changed(v *table.View) {
	if ts.directory.updateLoaded(v) {
		ts.watched()
	}
	ts.invalidate()
	if ts.cfg.Cluster.first(v.ID) {
		ts.bots.Look(v)
	}
	ts.cfg.Changed(v.Summary)
}

// unloaded marks a table as unloaded, and sets the time at which it must be loaded again.
func (ts *tables) unloaded(id table.ID, due time.Time) {
	ts.directory.unloaded(id, due)
	ts.wake()
	ts.invalidate()
}

// open returns a table that is in the directory, and loads it if necessary.
func (ts *tables) open(ctx context.Context, id table.ID) (*live.Table, error) {
	return ts.loaded.open(ctx, id)
}

// list fills the directory from the stored summaries. It reads the log of a table only if
// no summary of the table is stored.
func (ts *tables) list(ctx context.Context) error {
	list, err := ts.stored(ctx)
	if err != nil {
		return err
	}
	ts.summarize(ctx, list)
	for _, t := range list {
		if t.Summary != nil {
			ts.directory.updateStored(t.ID, shifted(t.Summary, ts.storedOutages()))
		}
	}
	return ctx.Err()
}

// stored returns the live tables and the newest finished ones with their stored summaries.
func (ts *tables) stored(ctx context.Context) ([]table.Stored, error) {
	live, err := ts.cfg.Store.Live(ctx)
	if err != nil {
		return nil, fmt.Errorf("cannot list live tables: %w", err)
	}
	// read more tables than the lobby lists, because some are abandoned games, which it
	// does not list
	for limit := 5 * finishedKept; ; limit *= 4 {
		finished, err := ts.cfg.Store.Finished(ctx, limit)
		if err != nil {
			return nil, fmt.Errorf("cannot list finished tables: %w", err)
		}
		if len(finished) < limit || ts.pauseIsOver(finished[len(finished)-1].Summary) {
			return slices.Concat(live, finished), nil
		}
	}
}

// summarize computes each missing summary from the table's log, several at a time. If a log
// cannot be replayed, it logs the error and skips the table.
func (ts *tables) summarize(ctx context.Context, tables []table.Stored) {
	next := make(chan *table.Stored)
	var all sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for t := range next {
				t.Summary = ts.summaryFromLog(ctx, t.ID)
			}
		})
	}
	for i := range tables {
		if tables[i].Summary == nil {
			next <- &tables[i]
		}
	}
	close(next)
	all.Wait()
}

// summaryFromLog computes a table's summary from its log and stores it.
func (ts *tables) summaryFromLog(ctx context.Context, id table.ID) *table.Summary {
	var s *table.Summary
	events, err := ts.cfg.Store.Load(ctx, id)
	if err == nil {
		s, err = live.Summarize(ts.config(id), events)
	}
	if err == nil {
		err = ts.cfg.Store.Append(ctx, id, len(events)+1, nil, s)
	}
	if err != nil {
		ts.cfg.Logger.Error("table skipped: cannot read or replay its log", slog.Int64("table", int64(id)), slog.Any("error", err))
	}
	return s
}

// shifted returns a summary whose correspondence clock ends later, by the total length of the
// outages since the clock was started. A loaded table does this itself.
func shifted(s *table.Summary, outages clock.Outages) *table.Summary {
	if s.Since.IsZero() || !s.Terms.Clock.Correspondence() {
		return s
	}
	later := *s
	later.Deadline = outages.Shift(s.Since).Add(s.Deadline.Sub(s.Since))
	return &later
}

// storedOutages returns the outages that correspondence clocks must not count, as stored.
func (ts *tables) storedOutages() clock.Outages {
	if list := ts.outages.Load(); list != nil {
		return *list
	}
	return nil
}

// clockStepped is called after the clock was set, or the process did not run for a while. It
// makes all tables pause their clocks for that time.
func (ts *tables) clockStepped() {
	for _, t := range ts.loaded.all() {
		t.Recheck()
	}
	ts.wake()
	ts.invalidate()
}

// replay loads a table from its log. If that fails, it logs the error. A table that does not exist or
// whose log cannot be replayed is not listed any more; one whose log could not be read now still is.
func (ts *tables) replay(ctx context.Context, id table.ID) (t *live.Table, err error) {
	if ts.cfg.Cluster.alone() {
		var events []table.Event
		if events, err = ts.cfg.Store.Load(ctx, id); err == nil {
			t, err = ts.start(ctx, id, events)
		}
	} else {
		t, err = ts.start(ctx, id, nil)
	}
	switch inconsistent := errors.Is(err, live.ErrInconsistent); {
	case err == nil:
		_ = ts.showRatings(ctx, t) // after an error the table shows no rating changes
		return t, nil
	case inconsistent, errors.Is(err, table.ErrNoTable): // without the table, the database has lost it
		ts.cfg.Logger.Error("table skipped: cannot replay its log", slog.Int64("table", int64(id)), slog.Any("error", err))
		ts.directory.remove(id)
		ts.invalidate()
		if inconsistent {
			err = setAside(id)
		}
	default:
		ts.cfg.Logger.Error("cannot read table", slog.Int64("table", int64(id)), slog.Any("error", err))
	}
	return nil, err
}

func setAside(id table.ID) error {
	return WasSetAside.Refuse(strconv.FormatInt(int64(id), 10))
}

// summary returns the summary of a listed or loaded table, or nil for any other table.
func (ts *tables) summary(id table.ID) *table.Summary {
	if s := ts.directory.summary(id); s != nil {
		return s
	}
	if t := ts.loaded.get(id); t != nil {
		return t.View().Summary
	}
	return nil
}
