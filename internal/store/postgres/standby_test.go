package postgres

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/player"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/pgtest"
	"quadrille/internal/table"
)

// pair is a PostgreSQL server with a synchronous standby, and a store that uses it.
type pair struct {
	*testing.T
	primary, standby *pgtest.Server
	url              string
	store            *Store // connects through a proxy
	cut              func() // closes the connections of the store
}

// standbyPair starts a server with a synchronous standby and opens a store. The database must
// begin to answer within a second.
func standbyPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{T: t, primary: pgtest.Start(t)}
	p.url = p.primary.Database(t)
	_ = opened(t, p.url, "schema").Close() // creates the schema without a time limit
	p.standby = p.primary.Standby(t, true)
	direct, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	through := *direct
	through.Host, p.cut = proxy(t, direct.Host, new(atomic.Bool))
	p.url = through.String()
	p.store = p.open("a")
	p.url = direct.String()
	return p
}

// open opens the database as a node with the given name.
func (p *pair) open(node string) *Store {
	p.Helper()
	s, err := Open(p.Context(), Config{URL: p.url, Node: node, Logger: slog.New(slog.DiscardHandler), AnswerWithin: time.Second})
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { _ = s.Close() })
	return s
}

// returns starts the standby again, so that PostgreSQL ends all waits for it.
func (p *pair) returns() {
	p.Helper()
	if err := p.standby.Run(); err != nil {
		p.Fatal(err)
	}
}

// wantUnsure requires that a write was not acknowledged and may nevertheless be stored.
func (p *pair) wantUnsure(what string, err error) {
	p.Helper()
	if !errors.Is(err, table.ErrUnsure) {
		p.Fatalf("%s while the standby is away: %v, want an unknown outcome", what, err)
	}
}

// interruptions are the ways in which PostgreSQL ends the wait for a standby although the
// standby is away. After each of them, the transaction is visible on the primary alone.
var interruptions = []struct {
	name string
	do   func(p *pair, admin *pgx.Conn)
}{
	{"none", func(*pair, *pgx.Conn) {}},
	{"lost connection", func(p *pair, _ *pgx.Conn) { p.cut() }},
	{"pg_cancel_backend", func(p *pair, admin *pgx.Conn) {
		p.exec(admin, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
	}},
	{"pg_terminate_backend", func(p *pair, admin *pgx.Conn) {
		p.exec(admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
	}},
	{"fast restart", func(p *pair, _ *pgx.Conn) { p.primary.Restart(p.T) }},
	{"crash", func(p *pair, _ *pgx.Conn) {
		p.primary.Kill()
		if err := p.primary.Run(); err != nil {
			p.Fatal(err)
		}
	}},
}

// connect makes the store open all its connections for writes. New ones could not be opened
// while the standby is away.
func (p *pair) connect(id table.ID) {
	p.Helper()
	open := func() error {
		for range writers {
			conn, err := p.store.backend.write.Conn(p.Context())
			if err != nil {
				return err
			}
			defer conn.Close()
			if err := conn.PingContext(p.Context()); err != nil {
				return err
			}
		}
		return p.store.Tables.Append(p.Context(), id, len(p.load(id))+1, chat("connected"), nil)
	}
	for begun := time.Now(); ; {
		err := open()
		if err == nil {
			return
		}
		if time.Since(begun) > time.Minute {
			p.Fatal(err)
		}
	}
}

func (p *pair) exec(conn *pgx.Conn, text string) {
	p.Helper()
	if _, err := conn.Exec(p.Context(), text); err != nil {
		p.Fatalf("%s: %v", text, err)
	}
}

// admin returns a connection for statements of an administrator.
func (p *pair) admin() *pgx.Conn {
	p.Helper()
	conn, err := pgx.Connect(p.Context(), p.url)
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { closeConn(conn) })
	return conn
}

// awaitWaits waits until the given number of transactions wait for the standby.
func (p *pair) awaitWaits(admin *pgx.Conn, want int) {
	p.Helper()
	p.awaitCount(admin, want, `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query NOT LIKE '%emit_message%'`)
}

// awaitCount waits until a query counts as many as wanted, or more.
func (p *pair) awaitCount(admin *pgx.Conn, want int, text string) {
	p.Helper()
	for begun := time.Now(); ; {
		n := 0
		if err := admin.QueryRow(p.Context(), text).Scan(&n); err != nil {
			p.Fatal(err)
		}
		if n >= want {
			return
		}
		if time.Since(begun) > time.Minute {
			p.Fatalf("%s: %d, want %d", text, n, want)
		}
	}
}

// TestStandbyAwayAcknowledgesNothing appends an event, changes settings, closes a table and creates a
// table while the synchronous standby is away, and ends the waits for it in different ways. No change
// may be acknowledged. An append once succeeded after 5 seconds, because the store read its own event
// back from the primary; after a fail-over the event was lost.
func TestStandbyAwayAcknowledgesNothing(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	log := newTable(t, p.store)
	for n, interruption := range interruptions {
		id := newTable(t, p.store)
		admin := p.admin()
		p.connect(log)
		p.standby.Kill()
		opening := table.Event{
			Kind: table.Opened, At: time.Now(), Player: &player.Player{ID: "SHA256:inky", Name: "Inky"},
			Terms: &table.Terms{Game: "go"}, Table: table.ID(1000 + n),
		}
		create := func() error { _, err := p.store.Tables.Create(p.Context(), opening, nil); return err }
		seq := len(p.load(log)) + 1
		changes := map[string]func() error{
			"append": func() error { return p.store.Tables.Append(p.Context(), log, seq, chat("hi"), nil) },
			"create": create,
			"close": func() error {
				return p.store.Tables.Append(p.Context(), id, 2, []table.Event{{Kind: table.Closed, At: time.Now()}}, nil)
			},
			"update": func() error {
				return p.store.Update(p.Context(), func(tx *parts.Tx) (refused, failed error) {
					return nil, tx.Exec(`UPDATE counters SET n = n + 1 WHERE name = 'checks'`)
				})
			},
		}
		type result struct {
			what string
			err  error
		}
		results := make(chan result, len(changes))
		for what, change := range changes {
			go func() { results <- result{what, change()} }()
		}
		p.awaitWaits(admin, len(changes))
		interruption.do(p, admin)
		for range changes {
			r := <-results
			p.wantUnsure(r.what+", then "+interruption.name, r.err)
		}
		if err := p.store.Tables.Confirm(t.Context(), 1); err == nil {
			t.Errorf("%s: the log counts as replicated while the standby is away", interruption.name)
		}
		// What only the primary has must not be read. A write that still waits is not visible.
		events, err := p.store.Tables.Load(t.Context(), id)
		if err == nil && len(events) > 1 {
			t.Errorf("after %s, the node reads %d events", interruption.name, len(events))
		}
		// A repeated change must not be acknowledged, nor refused because the first one is visible.
		if err := create(); err == nil || errors.As(err, new(*table.MadeError)) {
			t.Errorf("create again after %s: %v", interruption.name, err)
		}
		p.returns()
		for begun := time.Now(); ; {
			err := p.store.Tables.Append(t.Context(), log, len(p.load(log))+1, chat("after "+interruption.name), nil)
			if err == nil {
				break
			}
			if time.Since(begun) > time.Minute {
				t.Fatal("after the standby has returned: ", err)
			}
		}
	}
	p.primary.Kill()
	p.standby.Promote(t)
	p.url = p.primary.Both(t, p.standby, p.url)
	p.store = p.open("b")
	var texts []string
	for _, e := range p.load(log) {
		texts = append(texts, e.Text)
	}
	for _, interruption := range interruptions {
		if !slices.Contains(texts, "after "+interruption.name) {
			t.Errorf("after the fail-over, the log has only %q", texts)
		}
	}
}

// load returns the events of a table. It repeats the attempt while new connections wait for the
// standby.
func (p *pair) load(id table.ID) []table.Event {
	p.Helper()
	for begun := time.Now(); ; {
		events, err := p.store.Tables.Load(p.Context(), id)
		if err == nil {
			return events
		}
		if time.Since(begun) > time.Minute {
			p.Fatal(err)
		}
	}
}

// TestUnchangedUpdateWaitsForTheStandby makes a change that only the primary has, because the wait for
// the standby was cancelled, and makes the same change at another node. The second transaction
// changes nothing, so PostgreSQL committed it at once, and the node reported the change as stored.
func TestUnchangedUpdateWaitsForTheStandby(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	id, first, admin := newTable(t, p.store), p.store, p.admin()
	p.connect(id)
	p.store = p.open("b")
	p.connect(id)
	p.standby.Kill()
	change := func(s *Store) error {
		return s.Update(t.Context(), func(tx *parts.Tx) (refused, failed error) {
			return nil, tx.Exec(`INSERT INTO counters (name, n) VALUES ('tested', 1) ON CONFLICT DO NOTHING`)
		})
	}
	changed := make(chan error, 1)
	go func() { changed <- change(first) }()
	p.awaitWaits(admin, 1)
	p.exec(admin, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
	p.wantUnsure("change", <-changed)
	p.wantUnsure("the same change at another node", change(p.store))
	p.returns()
	for begun := time.Now(); ; {
		err := change(p.store)
		if err == nil {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("after the standby has returned: ", err)
		}
	}
}

// TestEventsAreConfirmedWhereTheyWereRead lets the standby take over while a node confirms events that
// it has read from the old primary, which alone has them. In an earlier version another connection
// confirmed them, at the new primary, and the events counted as stored.
func TestEventsAreConfirmedWhereTheyWereRead(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	id, admin := newTable(t, p.store), p.admin()
	p.url = p.primary.Both(t, p.standby, p.url)
	s := p.open("b")
	one := &appending{id: id, batch: 42}
	if err := admin.QueryRow(t.Context(), `SELECT chain FROM events WHERE table_id = $1`, int64(id)).Scan(&one.past); err != nil {
		t.Fatal(err)
	}
	var err error
	if one.rows, err = encodeRows(id, 2, one.past, chat("hi")); err != nil {
		t.Fatal(err)
	}
	appenders := make([]*appender, 2)
	for i := range appenders {
		appenders[i] = newAppender(t.Context(), s.appender.config, s.backend, s.notifier)
		if appenders[i].conn, err = connect(t.Context(), s.appender.config); err != nil {
			t.Fatal(err)
		}
		defer func() { closeConn(appenders[i].conn) }()
	}
	p.standby.Promote(t) // the old primary continues without a standby
	group, appended := []*appending{one}, make(chan error, 1)
	go func() {
		_, err := appenders[0].execute(values(group))
		appended <- err
	}()
	p.awaitWaits(admin, 1)
	p.exec(admin, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%heads%'`)
	if err := <-appended; !errors.Is(err, errUnreplicated) {
		t.Fatalf("append after a cancelled wait: %v", err)
	}
	found, confirmed := map[table.ID]bool{}, make(chan error, 1)
	go func() { confirmed <- appenders[1].findBatches(group, found) }()
	p.awaitCount(admin, 1, `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%emit_message%'`)
	p.primary.Kill()
	if err := <-confirmed; err == nil || !found[id] {
		t.Errorf("events that the new primary lacks: found %v, %v; want that they are found, but not confirmed", found, err)
	}
	p.store = s
	if events := p.load(id); len(events) != 1 {
		t.Errorf("the new primary has %d events", len(events))
	}
}

// TestNoCancelRequestOnWrites lets writes wait for the standby for much longer than the store
// waits for an answer. PostgreSQL must go on waiting: it must not be asked to cancel.
func TestNoCancelRequestOnWrites(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	id := newTable(t, p.store)
	admin := p.admin()
	p.connect(newTable(t, p.store))
	p.standby.Kill()
	p.wantUnsure("append", p.store.Tables.Append(t.Context(), id, 2, chat("hi"), nil))
	p.wantUnsure("update", p.store.Update(t.Context(), func(tx *parts.Tx) (refused, failed error) {
		return nil, tx.Exec(`UPDATE counters SET n = n + 1 WHERE name = 'checks'`)
	}))
	waiting := func() (pids []int32) {
		rows, err := admin.Query(t.Context(), `SELECT pid FROM pg_stat_activity
			WHERE wait_event = 'SyncRep' AND query NOT LIKE '%emit_message%' ORDER BY pid`)
		if err == nil {
			pids, err = pgx.CollectRows(rows, pgx.RowTo[int32])
		}
		if err != nil {
			t.Fatal(err)
		}
		return pids
	}
	before := waiting()
	for range 4 { // each check waits as long as the store waits for an answer
		if err := p.store.Tables.Confirm(t.Context(), 1); err == nil {
			t.Fatal("the log counts as replicated")
		}
	}
	if after := waiting(); len(before) != 2 || !slices.Equal(before, after) {
		t.Errorf("waiting transactions: at first of processes %v, later of %v", before, after)
	}
	var n int
	if err := admin.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE table_id = $1`, int64(id)).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d events are visible, %v; want only the opening", n, err)
	}
	p.returns()
}

// TestNewConnectionReadsOnlyReplicatedLogs restarts the primary while an append waits. The event
// is then visible on the primary alone, so no node may read the log until the standby is back.
func TestNewConnectionReadsOnlyReplicatedLogs(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	other := p.open("b")
	id := newTable(t, p.store)
	p.connect(newTable(t, p.store))
	p.standby.Kill()
	appended := make(chan error, 1)
	go func() { appended <- p.store.Tables.Append(t.Context(), id, 2, chat("hi"), nil) }()
	p.awaitWaits(p.admin(), 1)
	p.primary.Restart(t)
	p.wantUnsure("append", <-appended)
	var reads sync.WaitGroup
	for _, s := range []*Store{p.store, other} {
		for _, pool := range []*sql.DB{s.backend.read, s.backend.tail, s.backend.write} {
			reads.Go(func() {
				var n int
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				if err := pool.QueryRowContext(ctx, `SELECT count(*) FROM events WHERE table_id = $1`, int64(id)).Scan(&n); err == nil {
					t.Errorf("a node reads %d events that the standby may lack", n)
				}
			})
		}
	}
	reads.Wait()
	p.returns()
	if events, err := other.Tables.Load(t.Context(), id); err != nil || len(events) != 2 {
		t.Errorf("after the standby has returned: %d events, %v", len(events), err)
	}
}

// TestOrdinaryRoleConfirms checks that a role without privileges can use the store.
func TestOrdinaryRoleConfirms(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	admin := p.admin()
	p.exec(admin, `CREATE ROLE ordinary LOGIN`)
	p.exec(admin, `CREATE DATABASE theirs OWNER ordinary`)
	p.url = p.primary.URL("ordinary", "theirs")
	_ = opened(t, p.url, "schema").Close() // creates the schema without a time limit
	s := p.open("a")
	if err := s.Tables.Confirm(t.Context(), 1); err != nil {
		t.Error(err)
	}
	p.standby.Kill()
	if err := s.Tables.Confirm(t.Context(), 1); err == nil {
		t.Error("the log counts as replicated while the standby is away")
	}
	p.returns()
}

// TestExamineNoticesLocalCommits checks that `doctor` notices commits that do not wait for the
// synchronous standby.
func TestExamineNoticesLocalCommits(t *testing.T) {
	t.Parallel()
	p := standbyPair(t)
	if _, err := Examine(t.Context(), p.url); err != nil {
		t.Error(err)
	}
	p.exec(p.admin(), `ALTER ROLE quadrille SET synchronous_commit = local`)
	if text, err := Examine(t.Context(), p.url); err == nil {
		t.Errorf("with synchronous_commit = local: %s", text)
	}
}
