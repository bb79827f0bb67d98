// Package member makes a process with a PostgreSQL store a node of a cluster.
package member

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver

	"quadrille/internal/cluster"
	"quadrille/internal/cluster/nodes"
	"quadrille/internal/lobby"
	"quadrille/internal/store/postgres"
	"quadrille/internal/table"
)

// pollEvery is how often a node looks for changed tables without a notification.
const pollEvery = 2 * time.Second

// Member connects this process, as a node, to the cluster.
type Member struct {
	Nodes *cluster.Cluster

	store  *postgres.Store
	db     *sql.DB
	logger *slog.Logger
	mark   int64         // position up to which changes of tables are known; see [postgres.Tables.Changed]
	wake   chan struct{} // capacity 1: tables have changed
	topics topics

	mu       sync.Mutex
	nodes    bool              // nodes have started or failed
	presence map[table.ID]bool // tables whose people have changed
}

// Join makes this process a node. Its name must differ from those of other running nodes.
func Join(ctx context.Context, store *postgres.Store, url, node string, logger *slog.Logger) (m *Member, err error) {
	m = &Member{store: store, logger: logger, wake: make(chan struct{}, 1), presence: map[table.ID]bool{}, topics: newTopics()}
	if m.db, err = sql.Open("pgx", url); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.db.Close())
		}
	}()
	m.db.SetMaxOpenConns(2)
	rows, err := nodes.Open(ctx, m.db)
	if err != nil {
		return nil, err
	}
	if _, m.mark, err = store.Tables.Changed(ctx, 0); err != nil {
		return nil, err
	}
	m.Nodes, err = cluster.Join(ctx, cluster.Config{Store: rows, Node: node, NodesChanged: m.nodesChanged, PresenceChanged: m.presenceChanged, Logger: logger})
	return m, err
}

// Cluster returns the configuration of the lobby. Open the lobby with the clock Nodes.Now.
func (m *Member) Cluster() *lobby.Cluster {
	return &lobby.Cluster{Nodes: m.Nodes, Log: m.store.Tables, Stored: m.store.Tables.Stored}
}

func (m *Member) nodesChanged() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nodes = true
	m.signal()
}

func (m *Member) presenceChanged(ids []table.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		m.presence[id] = true
	}
	m.signal()
}

// signal wakes follow. It does not block.
func (m *Member) signal() {
	select {
	case m.wake <- struct{}{}:
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
				m.signal()
			}
			if n.Missed {
				m.topics.add(postgres.TopicAudit, postgres.TopicKeys)
			}
			if n.Topic != "" && n.Topic != postgres.TopicTables {
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

// follow tells the lobby of changes.
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
			changes.Presence(people)
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

// take returns what cluster.Cluster has reported since the last call.
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
