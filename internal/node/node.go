// Package node lets a process join a cluster as a node. The process must store its data in
// PostgreSQL.
package node

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/cluster"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/service/lobby"
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

	store  Store
	logger *slog.Logger
	mark   int64             // result of the last call of Tables.Changed, from which the next call continues
	server string            // result of the last call of Tables.Server
	reread atomic.Bool       // whether another database server has taken over, so that all news must be read again
	wake   background.Signal // signals that tables have changed; capacity 1
	topics topics
	news   background.Signal // signals that other nodes have stored news; capacity 1
	chores background.Signal // tells FollowNews that nodes have started or failed; capacity 1

	mu       sync.Mutex
	nodes    bool              // whether nodes have started or failed since this field was last read
	presence map[table.ID]bool // tables whose players or spectators on other nodes have changed; cleared when it is read
}

// Store holds what a node needs of the database that all nodes share.
type Store struct {
	Tables Tables
	Nodes  Nodes
	News   News
	// NewsAtStart is the number of the newest item of news when the store was opened.
	NewsAtStart int64
	// Limits counts attempts at all nodes together; see [lobby.Cluster].
	Limits reserve.Store
	// Lookup returns the player with an ID; see [player.Directory].
	Lookup func(ctx context.Context, id player.ID) (player.Player, bool, error)
	// Listen receives the notifications of all nodes; see [postgres.Store.Listen].
	Listen func(ctx context.Context, receive func(postgres.Notification))
	// Close closes the connections of the node when [Member.Run] ends.
	Close func() error
}

// Tables stores the events of tables; [postgres.Tables] explains its methods.
type Tables interface {
	table.SharedLog
	Changed(ctx context.Context, after int64) (list []table.Change, next int64, err error)
	Stored(ctx context.Context, ids []table.ID) ([]table.Stored, error)
	Server(ctx context.Context) (id string, err error)
}

// Nodes stores which nodes run, and who is connected to them; [nodes.Store] explains its
// methods.
type Nodes interface {
	cluster.Store
	SetVisitors(ctx context.Context, run cluster.Run, list []byte) error
	Visitors(ctx context.Context, except cluster.Run, running func(cluster.Run) bool) (lists [][]byte, err error)
}

// News stores changes for other nodes; [parts.News] explains its methods.
type News interface {
	news.Log
	Last(ctx context.Context) (last int64, err error)
	Since(ctx context.Context, after int64) (list []news.Item, lost bool, err error)
	Drop(ctx context.Context) error
}

// Join makes this process a node. The node's name must differ from the names of all other
// running nodes. The clock follows that of the database.
func Join(ctx context.Context, store *postgres.Store, node string, clk *clock.Clock, logger *slog.Logger) (*Member, error) {
	db := store.Pool(2)
	rows, err := nodes.Open(ctx, db)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	m, err := New(ctx, Store{
		Tables: store.Tables, Nodes: rows, News: store.News, NewsAtStart: store.NewsAtStart, Limits: store.Limits,
		Lookup: store.Accounts.Lookup, Listen: store.Listen, Close: db.Close,
	}, node, clk, logger)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return m, nil
}

// New makes this process a node of the cluster that shares the given store; see [Join].
func New(ctx context.Context, store Store, node string, clk *clock.Clock, logger *slog.Logger) (*Member, error) {
	m := &Member{
		store: store, logger: logger, wake: background.NewSignal(), presence: map[table.ID]bool{}, topics: newTopics(),
		news: background.NewSignal(), chores: background.NewSignal(),
	}
	var err error
	if m.server, err = store.Tables.Server(ctx); err != nil {
		return nil, err
	}
	if _, m.mark, err = store.Tables.Changed(ctx, 0); err != nil {
		return nil, err
	}
	m.Nodes, err = cluster.Join(ctx, cluster.Config{
		Store: store.Nodes, Node: node, NodesChanged: m.nodesChanged, PresenceChanged: m.presenceChanged, Clock: clk, Logger: logger,
	})
	return m, err
}

// Cluster returns the lobby's configuration for a cluster. The lobby must use the clock that was
// given to Join.
func (m *Member) Cluster() *lobby.Cluster {
	return &lobby.Cluster{
		Nodes: m.Nodes, Log: m.store.Tables, News: m.store.News, Limits: m.store.Limits,
		Stored: m.store.Tables.Stored, Lookup: m.store.Lookup,
	}
}

func (m *Member) nodesChanged() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.nodes = true
	m.wake.Send()
	m.chores.Send()
}

func (m *Member) presenceChanged(ids []table.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		m.presence[id] = true
	}
	m.wake.Send()
}

// Run stores heartbeats and tells the lobby of changes on other nodes, until ctx is done.
func (m *Member) Run(ctx context.Context, l *lobby.Lobby) {
	var all sync.WaitGroup
	all.Go(func() { m.Nodes.Run(ctx) })
	all.Go(func() {
		m.store.Listen(ctx, func(n postgres.Notification) {
			if n.Topic == postgres.TopicTables || n.Missed {
				m.wake.Send()
			}
			if n.Topic == postgres.TopicNews || n.Missed {
				m.news.Send()
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
	if err := m.store.Close(); err != nil {
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
		if err := m.readChanges(ctx, changes); err != nil {
			m.logger.Warn("cannot read which tables have changed", slog.Any("error", err))
		}
	}
}

// readChanges tells the lobby which tables have changed. If the database was restarted or a
// standby has replaced it, the lobby compares all tables with their logs, because the newest
// events may be lost.
func (m *Member) readChanges(ctx context.Context, changes *lobby.Changes) error {
	server, err := m.store.Tables.Server(ctx)
	if err != nil {
		return err
	}
	list, next, err := m.store.Tables.Changed(ctx, m.mark)
	if err != nil {
		return err
	}
	if err := changes.Tables(ctx, list); err != nil {
		return err
	}
	m.mark = next
	if server == m.server {
		return nil
	}
	m.logger.Warn("the database was restarted, or a standby has replaced it; all tables are compared with their logs")
	if err := changes.Check(ctx); err != nil {
		return err
	}
	m.server = server
	m.reread.Store(true)
	m.news.Send()
	return nil
}

// take reports whether nodes have started or failed since the last call, and returns the
// tables whose players or spectators on other nodes have changed.
func (m *Member) take() (nodesChanged bool, people []table.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	people = slices.Sorted(maps.Keys(m.presence))
	nodesChanged = m.nodes
	m.nodes = false
	clear(m.presence)
	return nodesChanged, people
}
