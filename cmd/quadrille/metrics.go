package main

import (
	"context"
	"log/slog"
	"net"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/lobby"
	"quadrille/internal/metrics"
	"quadrille/internal/quota"
	"quadrille/internal/server"
	"quadrille/internal/store"
	"quadrille/internal/store/backup"
)

// overseen is the listener for them and what the disk is counted with; its zero
// value has none.
type overseen struct {
	net.Listener
	disk *metrics.Disk
}

// oversee takes the address, if there is one, before anything is opened that would
// have to be closed.
func oversee(m config.Metrics) (overseen, error) {
	if m.Listen == "" {
		return overseen{}, nil
	}
	l, err := metrics.Listen(m.Listen, m.Public)
	return overseen{l, metrics.NewDisk()}, err
}

func (o overseen) close() {
	if o.Listener != nil {
		_ = o.Listener.Close()
	}
}

// watch counts what is written from now on.
func (o overseen) watch(kept *store.Store) {
	if o.Listener != nil {
		kept.Observe(o.disk)
	}
}

// serve answers until the function that it returns is called; ctx is done when
// the server begins to stop.
func (o overseen) serve(ctx context.Context, data string, kept *store.Store, hall *lobby.Lobby, door *server.Server, quotas *quota.Quotas, logger *slog.Logger) (end func()) {
	if o.Listener == nil {
		return func() {}
	}
	b := thisBuild()
	logger.Info("metrics", "address", o.Addr().String())
	return metrics.Serve(o.Listener, metrics.Config{
		Sources: metrics.Sources{
			Connections: door.Counts, Lobby: hall.View, Tables: hall.Count, Quotas: quotas.Tally, Queue: kept.Queue, Writable: kept.Writable,
			Stopping:   func() bool { return ctx.Err() != nil },
			LastBackup: func() (time.Time, error) { return backup.LastBackup(data) },
		},
		Disk: o.disk, Build: metrics.Build{Version: b.Version, Commit: b.Commit, Go: b.Go}, Logger: logger,
	}).Close
}
