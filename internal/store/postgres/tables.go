package postgres

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// Tables stores the events of tables; see [table.Log] and [table.SharedLog].
type Tables struct {
	*parts.Tables
	store  *Store
	chains chains
}

// link is the number of an event and the chained hash up to that event; see [table.Chain].
type link struct {
	seq   int
	chain int64
}

// chains holds, for each table, the number and the chained hash of the last event that
// this process has read or appended. Append requires that the stored log still contains
// this event. A missing hash is read from the database.
type chains struct {
	mu   sync.Mutex
	last map[table.ID]link
}

// maxChains is the maximum number of tables in [chains]. When that number is reached, all
// chained hashes are forgotten.
const maxChains = 100_000

func (c *chains) set(id table.ID, l link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.last) >= maxChains {
		clear(c.last)
	}
	c.last[id] = l
}

func (c *chains) get(id table.ID) link {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last[id]
}

// ChainAfter returns the chained hash of a log up to the event with the number seq. The
// parameter `past` is the chained hash up to the previous event.
func ChainAfter(past int64, id table.ID, seq int, data string) int64 {
	sum := fnv.New64a()
	var head [24]byte
	binary.LittleEndian.PutUint64(head[:8], uint64(past))
	binary.LittleEndian.PutUint64(head[8:16], uint64(id))
	binary.LittleEndian.PutUint64(head[16:], uint64(seq))
	sum.Write(head[:])
	sum.Write([]byte(data))
	return int64(sum.Sum64() | 1)
}

// encodeRows encodes consecutive events. The first of them has the number `seq`. The
// parameter `past` is the chained hash up to the event before these events.
func encodeRows(id table.ID, seq int, past int64, events []table.Event) ([]row, error) {
	list := make([]row, len(events))
	for i := range events {
		data, err := parts.Encode(&events[i])
		if err != nil {
			return nil, err
		}
		past = ChainAfter(past, id, seq+i, data)
		list[i] = row{seq + i, data, datadir.EventChecksum(id, seq+i, data), past}
	}
	return list, nil
}

const createText = `
WITH numbered AS (INSERT INTO tables (id, made_for) VALUES ($1, nullif($11, ''))),
origin AS (INSERT INTO table_origins (table_id, account, address, at) SELECT $1, $6, $7, $8 WHERE $7 <> ''),
shown AS (INSERT INTO summaries (table_id, due_at, data) SELECT $1, $9, $10 WHERE $10 <> '')
INSERT INTO events (table_id, seq, data, checksum, chain, batch) VALUES ($1, 1, $2, $3, $4, $5)`

// madeFor returns a text that identifies the purpose of a table if at most one table may
// have this purpose: a rematch of a given table, or a given game of a club evening. For other
// tables it returns "".
func madeFor(opened *table.Event) string {
	switch {
	case opened.Table != 0:
		return fmt.Sprintf("rematch of %d", opened.Table)
	case opened.Terms != nil && opened.Terms.Evening != nil:
		b := opened.Terms.Evening
		return fmt.Sprintf("evening %d round %d board %d replay %t", b.Evening, b.Round, b.Board, b.Replay)
	}
	return ""
}

// Create stores a new table with its first event. If summary is not nil, it stores the
// summary too. If another node has already made the table for the same rematch or the same
// board of an evening, Create returns a [*table.MadeError].
func (s *Tables) Create(ctx context.Context, opened table.Event, summary *table.Summary) (table.ID, error) {
	if _, err := parts.Encode(&opened); err != nil {
		return 0, err
	}
	shown, err := s.encodeSummary(summary)
	if err != nil {
		return 0, err
	}
	if shown == nil {
		shown = &parts.SummaryRow{}
	}
	var id table.ID
	var list []row
	account, address, purpose := "", "", madeFor(&opened)
	if from, ok := player.AddressOf(ctx); ok {
		account, address = string(opened.Player.ID), from.String()
	}
	err = s.store.backend.transact(ctx, sql.LevelReadCommitted, s.store.backend.within, func(tx *parts.Tx) (refused, failed error) {
		if purpose != "" {
			made := table.MadeError{}
			if err := tx.Row(`SELECT id FROM tables WHERE made_for = $1`, purpose).Scan(&made.Table); err == nil {
				return &made, nil
			} else if !errors.Is(err, sql.ErrNoRows) {
				return nil, err
			}
		}
		if err := tx.Row(`SELECT nextval('table_numbers')`).Scan(&id); err != nil {
			return nil, err
		}
		if list, err = encodeRows(id, 1, 0, []table.Event{opened}); err != nil {
			return nil, err
		}
		return nil, tx.Exec(createText, int64(id), list[0].data, list[0].checksum, list[0].chain, rand.Int64(),
			account, address, opened.At.UnixMicro(), shown.Due, shown.Data, purpose)
	})
	if err != nil {
		return 0, err
	}
	s.chains.set(id, link{1, list[0].chain})
	s.store.Notify(TopicTables, int64(id))
	return id, nil
}

func (s *Tables) encodeSummary(summary *table.Summary) (*parts.SummaryRow, error) {
	shown, err := parts.EncodeSummary(summary)
	if err == nil && shown != nil {
		shown.Data, err = s.AnonymousSummary(shown.Data)
	}
	return shown, err
}

// Append stores events and a summary; see [table.Log]. It fails if the stored log no longer
// contains the last event that this process has read or appended; see [chains].
func (s *Tables) Append(ctx context.Context, id table.ID, seq int, events []table.Event, summary *table.Summary) error {
	last := s.chains.get(id)
	if last.seq != seq-1 && seq > 1 {
		err := s.store.backend.tail.QueryRowContext(ctx, `SELECT chain FROM events WHERE table_id = $1 AND seq = $2`, int64(id), seq-1).
			Scan(&last.chain)
		if errors.Is(err, sql.ErrNoRows) {
			return s.refusal(ctx, id, seq)
		}
		if err != nil {
			return s.store.backend.failed(err)
		}
	}
	_, err := s.AppendAfter(ctx, id, seq, table.Chain(last.chain), events, summary)
	return err
}

// AppendAfter stores events and a summary if `past` equals the chained hash up to the event
// with the number seq-1; see [table.SharedLog]. An event of the kind [table.Closed] marks
// the table as finished.
func (s *Tables) AppendAfter(
	ctx context.Context,
	id table.ID,
	seq int,
	past table.Chain,
	events []table.Event,
	summary *table.Summary,
) (table.Chain, error) {
	if seq <= 1 {
		return 0, s.refusal(ctx, id, seq)
	}
	if len(events) == 0 {
		return past, nil
	}
	list, err := encodeRows(id, seq, int64(past), events)
	if err != nil {
		return 0, err
	}
	shown, err := s.encodeSummary(summary)
	if err != nil {
		return 0, err
	}
	begun := clock.Steady()
	a := &appending{id: id, batch: rand.Int64(), past: int64(past), rows: list, summary: shown}
	if table.Closes(events) {
		err = s.appendClosing(ctx, a)
	} else {
		err = s.store.appender.submit(ctx, a)
	}
	switch {
	case errors.Is(err, errTaken):
		return 0, s.refusal(ctx, id, seq)
	case err != nil:
		return 0, err
	}
	last := list[len(list)-1]
	s.chains.set(id, link{last.seq, last.chain})
	s.store.backend.observer.Appended(len(events), parts.CountMoves(events), clock.Steady().Sub(begun))
	return table.Chain(last.chain), nil
}

// appendClosing appends the events that close a table, and numbers the table among the
// finished tables. Its transaction locks the counter of these numbers, so that tables are
// numbered in the order in which their transactions commit.
func (s *Tables) appendClosing(ctx context.Context, a *appending) error {
	err := s.store.backend.transact(ctx, sql.LevelReadCommitted, patience, func(tx *parts.Tx) (refused, failed error) {
		var stored sql.NullInt64
		switch err := tx.Row(appendText, values([]*appending{a})...).Scan(&stored); {
		case errors.Is(err, sql.ErrNoRows):
			return errTaken, nil
		case err != nil:
			return nil, err
		}
		var finished bool
		if err := tx.Row(`SELECT finished IS NOT NULL FROM tables WHERE id = $1`, int64(a.id)).Scan(&finished); err != nil || finished {
			return nil, err
		}
		if err := tx.Exec(`UPDATE tables SET finished = next_number('closed tables') WHERE id = $1`, int64(a.id)); err != nil {
			return nil, err
		}
		return nil, tx.Finish(a.id)
	})
	if errors.Is(err, errTaken) || errors.Is(err, table.ErrUnsure) { // an earlier attempt may have stored these events
		stored := func() bool {
			var batch int64
			const text = `SELECT batch FROM events WHERE table_id = $1 AND seq = $2`
			found := s.store.backend.tail.QueryRowContext(ctx, text, int64(a.id), a.rows[0].seq).Scan(&batch)
			return found == nil && batch == a.batch
		}
		// After a fail-over, another server may have confirmed events that it lacks.
		if stored() && s.Confirm(ctx, a.id) == nil && stored() {
			err = nil
		}
	}
	if err == nil {
		s.store.Notify(TopicTables, int64(a.id))
	}
	return err
}

// Confirm implements [table.SharedLog]. It confirms the events of all tables.
func (s *Tables) Confirm(ctx context.Context, _ table.ID) error {
	return s.store.backend.confirm(ctx, patience)
}

// Server returns a text that identifies the running PostgreSQL server. The text changes when
// the server is restarted or when a standby takes over.
func (s *Tables) Server(ctx context.Context) (id string, err error) {
	const text = `SELECT pg_postmaster_start_time() || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)` // with the timeline
	err = s.store.backend.tail.QueryRowContext(ctx, text).Scan(&id)
	return id, s.Trouble(err)
}

// refusal returns the error for an append that was not stored.
func (s *Tables) refusal(ctx context.Context, id table.ID, seq int) error {
	var last int
	err := s.store.backend.tail.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM events WHERE table_id = $1`, int64(id)).
		Scan(&last)
	switch {
	case err != nil:
		return s.store.backend.failed(err)
	case last == 0:
		return parts.NoTable(id)
	}
	detail := fmt.Sprintf("cannot store event %d of table %d: the next event is number %d", seq, id, last+1)
	if seq == last+1 {
		detail = fmt.Sprintf("cannot store event %d of table %d: event %d in the log is not the expected one", seq, id, last)
	}
	return &datadir.Refusal{Reason: datadir.OutOfOrder, Detail: detail, Err: table.ErrGap}
}

const (
	loadText  = `SELECT seq, data, checksum, chain FROM events WHERE table_id = $1 ORDER BY seq`
	sinceText = `SELECT seq, data, checksum, chain FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`
)

// Settle implements [table.Log]. It needs no commit of its own: with a shared log, tables use
// [Tables.AppendAfter], which finds out itself what an earlier attempt has stored.
func (s *Tables) Settle(ctx context.Context, id table.ID) ([]table.Event, error) {
	return s.Load(ctx, id)
}

// Load returns all events of a table. The error wraps [table.ErrNoTable] if the table does
// not exist.
func (s *Tables) Load(ctx context.Context, id table.ID) ([]table.Event, error) {
	rows, err := s.store.backend.read.QueryContext(ctx, loadText, int64(id))
	if err != nil {
		return nil, s.Trouble(err)
	}
	numbered, err := s.scan(id, 0, rows)
	switch {
	case err != nil:
		return nil, s.Trouble(err)
	case len(numbered) == 0:
		return nil, parts.NoTable(id)
	}
	events := make([]table.Event, len(numbered))
	for i := range numbered {
		events[i] = numbered[i].Event
	}
	last := numbered[len(numbered)-1]
	s.chains.set(id, link{last.Seq, int64(last.Chain)})
	return events, nil
}

// Since returns at most `limit` events of a table with their chained hashes, in order. The first
// of these events has the number after+1.
func (s *Tables) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	rows, err := s.store.backend.tail.QueryContext(ctx, sinceText, int64(id), after, max(limit, 0))
	if err != nil {
		return nil, s.Trouble(err)
	}
	list, err := s.scan(id, after, rows)
	return list, s.Trouble(err)
}

// scan reads events. Their numbers must begin with after+1 and have no gaps.
func (s *Tables) scan(id table.ID, after int, rows *sql.Rows) (list []table.Numbered, err error) {
	defer rows.Close()
	for rows.Next() {
		var one table.Numbered
		var sum int64
		var data sql.RawBytes
		if err := rows.Scan(&one.Seq, &data, &sum, &one.Chain); err != nil {
			return nil, err
		}
		after++
		if one.Event, err = s.ReadEvent(id, one.Seq, after, data, sum); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// Changed returns the tables with events that were stored or rewritten since an earlier
// call. The caller passes the result `next` of that call as `after`; if it passes 0, Changed
// returns no tables. A table may be returned twice, but none is omitted, because `next` is
// the number of the oldest transaction that is still running.
func (s *Tables) Changed(ctx context.Context, after int64) (list []table.Change, next int64, err error) {
	err = s.store.backend.tail.QueryRowContext(ctx, `SELECT oldest_transaction()`).Scan(&next)
	if err != nil || after == 0 {
		return nil, next, s.Trouble(err)
	}
	rows, err := s.store.backend.tail.QueryContext(
		ctx,
		`SELECT t.id, (SELECT max(e.seq) FROM events e WHERE e.table_id = t.id), t.generation
		FROM tables t WHERE t.id IN (SELECT table_id FROM events WHERE written >= $1 UNION ALL SELECT id FROM tables WHERE rewritten >= $1)
		ORDER BY t.id`,
		after,
	)
	if err != nil {
		return nil, after, s.Trouble(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c table.Change
		if err := rows.Scan(&c.Table, &c.Last, &c.Generation); err != nil {
			return nil, after, s.Trouble(err)
		}
		list = append(list, c)
	}
	return list, next, s.Trouble(rows.Err())
}
