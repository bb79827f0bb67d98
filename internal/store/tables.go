package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Tables stores the events of tables; see [table.Log].
type Tables struct{ *database }

// Create stores a new table with its first event. If summary is not nil, it stores the
// summary too.
func (s *Tables) Create(ctx context.Context, opened table.Event, summary *table.Summary) (table.ID, error) {
	data, err := encode(&opened)
	if err != nil {
		return 0, err
	}
	row, err := encodeSummary(summary)
	if err != nil {
		return 0, err
	}
	var id table.ID
	err = s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		result, err := p.newTable.Exec()
		if err != nil {
			return nil, err
		}
		number, err := result.LastInsertId()
		if err != nil {
			return nil, err
		}
		id = table.ID(number)
		if err := p.storeOrigin(ctx, id, &opened); err != nil {
			return nil, err
		}
		if err := p.events(id, 1, []string{data}); err != nil {
			return nil, err
		}
		return nil, p.summarize(id, row)
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// Append stores events and a summary; see [table.Log]. It returns [table.ErrGap] if seq is
// not the number after the table's last event. An event of the kind [table.Closed] marks the
// table as finished.
func (s *Tables) Append(ctx context.Context, id table.ID, seq int, events []table.Event, summary *table.Summary) error {
	row, err := encodeSummary(summary)
	if err != nil {
		return err
	}
	data := make([]string, len(events))
	closes := false
	for i := range events {
		if data[i], err = encode(&events[i]); err != nil {
			return err
		}
		closes = closes || events[i].Kind == table.Closed
	}
	begun := time.Now()
	err = s.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if refused, failed := p.due(id, seq); refused != nil || failed != nil {
			return refused, failed
		}
		if err := p.events(id, seq, data); err != nil {
			return nil, err
		}
		if err := p.summarize(id, row); err != nil || !closes {
			return nil, err
		}
		delete(p.last, id)
		_, err := p.endTable.Exec(int64(id))
		return nil, err
	})
	if err == nil {
		s.appended(events, begun)
	}
	return err
}

// due refuses a sequence number other than the table's next one.
func (p *writeConn) due(id table.ID, seq int) (refused, failed error) {
	last, known := p.last[id]
	if !known {
		if err := p.lastEvent.QueryRow(int64(id)).Scan(&last); err != nil {
			return nil, err
		}
	}
	switch {
	case last == 0:
		return noTable(id), nil
	case seq != last+1:
		return &datadir.Refusal{
			Reason: datadir.OutOfOrder,
			Detail: fmt.Sprintf("event %d of table %d cannot be stored: the next one is %d", seq, id, last+1),
			Err:    table.ErrGap,
		}, nil
	}
	return nil, nil
}

func (p *writeConn) events(id table.ID, seq int, data []string) error {
	for i, text := range data {
		if _, err := p.newEvent.Exec(int64(id), seq+i, text, datadir.EventChecksum(id, seq+i, text)); err != nil {
			return err
		}
		p.last[id] = seq + i
		p.recent++
	}
	return nil
}

func noTable(id table.ID) error { return fmt.Errorf("table %d: %w", id, table.ErrNoTable) }

// reads holds the prepared statements of the read connections.
type reads struct {
	load, since, live, finished, player, key, keys, settings *sql.Stmt
}

func (r *reads) prepare(ctx context.Context, db *sql.DB) error {
	for _, s := range []statement{
		{&r.load, `SELECT seq, data, checksum FROM event_log WHERE table_id = ? ORDER BY seq`},
		{&r.since, `SELECT seq, data, checksum FROM event_log WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?`},
		{&r.live, `SELECT id, data FROM tables LEFT JOIN summaries ON table_id = id WHERE finished IS NULL ORDER BY id`},
		{&r.finished, `SELECT id, data FROM tables LEFT JOIN summaries ON table_id = id
			WHERE finished IS NOT NULL ORDER BY finished DESC LIMIT ?`},
		{&r.settings, `SELECT name, value FROM settings WHERE player = ?`},
		{&r.player, `SELECT name, bot FROM players WHERE id = ?`},
		{&r.key, `SELECT account, last_used FROM keys WHERE fingerprint = ?`},
		{&r.keys, `SELECT fingerprint, added, last_used FROM keys WHERE account = ? ORDER BY added, fingerprint`},
	} {
		var err error
		if *s.stmt, err = db.PrepareContext(ctx, s.text); err != nil {
			return err
		}
	}
	return nil
}

func tableIDs(rows *sql.Rows, err error) ([]table.ID, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []table.ID
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, table.ID(id))
	}
	return ids, rows.Err()
}

// Load returns all events of a table. The error wraps [table.ErrNoTable] if the table does
// not exist.
func (s *Tables) Load(ctx context.Context, id table.ID) ([]table.Event, error) {
	events, err := s.load(ctx, id)
	if err == nil && len(events) == 0 {
		return nil, noTable(id)
	}
	return events, s.trouble(err)
}

// Since returns at most limit events of a table after an event number.
func (s *Tables) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	rows, err := s.reads.since.QueryContext(ctx, int64(id), after, max(limit, 0))
	if err != nil {
		return nil, s.trouble(err)
	}
	events, err := s.scan(id, after, rows)
	return events, s.trouble(err)
}

func (s *Tables) load(ctx context.Context, id table.ID) ([]table.Event, error) {
	rows, err := s.reads.load.QueryContext(ctx, int64(id))
	if err != nil {
		return nil, err
	}
	numbered, err := s.scan(id, 0, rows)
	events := make([]table.Event, len(numbered))
	for i := range numbered {
		events[i] = numbered[i].Event
	}
	return events, err
}

// scan reads events. It requires that they follow the event number after without gaps.
func (s *Tables) scan(id table.ID, after int, rows *sql.Rows) ([]table.Numbered, error) {
	defer rows.Close()
	var events []table.Numbered
	for rows.Next() {
		var seq int
		var sum int64
		var data sql.RawBytes
		if err := rows.Scan(&seq, &data, &sum); err != nil {
			return nil, err
		}
		e, err := read(id, seq, data, sum)
		if after++; err == nil && seq != after {
			err = fmt.Errorf("event %d is missing", after)
		}
		if err != nil {
			detail := fmt.Sprintf("event %d of table %d", seq, id)
			return nil, &datadir.Refusal{Reason: datadir.Unreadable, Path: s.dir.Database(), Detail: detail, Err: err}
		}
		events = append(events, table.Numbered{Event: e, Seq: seq})
	}
	return events, rows.Err()
}

// read decodes a stored event after checking its checksum.
func read(id table.ID, seq int, data []byte, sum int64) (table.Event, error) {
	if sum != datadir.EventChecksum(id, seq, data) {
		return table.Event{}, datadir.ErrChecksum
	}
	return decode(data)
}
