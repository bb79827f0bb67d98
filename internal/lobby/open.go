package lobby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"quadrille/internal/analysis"
	"quadrille/internal/evening"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Open returns the lobby of a store: every live table is listed again. Tables are
// loaded when somebody asks for them, and when they have something to do.
func Open(ctx context.Context, cfg Config) (*Lobby, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.NewGames == nil {
		cfg.NewGames = func() bool { return true }
	}
	if cfg.Changed == nil {
		cfg.Changed = func(*table.View) {}
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	l := &Lobby{
		cfg:       cfg,
		up:        cfg.Now().UTC(),
		directory: newDirectory(),
		loaded:    newLoaded(),
		guesses:   newGuesses(),
		hosting:   map[player.ID]int{},
		lonely:    map[table.ID]time.Time{},
		here:      map[player.ID]*present{},
		mails:     map[player.ID]*mail{},
		sent:      map[player.ID][]time.Time{},
		called:    map[call]bool{},
		watchers:  map[*Watcher]bool{},
		nudge:     make(chan struct{}, 1),
		stop:      make(chan struct{}),
		done:      make(chan struct{}),
	}
	l.loaded.read, l.loaded.ended = l.replay, l.unloaded
	l.loaded.opened = (*table.Table).Tell
	l.scheduler = newScheduler(l)
	l.bots = newBots(l, cfg.Bots)
	l.analyses = analysis.New(analysis.Config{Bots: cfg.Bots, Nodes: cfg.AnalysisNodes, Table: l.TableFor, Logger: cfg.Logger})
	l.evenings = evening.New(evening.Config{
		Keeper: cfg.Evenings, Tables: eveningTables{l}, Rights: cfg.Rights, NewGames: cfg.NewGames, Now: cfg.Now, Logger: cfg.Logger,
	})
	l.stale.Store(true)
	go l.cry()
	err := l.reopen(ctx)
	go l.scheduler.run()
	if err != nil {
		_ = l.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return l, nil
}

// reopen fills the directory. No log is read for that, but those of tables without a
// summary.
func (l *Lobby) reopen(ctx context.Context) (err error) {
	l.scheduler.started(ctx)
	live, err := l.cfg.Store.Live(ctx)
	if err != nil {
		return fmt.Errorf("the tables cannot be listed: %w", err)
	}
	// Those that were abandoned stand among them, so more are asked for.
	finished, err := l.cfg.Store.Finished(ctx, 5*finishedKept)
	if err != nil {
		return fmt.Errorf("the finished tables cannot be listed: %w", err)
	}
	l.summarize(ctx, live)
	l.summarize(ctx, finished)
	for _, t := range slices.Concat(live, finished) {
		if t.Summary != nil {
			l.shift(t.Summary)
			l.directory.stored(t.ID, t.Summary)
		}
	}
	l.evenings.Resume(ctx)
	return ctx.Err()
}

// summarize makes the summaries that are missing from the logs, several at a time. A
// table whose log makes no sense is left aside, with a line in the server's log; the
// others live.
func (l *Lobby) summarize(ctx context.Context, tables []table.Stored) {
	next := make(chan *table.Stored)
	var all sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for t := range next {
				t.Summary = l.summaryFromLog(ctx, t.ID)
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

// summaryFromLog makes the summary of a table from its log, and stores it.
func (l *Lobby) summaryFromLog(ctx context.Context, id table.ID) *table.Summary {
	var s *table.Summary
	events, err := l.cfg.Store.Load(ctx, id)
	if err == nil {
		s, err = table.Summarize(l.config(id), events)
	}
	if err == nil {
		err = l.cfg.Store.Append(ctx, id, len(events)+1, nil, s)
	}
	if err != nil {
		l.cfg.Logger.Error("a table cannot be read or replayed and is left aside", slog.Int64("table", int64(id)), slog.Any("error", err))
	}
	return s
}

// shift moves the deadline of a clock of days by what the server was down since the
// clock was started. The table does the same when it is loaded.
func (l *Lobby) shift(s *table.Summary) {
	if s.Since.IsZero() || !s.Terms.Clock.Correspondence() {
		return
	}
	for _, o := range l.outages {
		from := o.From
		if from.Before(s.Since) {
			from = s.Since
		}
		if o.Until.After(from) {
			s.Deadline = s.Deadline.Add(o.Until.Sub(from))
		}
	}
}

// Close makes no more tables, stops those that live, clocks and all, and sends
// everybody away. It returns when all is stored and every goroutine has ended,
// or when ctx is done, and says which did not in time. It may be called again.
func (l *Lobby) Close(ctx context.Context) error {
	l.mu.Lock()
	first := !l.closed
	l.closed = true
	l.mu.Unlock()
	if first {
		close(l.stop)
	}
	l.bots.close()
	l.analyses.Close()
	settled := make(chan struct{})
	go func() {
		<-l.done
		<-l.scheduler.done
		l.making.Wait()
		l.loaded.close()
		l.bots.stop()
		l.analyses.Stop()
		close(settled)
	}()
	select {
	case <-settled:
	case <-ctx.Done():
	}
	err := l.stopAll(ctx)
	select {
	case <-l.scheduler.done:
		if first { // clocks of days stand from now on
			l.scheduler.alive()
		}
	default: // it hangs on a disk that does not answer
	}
	return err
}

// stopAll stops all tables at once, so that their last words share a commit.
func (l *Lobby) stopAll(ctx context.Context) error {
	tables := l.loaded.all()
	l.mu.Lock()
	for w := range l.watchers {
		w.box.Close()
	}
	clear(l.watchers)
	for _, m := range l.mails {
		for b := range m.boxes {
			b.box.Close()
		}
	}
	l.mu.Unlock()
	errs := make([]error, len(tables))
	var all sync.WaitGroup
	for i, t := range tables {
		all.Go(func() { errs[i] = t.Stop(ctx) })
	}
	all.Wait()
	return errors.Join(errs...)
}
