package postgres

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/store/parts"
)

// The topics of notifications: tables with new events, and changes of other data.
const (
	TopicTables = "tables"
	TopicAudit  = parts.TopicAudit
	TopicKeys   = parts.TopicKeys
	TopicNews   = parts.TopicNews
)

const (
	notifyChannel  = "quadrille"
	maxNotifiedIDs = 300 // maximum number of IDs in one notification; PostgreSQL limits a notification to 8,000 bytes
	maxPendingIDs  = 100_000
	reconnectAfter = 500 * time.Millisecond
)

// Notification says that something has changed.
type Notification struct {
	Node  string  // the node that sent the notification
	Topic string  // what changed: TopicTables or a topic of [Store.Notify]
	IDs   []int64 // numbers of the changed objects, for example of tables
	// Missed says that earlier notifications may have been lost, so that the receiver must
	// read everything. Topic and IDs may then be empty.
	Missed bool
}

// message is the payload of a notification. Count is the number of the message within one
// run of a node, so that receivers notice when a message is missing.
type message struct {
	Node  string  `json:"node"`
	Run   int64   `json:"run"`
	Count int64   `json:"count"`
	Topic string  `json:"topic"`
	IDs   []int64 `json:"ids,omitempty"`
}

// notifier sends notifications over its own connection, so that nothing else waits for them.
// It combines notifications that have not been sent yet.
type notifier struct {
	node   string
	config *pgx.ConnConfig
	logger *slog.Logger
	wake   background.Signal // capacity 1

	mu      sync.Mutex
	pending map[string]map[int64]bool // the IDs that have not been sent yet, by topic
	lost    bool                      // whether notifications were dropped and the receivers do not know it yet
}

func newNotifier(node string, config *pgx.ConnConfig, logger *slog.Logger) *notifier {
	return &notifier{node: node, config: config, logger: logger, wake: background.NewSignal(), pending: map[string]map[int64]bool{}}
}

// add queues a notification for each ID. If too many IDs of the topic are then waiting, it
// drops all of them, and tells the receivers that notifications are missing.
func (n *notifier) add(topic string, ids ...int64) {
	n.mu.Lock()
	waiting := n.pending[topic]
	if waiting == nil {
		waiting = map[int64]bool{}
		n.pending[topic] = waiting
	}
	for _, id := range ids {
		waiting[id] = true
	}
	if len(waiting) > maxPendingIDs {
		clear(waiting)
		n.lost = true
	}
	n.mu.Unlock()
	n.wake.Send()
}

// take returns messages with all notifications that wait to be sent, and reports whether
// other notifications were dropped. The caller must set the Count of each message.
func (n *notifier) take() (list []message, lost bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for topic, waiting := range n.pending {
		ids := make([]int64, 0, len(waiting))
		for id := range waiting {
			ids = append(ids, id)
		}
		slices.Sort(ids)
		if len(ids) == 0 {
			list = append(list, message{Topic: topic})
		}
		for part := range slices.Chunk(ids, maxNotifiedIDs) {
			list = append(list, message{Topic: topic, IDs: part})
		}
	}
	clear(n.pending)
	lost, n.lost = n.lost, false
	return list, lost
}

// run sends notifications until ctx is done.
func (n *notifier) run(ctx context.Context) {
	var conn *pgx.Conn
	defer func() { closeConn(conn) }()
	run, count := clock.Wall().UnixNano(), int64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.wake:
		}
		list, lost := n.take()
		if lost {
			count++ // skip a number, so that receivers notice the lost notifications
		}
		for _, m := range list {
			count++
			m.Node, m.Run, m.Count = n.node, run, count
			if err := n.send(ctx, &conn, m); err != nil && ctx.Err() == nil {
				n.logger.Warn("cannot send a notification to the other nodes", "error", err.Error())
			}
		}
	}
}

// send sends one message. It connects first if there is no connection.
func (n *notifier) send(ctx context.Context, conn **pgx.Conn, m message) (err error) {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if *conn == nil {
		if *conn, err = pgx.ConnectConfig(ctx, n.config); err != nil {
			*conn = nil
			return err
		}
	}
	if _, err = (*conn).Exec(ctx, `SELECT pg_notify($1, $2)`, notifyChannel, string(text)); err != nil {
		closeConn(*conn)
		*conn = nil
	}
	return err
}

func closeConn(conn *pgx.Conn) {
	if conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = conn.Close(ctx)
}

// Notify tells all nodes, including this one, that data of a topic has changed. It does not
// wait until the notification is sent. Call it after the change is committed.
func (s *Store) Notify(topic string, ids ...int64) { s.notifier.add(topic, ids...) }

// Listen calls the function `receive` for each notification until ctx is done. If the
// connection fails, it connects again. The first notification of each connection has Missed
// set, because earlier notifications may be lost. `receive` must return soon, because
// PostgreSQL must store all later notifications until it returns.
func (s *Store) Listen(ctx context.Context, receive func(Notification)) {
	for ctx.Err() == nil {
		err := s.listen(ctx, receive)
		if ctx.Err() != nil {
			return
		}
		s.logger.Warn("cannot receive notifications from the other nodes", "error", err.Error())
		select {
		case <-ctx.Done():
		case <-time.After(reconnectAfter):
		}
	}
}

func (s *Store) listen(ctx context.Context, receive func(Notification)) error {
	conn, err := pgx.ConnectConfig(ctx, s.notifier.config)
	if err != nil {
		return err
	}
	defer closeConn(conn)
	if _, err := conn.Exec(ctx, "LISTEN "+notifyChannel); err != nil {
		return err
	}
	receive(Notification{Missed: true})
	type sender struct {
		node string
		run  int64
	}
	last := map[sender]int64{}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var m message
		if json.Unmarshal([]byte(n.Payload), &m) != nil {
			continue // ignore a message of another program
		}
		from := sender{m.Node, m.Run}
		before, known := last[from]
		last[from] = m.Count
		receive(Notification{Node: m.Node, Topic: m.Topic, IDs: m.IDs, Missed: known && m.Count != before+1})
	}
}
