package main

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"sync"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/news"
	"quadrille/internal/node"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/server"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/vacation"
)

// nodeName returns the name of this process among the processes that share the database.
func nodeName(c config.Server) string {
	host, _ := os.Hostname()
	return cmp.Or(c.Node, host, "node")
}

// clusterNode represents this process in a cluster. With SQLite, its fields are nil.
type clusterNode struct {
	*node.Member
	cluster *lobby.Cluster
	news    news.Log

	visitorsElsewhere func() []club.Visitor
}

// join makes this process a node if the database is PostgreSQL.
func (d *database) join(ctx context.Context, c config.Server, clk *clock.Clock, logger *slog.Logger) (clusterNode, error) {
	if d.cluster == nil {
		return clusterNode{}, nil
	}
	m, err := node.Join(ctx, d.cluster, nodeName(c), clk, logger)
	if err != nil {
		return clusterNode{}, err
	}
	return clusterNode{m, m.Cluster(), d.cluster.News, m.VisitorsElsewhere}, nil
}

// limits returns the store that counts attempts at all nodes, or nil with SQLite.
func (n clusterNode) limits() reserve.Store {
	if n.Member == nil {
		return nil
	}
	return n.cluster.Limits
}

// hasOthers reports whether other nodes are running.
func (n clusterNode) hasOthers() bool { return n.Member != nil && len(n.Nodes.Nodes()) > 1 }

// ownersSecret returns a secret that all nodes share. From it, each node computes the same
// code, with which the first owner joins. With SQLite, ownersSecret returns nil.
func (n clusterNode) ownersSecret(s *server.Server) ([]byte, error) {
	if n.Member == nil {
		return nil, nil
	}
	return s.Secret("first owner")
}

// follow tells the lobby what happens on other nodes, until stop is called.
func (n clusterNode) follow(l *lobby.Lobby) (stop func()) {
	return n.background(func(ctx context.Context) { n.Run(ctx, l) })
}

// followClub applies the changes that other nodes make to the club, keys and accounts, until
// stop is called.
func (n clusterNode) followClub(c *club.Club, s *server.Server) (stop func()) {
	return n.background(func(ctx context.Context) { n.FollowClub(ctx, c, s.RecheckKeys) })
}

// shareVisitors tells the other nodes who is connected to this node, until stop is called.
func (n clusterNode) shareVisitors(s *server.Server) (stop func()) {
	return n.background(func(ctx context.Context) { n.ShareVisitors(ctx, s.VisitorsHere) })
}

// followed holds the services that followNews informs of changes made by other nodes.
type followed struct {
	lobby     *lobby.Lobby
	mail      *messages.Service
	seeks     *seek.Service
	reports   *notify.Reports
	hooks     *notify.Webhooks
	vacations *vacation.Service
	quotas    *quota.Quotas
	server    *server.Server
	reload    func(context.Context) error // reads all data of accounts again
}

// followNews applies what other nodes publish, until stop is called.
func (n clusterNode) followNews(f followed) (stop func()) {
	return n.background(func(ctx context.Context) {
		n.FollowNews(ctx, map[string]node.Follower{
			news.Messages: {Apply: node.Applied(messages.ChangesOf(f.mail).Apply), Reload: f.mail.Reload},
			news.Seeks: {
				Apply:   func(ctx context.Context, _ []byte) error { return f.seeks.Refresh(ctx) },
				Reload:  f.seeks.Reload,
				AtStart: true,
			},
			news.Accounts: node.Rereading(f.reload),
			news.Invitations: {
				Apply:   func(ctx context.Context, _ []byte) error { return lobby.ChangesOf(f.lobby).Invitations(ctx) },
				Reload:  lobby.ChangesOf(f.lobby).ReloadInvitations,
				AtStart: true,
			},
			news.Names:    node.Transient(lobby.ChangesOf(f.lobby).Renamed),
			news.Quotas:   node.Transient(f.quotas.Count),
			news.Evenings: node.Rereading(f.lobby.Evenings().Follow),
			news.Reports:  node.Rereading(f.reports.Reload),
			news.Webhooks: {Apply: node.Rereading(f.hooks.Reload).Apply, Reload: f.hooks.Reload, NodesChanged: f.hooks.Reload},
			news.Vacations: {
				Apply: node.Applied(func(ctx context.Context, account player.ID) error {
					return f.vacations.Follow(ctx, account, n.Nodes.First("vacations"))
				}),
				Reload: f.vacations.Reload,
			},
		})
	})
}

// mine reports whether this node sends the webhooks that an account owns.
func (n clusterNode) mine(owner player.ID) bool {
	return n.Member == nil || n.Nodes.First("webhooks of "+string(owner))
}

// background calls the function `do` in a new goroutine. It returns a function that cancels
// the context of `do` and waits until `do` returns. With SQLite, background does not call
// `do`, and the returned function does nothing.
func (n clusterNode) background(do func(ctx context.Context)) (stop func()) {
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
