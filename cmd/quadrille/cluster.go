package main

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"quadrille/internal/cluster/member"
	"quadrille/internal/config"
	"quadrille/internal/lobby"
)

// nodeName returns the name of this process among those that share the database.
func nodeName(c config.Server) string {
	host, _ := os.Hostname()
	return cmp.Or(c.Node, host, "node")
}

// node is this process as one that shares its database with others. Its fields are nil with
// SQLite.
type node struct {
	*member.Member
	cluster *lobby.Cluster
	now     func() time.Time
}

// join makes this process a node if the database is PostgreSQL.
func (d *database) join(ctx context.Context, c config.Server, logger *slog.Logger) (node, error) {
	if d.cluster == nil {
		return node{}, nil
	}
	m, err := member.Join(ctx, d.cluster, c.Database, nodeName(c), logger)
	if err != nil {
		return node{}, err
	}
	return node{m, m.Cluster(), m.Nodes.Now}, nil
}

// follow tells the lobby what happens on other nodes, until stop is called.
func (n node) follow(l *lobby.Lobby) (stop func()) {
	if n.Member == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { n.Run(ctx, l) })
	return func() {
		cancel()
		running.Wait()
	}
}
