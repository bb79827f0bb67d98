package main

import (
	"context"
	"log/slog"
	"net"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/metrics"
	"quadrille/internal/server"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/quota"
	"quadrille/internal/store/backup"
)

// monitoring holds the listener for metrics and the counters of the store. The zero value
// serves no metrics.
type monitoring struct {
	net.Listener
	disk *metrics.Disk
}

// openMonitoring listens on the configured address for metrics. If no address is configured,
// it returns the zero value.
func openMonitoring(m config.Metrics) (monitoring, error) {
	if m.Listen == "" {
		return monitoring{}, nil
	}
	l, err := metrics.Listen(m.Listen, m.Public)
	return monitoring{l, metrics.NewDisk()}, err
}

func (m monitoring) close() {
	if m.Listener != nil {
		_ = m.Listener.Close()
	}
}

// watch starts to count the writes of the store.
func (m monitoring) watch(db *database) {
	if m.Listener != nil {
		db.Observe(m.disk)
	}
}

// serve serves metrics until the returned function `end` is called. As soon as ctx is done,
// the metrics say that the server is stopping.
func (m monitoring) serve(
	ctx context.Context,
	c config.Server,
	db *database,
	theLobby *lobby.Lobby,
	srv *server.Server,
	quotas *quota.Quotas,
	logger *slog.Logger,
) (end func()) {
	if m.Listener == nil {
		return func() {}
	}
	b, name := thisBuild(), ""
	if c.Database != "" {
		name = nodeName(c)
	}
	logger.Info("metrics", "address", m.Addr().String())
	return metrics.Serve(m.Listener, metrics.Config{
		Sources: metrics.Sources{
			Connections: srv.Counts, Lobby: theLobby.View, Tables: theLobby.Count, Quotas: quotas.Tally, Queue: db.Queue,
			Writable:    db.Writable,
			StandbyAway: db.standbyAway(),
			InDoubt:     theLobby.TablesInDoubt,
			Stopping:    func() bool { return ctx.Err() != nil },
			LastBackup:  func() (time.Time, error) { return backup.LastBackup(c.Data) },
		},
		Disk: m.disk, Build: metrics.Build{Version: b.Version, Commit: b.Commit, Go: b.Go, Node: name}, Logger: logger,
	}).Close
}
