package lobby

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Open is the lobby of a store: every live table is there again, by replay. One
// whose log makes no sense is left aside, with a line in the server's log; the
// others live.
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
		tables:    map[table.ID]*table.Table{},
		private:   map[table.ID]*table.Table{},
		guesses:   newGuesses(),
		hosting:   map[player.ID]int{},
		pace:      table.Pace{},
		strengths: map[table.ID]int{},
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
	l.bots = newBots(l, cfg.Bots)
	l.analyses = newAnalyses(l)
	l.evenings = &Evenings{lobby: l, keeper: cfg.Evenings}
	l.stale.Store(true)
	go l.cry()
	if err := l.reopen(ctx); err != nil {
		_ = l.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return l, nil
}

func (l *Lobby) reopen(ctx context.Context) error {
	live, err := l.cfg.Store.Live(ctx)
	if err != nil {
		return fmt.Errorf("the tables cannot be listed: %w", err)
	}
	l.reopenLive(ctx, live)
	// Those that were abandoned stand among them, so more are asked for.
	finished, err := l.cfg.Store.Finished(ctx, 5*finishedKept)
	if err != nil {
		return fmt.Errorf("the finished tables cannot be listed: %w", err)
	}
	l.reopenFinished(ctx, finished)
	l.evenings.open(ctx)
	return ctx.Err()
}

// reopenLive opens tables, several at a time.
func (l *Lobby) reopenLive(ctx context.Context, ids []table.ID) {
	next := make(chan table.ID)
	var all sync.WaitGroup
	for range min(len(ids), 2*runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for id := range next {
				if t := l.replay(ctx, id); t != nil {
					l.mu.Lock()
					l.place(t)
					l.mu.Unlock()
				}
			}
		})
	}
	for _, id := range ids {
		next <- id
	}
	close(next)
	all.Wait()
}

// reopenFinished opens the newest of the tables at which a game was played.
func (l *Lobby) reopenFinished(ctx context.Context, newestFirst []table.ID) {
	for _, id := range newestFirst {
		if len(l.finished) == finishedKept {
			return
		}
		t := l.replay(ctx, id)
		if t == nil || !t.View().Position.Over() {
			continue
		}
		l.mu.Lock()
		l.tables[id] = t
		l.finished = append(l.finished, id)
		l.soil()
		l.mu.Unlock()
	}
}

// replay opens one table, nil if that cannot be.
func (l *Lobby) replay(ctx context.Context, id table.ID) *table.Table {
	events, err := l.cfg.Store.Load(ctx, id)
	if err != nil {
		l.cfg.Logger.Error("a table cannot be read and is left aside", slog.Int64("table", int64(id)), slog.Any("error", err))
		return nil
	}
	t, err := table.Open(l.config(id), events)
	if err != nil {
		l.cfg.Logger.Error("a table cannot be replayed and is left aside", slog.Int64("table", int64(id)), slog.Any("error", err))
		return nil
	}
	return t
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
	l.analyses.close()
	settled := make(chan struct{})
	go func() {
		<-l.done
		l.making.Wait()
		l.bots.stop()
		l.analyses.stop()
		close(settled)
	}()
	select {
	case <-settled:
	case <-ctx.Done():
	}
	return l.stopAll(ctx)
}

// stopAll stops all tables at once, so that their last words share a commit.
func (l *Lobby) stopAll(ctx context.Context) error {
	l.mu.Lock()
	tables := append(slices.Collect(maps.Values(l.tables)), l.released...)
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
