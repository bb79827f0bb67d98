package postgres

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// maxGroup is the maximum number of tables to which one statement appends events.
const maxGroup = 256

// appendText appends events to several tables in one transaction. A table gets all of its
// events and its summary, or nothing if the number of its first new event is taken or the
// chained hash of the earlier events (see [table.Chain]) is not the expected one. Tables
// are in ascending order, so that nodes cannot deadlock.
const appendText = `
WITH heads AS (
	INSERT INTO events (table_id, seq, data, checksum, chain, batch)
	SELECT u.t, u.s, u.d, u.k, u.c, u.b
	FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) AS u(t, s, d, k, c, b, past)
	WHERE (SELECT e.chain FROM events e WHERE e.table_id = u.t AND e.seq = u.s - 1) = u.past
	ON CONFLICT DO NOTHING RETURNING table_id
), others AS (
	INSERT INTO events (table_id, seq, data, checksum, chain, batch)
	SELECT u.t, u.s, u.d, u.k, u.c, u.b
	FROM unnest($8::bigint[], $9::bigint[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[]) AS u(t, s, d, k, c, b)
	JOIN heads ON heads.table_id = u.t
), shown AS (
	INSERT INTO summaries (table_id, due_at, data)
	SELECT u.t, u.due, u.d FROM unnest($14::bigint[], $15::bigint[], $16::text[]) AS u(t, due, d)
	JOIN heads ON heads.table_id = u.t
	ON CONFLICT (table_id) DO UPDATE SET due_at = excluded.due_at, data = excluded.data
)
SELECT table_id FROM heads`

// row is an event to be stored.
type row struct {
	seq             int
	data            string
	checksum, chain int64
}

// appending is an append to one table.
type appending struct {
	id      table.ID
	batch   int64 // random number stored with the events; after a commit with unknown outcome, it shows whether they were stored
	past    int64 // the chained hash of the table's events before the new ones
	rows    []row
	summary *parts.SummaryRow
	done    chan error // receives the result; capacity 1
}

// values returns the arguments of the SQL statement [appendText].
func values(group []*appending) []any {
	var heads, others struct {
		tables, seqs, checksums, chains, batches, pasts []int64
		data                                            []string
	}
	var shown struct {
		tables []int64
		due    []any
		data   []string
	}
	for _, a := range group {
		for i, r := range a.rows {
			to := &others
			if i == 0 {
				to = &heads
			}
			to.tables, to.seqs, to.data = append(to.tables, int64(a.id)), append(to.seqs, int64(r.seq)), append(to.data, r.data)
			to.checksums, to.chains = append(to.checksums, r.checksum), append(to.chains, r.chain)
			to.batches, to.pasts = append(to.batches, a.batch), append(to.pasts, a.past)
		}
		if a.summary != nil {
			shown.tables, shown.data = append(shown.tables, int64(a.id)), append(shown.data, a.summary.Data)
			shown.due = append(shown.due, a.summary.Due)
		}
	}
	due := make([]*int64, len(shown.due))
	for i, at := range shown.due {
		if micros, ok := at.(int64); ok {
			due[i] = &micros
		}
	}
	return []any{
		heads.tables, heads.seqs, heads.data, heads.checksums, heads.chains, heads.batches, heads.pasts,
		others.tables, others.seqs, others.data, others.checksums, others.chains, others.batches,
		shown.tables, due, shown.data,
	}
}

// appender is the goroutine that appends events. It combines waiting appends into one
// statement.
type appender struct {
	ctx      context.Context // cancelled if the store is closed while an append waits for the database
	config   *pgx.ConnConfig
	backend  *backend
	notifier *notifier
	conn     *pgx.Conn // nil if the connection was lost
	later    []*appending

	mu       sync.RWMutex // read-locked while an append is sent, so that close waits for the append
	closed   bool
	requests chan *appending
}

func newAppender(ctx context.Context, config *pgx.ConnConfig, b *backend, n *notifier) *appender {
	config = config.Copy()
	config.RuntimeParams["enable_seqscan"] = "off"
	return &appender{ctx: ctx, config: config, backend: b, notifier: n, requests: make(chan *appending, maxGroup)}
}

// submit appends events to a table and returns nil when they are durable. If ctx is done
// before the appender has received them, they are not appended. After [patience], the error
// wraps [table.ErrUnsure], and the append continues.
func (p *appender) submit(ctx context.Context, a *appending) error {
	a.done = make(chan error, 1)
	if err := p.hand(ctx, a); err != nil {
		return err
	}
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case err := <-a.done:
		return err
	case <-limit.C:
		return p.backend.failed(p.backend.unsure(errNoAnswer))
	}
}

func (p *appender) hand(ctx context.Context, a *appending) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return &datadir.Refusal{Reason: datadir.Closed}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case p.requests <- a:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close refuses further appends. The appender's goroutine ends when all accepted appends
// have their results.
func (p *appender) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		close(p.requests)
	}
}

func (p *appender) run() {
	defer func() { closeConn(p.conn) }()
	for {
		group, ok := p.gather()
		if !ok {
			return
		}
		p.answer(group)
	}
}

// gather waits for an append and returns it together with the other waiting appends, at most
// one per table. The result `ok` is false if the appender is closed and no append is left.
func (p *appender) gather() (group []*appending, ok bool) {
	seen := map[table.ID]bool{}
	take := func(a *appending) {
		if seen[a.id] {
			p.later = append(p.later, a)
			return
		}
		seen[a.id] = true
		group = append(group, a)
	}
	waiting := p.later
	p.later = nil
	for _, a := range waiting {
		take(a)
	}
	if len(group) == 0 {
		first, open := <-p.requests
		if !open {
			return nil, false
		}
		take(first)
	}
	runtime.Gosched() // let the goroutines that just got an answer send their next appends
	for len(group) < maxGroup {
		select {
		case a, open := <-p.requests:
			if !open {
				return group, true
			}
			take(a)
		default:
			return group, true
		}
	}
	return group, true
}

// answer stores a group of appends, and sends the result of each append to its channel `done`.
func (p *appender) answer(group []*appending) {
	slices.SortFunc(group, func(a, b *appending) int { return cmp.Compare(a.id, b.id) })
	stored, err := p.append(group)
	if err != nil && len(group) > 1 && conflicts(err) {
		for _, a := range group { // store each append by itself, so that a failure at one table does not affect the others
			p.answer([]*appending{a})
		}
		return
	}
	if err == nil {
		p.backend.observer.Committed(len(group))
		p.notify(stored)
	} else {
		err = p.backend.failed(err)
	}
	for _, a := range group {
		if err == nil && !stored[a.id] {
			a.done <- errTaken
		} else {
			a.done <- err
		}
	}
}

// notify tells the other nodes which tables have new events.
func (p *appender) notify(stored map[table.ID]bool) {
	ids := make([]int64, 0, len(stored))
	for id := range stored {
		ids = append(ids, int64(id))
	}
	if len(ids) > 0 {
		p.notifier.add(TopicTables, ids...)
	}
}

// errTaken reports that an append was not stored, because its event number is taken or an
// earlier event of the log differs.
var errTaken = errors.New("the event number is taken, or an earlier event of the log differs")

// append executes [appendText] for a group of appends, and repeats it after a conflict or a
// lost connection. It returns the tables to which events were appended.
func (p *appender) append(group []*appending) (stored map[table.ID]bool, err error) {
	begun, sent := clock.Steady(), false
	params := values(group)
	for attempt := 0; ; attempt++ {
		stored, err = p.execute(params)
		if err == nil && sent {
			err = p.findBatches(group, stored)
		}
		if err == nil {
			return stored, nil
		}
		if conflicts(err) && !sent && len(group) > 1 {
			return nil, err
		}
		if !notSent(err) {
			sent = true
			p.backend.confirmer.doubt()
		}
		if answered(err) && !conflicts(err) || clock.Steady().Sub(begun) > retryFor || p.ctx.Err() != nil {
			if sent {
				err = p.backend.unsure(err)
			}
			return nil, err
		}
		pause(attempt)
	}
}

// execute executes [appendText] once. It has no deadline, because a cancelled statement may
// be committed later; the connection is closed if the server does not answer.
func (p *appender) execute(params []any) (stored map[table.ID]bool, err error) {
	if p.conn == nil {
		if p.conn, err = connect(p.ctx, p.config); err != nil {
			p.conn = nil
			return nil, errors.Join(errNotSent, err)
		}
	}
	rows, err := p.conn.Query(p.ctx, appendText, params...)
	if err == nil {
		var ids []int64
		ids, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		stored = make(map[table.ID]bool, len(ids))
		for _, id := range ids {
			stored[table.ID(id)] = true
		}
	}
	if err == nil {
		err = replicated(p.conn.PgConn())
	}
	if err != nil && !answered(err) || p.conn.IsClosed() {
		closeConn(p.conn)
		p.conn = nil
	}
	return stored, err
}

// errNotSent reports that a statement was not sent to the server.
var errNotSent = errors.New("not connected")

// notSent reports whether a failed statement has certainly stored nothing.
func notSent(err error) bool {
	return errors.Is(err, errNotSent) || pgconn.SafeToRetry(err) || answered(err)
}

// findBatches sets stored[a.id] to true for each append `a` of the group that an earlier
// execution of [appendText] has stored. It returns nil only if these events are also on the
// synchronous standby: the primary alone may have them, if the wait for the standby was
// cancelled. It reads and confirms on one connection, because after a fail-over another server
// would confirm events that it lacks.
func (p *appender) findBatches(group []*appending, stored map[table.ID]bool) error {
	found := false
	for _, a := range group {
		if stored[a.id] {
			continue
		}
		var batch int64
		err := p.conn.QueryRow(p.ctx, `SELECT coalesce((SELECT batch FROM events WHERE table_id = $1 AND seq = $2), 0)`,
			int64(a.id), a.rows[0].seq).Scan(&batch)
		if err != nil {
			return err
		}
		stored[a.id] = batch == a.batch
		found = found || stored[a.id]
	}
	if !found {
		return nil
	}
	if _, err := p.conn.Exec(p.ctx, confirmText); err != nil {
		return err
	}
	return replicated(p.conn.PgConn())
}
