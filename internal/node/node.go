// Package node lets a process join a cluster as a node. The process must store its data in
// PostgreSQL.
package node

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver

	"quadrille/internal/cluster"
	"quadrille/internal/lobby"
	"quadrille/internal/store/nodes"
	"quadrille/internal/store/postgres"
	"quadrille/internal/table"
)

// pollEvery is the interval at which a node looks for changed tables, even without a
// notification.
const pollEvery = 2 * time.Second

// Member connects this process to the cluster as a node.
type Member struct {
	Nodes *cluster.Cluster

	rows   *nodes.Store
	store  *postgres.Store
	db     *sql.DB
	logger *slog.Logger
	mark   int64         // result of the last call of [postgres.Tables.Changed], from which the next call continues
	wake   chan struct{} // signals that tables have changed; capacity 1
	topics topics
	news   chan struct{} // signals that other nodes have stored news; capacity 1
	chores chan struct{} // tells FollowNews that nodes have started or failed; capacity 1

	mu       sync.Mutex
	nodes    bool              // whether nodes have started or failed since this field was last read
	presence map[table.ID]bool // tables whose players or spectators on other nodes have changed; cleared when it is read
}

// Join makes this process a node. The node's name must differ from the names of all other
// running nodes.
func Join(ctx context.Context, store *postgres.Store, url, node string, logger *slog.Logger) (m *Member, err error) {
	m = &Member{store: store, logger: logger, wake: make(chan struct{}, 1), presence: map[table.ID]bool{}, topics: newTopics(), news: make(chan struct{}, 1), chores: make(chan struct{}, 1)}
	if m.db, err = sql.Open("pgx", url); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.db.Close())
		}
	}()
	m.db.SetMaxOpenConns(2)
	if m.rows, err = nodes.Open(ctx, m.db); err != nil {
		return nil, err
	}
	if _, m.mark, err = store.Tables.Changed(ctx, 0); err != nil {
		return nil, err
	}
	m.Nodes, err = cluster.Join(ctx, cluster.Config{Store: m.rows, Node: node, NodesChanged: m.nodesChanged, PresenceChanged: m.presenceChanged, Logger: logger})
	return m, err
}

// Cluster returns the lobby's configuration for a cluster. The lobby must use m.Nodes.Now as
// its clock.
func (m *Member) Cluster() *lobby.Cluster {
	return &lobby.Cluster{Nodes: m.Nodes, Log: m.store.Tables, News: m.store.News, Stored: m.store.Tables.Stored, Lookup: m.store.Accounts.Lookup}
}

func (m *Member) nodesChanged() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nodes = true
	signal(m.wake)
	signal(m.chores)
}

func (m *Member) presenceChanged(ids []table.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		m.presence[id] = true
	}
	signal(m.wake)
}

// signal wakes the goroutine that waits on the channel. It does not block.
func signal(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// Run stores heartbeats and tells the lobby of changes on other nodes, until ctx is done.
func (m *Member) Run(ctx context.Context, l *lobby.Lobby) {
	var all sync.WaitGroup
	all.Go(func() { m.Nodes.Run(ctx) })
	all.Go(func() {
		m.store.Listen(ctx, func(n postgres.Notification) {
			if n.Topic == postgres.TopicTables || n.Missed {
				signal(m.wake)
			}
			if n.Topic == postgres.TopicNews || n.Missed {
				signal(m.news)
			}
			if n.Missed {
				m.topics.add(postgres.TopicAudit, postgres.TopicKeys)
			}
			if n.Topic == postgres.TopicAudit || n.Topic == postgres.TopicKeys {
				m.topics.add(n.Topic)
			}
		})
	})
	all.Go(func() { m.follow(ctx, lobby.ChangesOf(l)) })
	all.Wait()
	if err := m.db.Close(); err != nil {
		m.logger.Warn("cannot close the connections of the node", slog.Any("error", err))
	}
}

// follow tells the lobby of changes on other nodes, until ctx is done.
func (m *Member) follow(ctx context.Context, changes *lobby.Changes) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.wake:
		case <-poll.C:
		}
		nodesChanged, people := m.take()
		if nodesChanged {
			changes.Nodes()
		}
		if len(people) > 0 {
			changes.Presence(ctx, people)
		}
		list, next, err := m.store.Tables.Changed(ctx, m.mark)
		if err != nil {
			m.logger.Warn("cannot read which tables have changed", slog.Any("error", err))
			continue
		}
		m.mark = next
		changes.Tables(ctx, list)
	}
}

// take reports whether nodes have started or failed since the last call, and returns the
// tables whose players or spectators on other nodes have changed.
func (m *Member) take() (nodesChanged bool, people []table.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id := range m.presence {
		people = append(people, id)
	}
	nodesChanged = m.nodes
	m.nodes = false
	clear(m.presence)
	return nodesChanged, people
}
