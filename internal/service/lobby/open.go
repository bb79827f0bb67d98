package lobby

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/background"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/service/analysis"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/table"
)

// Open returns a lobby and lists the live tables of its store. A table is loaded only when
// somebody asks for it or when it is due (see scheduler).
func Open(ctx context.Context, cfg Config) (*Lobby, error) {
	if cfg.NewGames == nil {
		cfg.NewGames = func() bool { return true }
	}
	if cfg.Blocked == nil {
		cfg.Blocked = func(player.ID) map[player.ID]bool { return nil }
	}
	if cfg.Changed == nil {
		cfg.Changed = func(*table.Summary) {}
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	l := &Lobby{cfg: &cfg, passwords: password.New(cfg.Cluster.limits()), stop: make(chan struct{})}
	l.tables = newTables(l.cfg)
	l.opener = newOpener(l.cfg, l.tables)
	l.scheduler = newScheduler(l.tables, l.stop)
	l.analyses = analysis.New(analysis.Config{Bots: cfg.Bots, Nodes: cfg.AnalysisNodes, View: l.TableViewFor, Logger: cfg.Logger})
	l.evenings = evening.New(evening.Config{
		Audit: cfg.Audit,
		Store: cfg.Evenings, Tables: eveningTables{l}, Shared: !cfg.Cluster.alone(), Rights: cfg.Rights,
		NewGames: cfg.NewGames, Clock: cfg.Clock, Logger: cfg.Logger,
	})
	l.presence = &presence{rights: cfg.Rights, cluster: cfg.Cluster, here: map[player.ID]*present{}}
	l.publisher = &publisher{
		rights: cfg.Rights, clock: cfg.Clock, directory: l.tables.directory, presence: l.presence, evening: l.evenings.Current,
		tables: l.tables,
		wake:   background.NewSignal(), watchers: map[*Watcher]bool{},
	}
	l.invitations = &invitations{
		blocked: cfg.Blocked,
		rights:  cfg.Rights, logger: cfg.Logger, clock: cfg.Clock, directory: l.tables.directory, presence: l.presence,
		changed: l.publisher.invalidate, admit: l.Admit, loaded: l.tables.loaded.get,
		news:    cfg.Cluster.log(),
		players: map[player.ID]*received{}, rematchInvited: map[rematchInvitation]bool{},
		sent: reserve.NewBuckets[player.ID](rate.Every(invitationTime/maxSentInvitations), maxSentInvitations),
	}
	l.presence.changed, l.presence.left = l.publisher.invalidatePeople, l.invitations.left
	l.tables.invalidate, l.tables.wake, l.tables.watched = l.publisher.invalidate, l.scheduler.woken.Send, l.presence.spectatorsChanged
	l.maintenance = &maintenance{
		cfg: l.cfg, tables: l.tables, presence: l.presence, invitations: l.invitations, publisher: l.publisher, opener: l.opener,
		evenings: l.evenings, stop: l.stop, done: make(chan struct{}), unattended: map[table.ID]time.Time{},
	}
	l.publisher.invalidate()
	go l.maintenance.run()
	cfg.Clock.OnStep(l.tables.clockStepped)
	err := cmp.Or(l.scheduler.started(ctx), l.tables.list(ctx))
	if err == nil {
		l.evenings.Resume(ctx)
	}
	go l.scheduler.run()
	if err != nil {
		_ = l.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return l, nil
}

// Close stops the opening of new tables, stops the live tables and their clocks, and
// disconnects all players. It returns when everything is stored and all goroutines have
// ended, or when ctx is done. The error names each table that did not stop in time. Close
// may be called again.
func (l *Lobby) Close(ctx context.Context) error {
	first := l.opener.close()
	if first {
		close(l.stop)
	}
	l.tables.bots.Close()
	l.analyses.Close()
	settled := make(chan struct{})
	go func() {
		<-l.maintenance.done
		<-l.scheduler.done
		l.opener.opening.Wait()
		l.tables.loaded.close()
		l.tables.bots.Stop()
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
		if first { // store the time at which the correspondence clocks stop
			l.scheduler.storeAlive()
		}
	default: // do not call storeAlive, because the scheduler is still waiting for a disk that does not respond
	}
	return err
}

// stopAll stops all tables at the same time, so that their last events share a transaction.
func (l *Lobby) stopAll(ctx context.Context) error {
	tables := l.tables.loaded.all()
	l.publisher.close()
	l.invitations.close()
	errs := make([]error, len(tables))
	var all sync.WaitGroup
	for i, t := range tables {
		all.Go(func() { errs[i] = t.Stop(ctx) })
	}
	all.Wait()
	return errors.Join(errs...)
}
