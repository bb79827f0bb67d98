package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// Config says which database to open.
type Config struct {
	URL    string // such as postgres://quadrille@db/quadrille
	Node   string // name of this process among the processes that share the database
	Logger *slog.Logger
	// AnswerWithin is the maximum time until PostgreSQL begins its answer to a statement.
	// If it takes longer, the statement fails. A transaction that the server still executes, or
	// that waits for the synchronous standby, continues, but its caller learns that its outcome
	// is unknown. Zero means no limit for statements that read, and defaultAnswer for others.
	AnswerWithin time.Duration
}

// Store is an open database. It consists of parts that share the database: each part stores
// the data of one package.
type Store struct {
	*parts.Parts
	Tables *Tables
	News   *parts.News
	Limits *Limits
	// NewsAtStart is the number of the newest item of news when the store was opened.
	NewsAtStart int64

	logger   *slog.Logger
	notifier *notifier
	backend  *backend
	appender *appender
	checks   writeCheck
	stop     context.CancelFunc // ends the notifier
	cancel   context.CancelFunc // ends the statements that still wait for the database when the store is closed
	running  sync.WaitGroup
	closing  sync.Once
	closed   error
}

// The maximum numbers of connections. Reads of long logs use other connections than reads of
// new events, so that loading many tables does not delay running games. The appender and the
// notifier have one connection each.
const (
	readers = 8
	tails   = 4
	writers = 4
)

const (
	connectTimeout = 5 * time.Second
	// defaultAnswer is the time limit of statements that write if none is configured.
	defaultAnswer = 10 * time.Second
	// lockTimeout is the maximum time that a statement waits for a lock. The node that holds
	// the lock may have stopped in the middle of a transaction.
	lockTimeout = "200ms"
)

// Open opens a database. In an empty database, it creates the SQL tables. Each error of the
// database is a [*datadir.Refusal].
func Open(ctx context.Context, c Config) (*Store, error) {
	config, err := parseURL(c.URL)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["application_name"] = "quadrille " + c.Node
	run := fmt.Sprintf("%s/%x", c.Node, rand.Uint64())
	running, stop := context.WithCancel(context.Background())
	b := &backend{
		name: NameOf(c.URL), run: run, logger: c.Logger, observer: parts.NoObserver{},
		within: cmp.Or(c.AnswerWithin, defaultAnswer), slots: make(chan struct{}, writers), ctx: running,
	}
	writing := b.writeConfig(config)
	if c.AnswerWithin > 0 {
		config.DialFunc = guard(config.DialFunc, c.AnswerWithin, nil)
	}
	b.confirmer = &confirmer{config: config, turn: make(chan struct{}, 1)}
	reading := config.Copy()
	reading.AfterConnect = b.confirmConnection
	b.write = openPool(writeConnector{stdlib.GetConnector(*writing)}, writers)
	b.read = openPool(readConnector{stdlib.GetConnector(*reading), b}, readers)
	b.tail = openPool(readConnector{stdlib.GetConnector(*reading), b}, tails)
	s := &Store{logger: c.Logger, notifier: newNotifier(c.Node, config, c.Logger), backend: b, cancel: stop}
	s.Parts = parts.New(&parts.DB{
		Backend: b, Dialect: dialect, Name: b.name, Read: b.read,
		Rewrote: func(id table.ID) { s.Notify(TopicTables, int64(id)) },
		Notify:  func(topic string) { s.Notify(topic) },
	})
	s.Limits = &Limits{b}
	s.News = &parts.News{DB: s.DB, Run: run}
	s.Tables = &Tables{Tables: &parts.Tables{DB: s.DB}, store: s, chains: chains{last: map[table.ID]link{}}}
	if err := s.open(ctx, writing); err != nil {
		stop()
		return nil, errors.Join(b.trouble(err), b.close())
	}
	c.Logger.Info("store opened", "database", b.name, "node", c.Node, "schema", schemaVersion)
	return s, nil
}

func (s *Store) open(ctx context.Context, config *pgx.ConnConfig) error {
	connecting, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := migrate(connecting, s.backend.write); err != nil {
		return err
	}
	last, err := s.News.Last(connecting)
	if err != nil {
		return err
	}
	s.NewsAtStart = last
	running, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.appender = newAppender(s.backend.ctx, config, s.backend, s.notifier)
	s.running.Go(s.appender.run)
	s.running.Go(func() { s.notifier.run(running) })
	if err := s.Accounts.ResumeDeletions(ctx); err != nil {
		s.logger.Warn("cannot complete the deletion of an account; the next start tries again", "error", err.Error())
	}
	return nil
}

// closeWithin is how long Close waits for the database. Later, nobody waits for the result of a
// write.
const closeWithin = 2 * patience

// Close refuses new requests and completes accepted ones. It does not complete a write that
// waits for the synchronous standby for a long time; PostgreSQL does. Close may be called more
// than once.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.appender.close()
		s.stop()
		limit := time.AfterFunc(closeWithin, s.cancel)
		for range writers { // wait until no transaction runs
			select {
			case s.backend.slots <- struct{}{}:
			case <-s.backend.ctx.Done():
			}
		}
		s.running.Wait()
		limit.Stop()
		s.cancel()
		s.closed = s.backend.close()
	})
	return s.closed
}

// Used reports whether the database contains a named account or a game table.
func (s *Store) Used(ctx context.Context) (used bool, err error) {
	err = s.Read.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM tables)`).Scan(&used)
	return used, s.backend.trouble(err)
}

// Observe sets the observer of all later writes. Call it before other goroutines use the
// store.
func (s *Store) Observe(o parts.Observer) { s.backend.observer = o }

// Queue returns the number of waiting appends.
func (s *Store) Queue() int { return len(s.appender.requests) }

// FreeSpace always fails, because the disk of the database is on another machine.
func (s *Store) FreeSpace() (uint64, error) { return 0, errors.ErrUnsupported }

// parseURL returns the configuration of a connection to the database.
func parseURL(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		// Leave out the error of pgx: it contains the URL, and with it perhaps the password.
		return nil, &datadir.Refusal{
			Reason: datadir.NoAnswer,
			Path:   NameOf(url),
			Err:    errors.New("write the URL like postgres://USER@HOST/DATABASE"),
		}
	}
	config.ConnectTimeout = connectTimeout
	dialer := &net.Dialer{
		Timeout:         connectTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
	}
	config.DialFunc = dialer.DialContext
	// otherwise, a query plan made while an SQL table was empty would later read all rows of that table
	config.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	config.RuntimeParams["lock_timeout"] = lockTimeout
	config.RuntimeParams["statement_timeout"] = "0" // a default of the role must not cancel a statement that writes
	config.RuntimeParams["timezone"] = "UTC"
	config.OnNotice = noteCancelledWait
	return config, nil
}

// writeConfig returns the configuration of connections that write. The caller of a statement that
// waits for the synchronous standby may give up, but the connection stays open and PostgreSQL
// is not asked to cancel the statement.
func (b *backend) writeConfig(config *pgx.ConnConfig) *pgx.ConnConfig {
	config = config.Copy()
	config.DialFunc = dialOnlyToConnect(guard(config.DialFunc, b.within, b.works))
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		underlying(conn.Conn()).pid.Store(conn.PID())
		return b.confirmConnection(ctx, conn)
	}
	return config
}

// confirmConnection is called for each new connection. After a restart of PostgreSQL, the
// connection could read transactions that only the primary has, so it is used only after a
// confirmation.
func (b *backend) confirmConnection(ctx context.Context, _ *pgconn.PgConn) error {
	return b.confirm(ctx, b.within)
}

// Pool returns connections for data that only describes which nodes run. A statement that waits
// for the synchronous standby is cancelled like one that reads, because nobody learns that
// it was stored. The caller must close the pool.
func (s *Store) Pool(size int) *sql.DB {
	return openPool(stdlib.GetConnector(*s.notifier.config), size)
}

func openPool(connector driver.Connector, size int) *sql.DB {
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db
}

// NameOf returns the name of a database as shown in messages, such as "quadrille on db". It
// contains no password.
func NameOf(url string) string {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return "that --database names"
	}
	return config.Database + " on " + config.Host
}

// pause waits before a statement is tried again: longer after each failed attempt, and for
// a random time, so that nodes do not collide again.
func pause(attempt int) {
	most := time.Millisecond << min(attempt, 8)
	time.Sleep(rand.N(most) + most/4)
}
