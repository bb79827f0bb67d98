package main

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/cluster/member"
	"quadrille/internal/config"
	"quadrille/internal/lobby"
	"quadrille/internal/server"
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
	return n.background(func(ctx context.Context) { n.Run(ctx, l) })
}

// followClub applies the changes of the club, keys and accounts that other nodes make, until
// stop is called.
func (n node) followClub(c *club.Club, s *server.Server) (stop func()) {
	return n.background(func(ctx context.Context) { n.FollowClub(ctx, c, s.RecheckKeys) })
}

// background runs do until stop is called. With SQLite it does not run it.
func (n node) background(do func(ctx context.Context)) (stop func()) {
	if n.Member == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { do(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}
