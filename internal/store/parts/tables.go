package parts

import (
	"context"
	"database/sql"
	"fmt"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Tables reads the events of tables, and searches for finished games.
type Tables struct{ *DB }

const (
	loadEvents = `SELECT seq, data, checksum FROM event_log WHERE table_id = $1 ORDER BY seq`
	sinceEvent = `SELECT seq, data, checksum FROM event_log WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`
	listLive   = `SELECT id, data FROM tables LEFT JOIN summaries ON table_id = id WHERE finished IS NULL ORDER BY id`
	listClosed = `SELECT id, data FROM tables LEFT JOIN summaries ON table_id = id
		WHERE finished IS NOT NULL ORDER BY finished DESC LIMIT $1`
)

// NoTable returns the error for a table that does not exist.
func NoTable(id table.ID) error { return fmt.Errorf("table %d: %w", id, table.ErrNoTable) }

// Load returns all events of a table. The error wraps [table.ErrNoTable] if the table does
// not exist.
func (s *Tables) Load(ctx context.Context, id table.ID) ([]table.Event, error) {
	events, err := s.load(ctx, id)
	if err == nil && len(events) == 0 {
		return nil, NoTable(id)
	}
	return events, err
}

// Since returns at most `limit` events of a table, in order. The first of these events has the
// number after+1.
func (s *Tables) Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error) {
	return s.scan(id, after, s.query(ctx, sinceEvent, int64(id), after, max(limit, 0)))
}

func (s *Tables) load(ctx context.Context, id table.ID) ([]table.Event, error) {
	numbered, err := s.scan(id, 0, s.query(ctx, loadEvents, int64(id)))
	events := make([]table.Event, len(numbered))
	for i := range numbered {
		events[i] = numbered[i].Event
	}
	return events, err
}

// scan reads events. Their numbers must begin with after+1 and have no gaps.
func (s *Tables) scan(id table.ID, after int, r result) (events []table.Numbered, err error) {
	var seq int
	var sum int64
	var data sql.RawBytes
	err = r.each([]any{&seq, &data, &sum}, func() error {
		e, err := s.ReadEvent(id, seq, after+len(events)+1, data, sum)
		events = append(events, table.Numbered{Event: e, Seq: seq})
		return err
	})
	if err != nil {
		return nil, err
	}
	return events, nil
}

// ReadEvent decodes a stored event. It returns an error if the checksum is wrong, or if the
// event's number (seq) differs from the expected number (want).
func (db *DB) ReadEvent(id table.ID, seq, want int, data []byte, sum int64) (e table.Event, err error) {
	switch {
	case sum != datadir.EventChecksum(id, seq, data):
		err = datadir.ErrChecksum
	default:
		e, err = Decode(data)
	}
	if err == nil && seq != want {
		err = fmt.Errorf("event %d is missing", want)
	}
	if err != nil {
		return e, db.unreadable(fmt.Sprintf("event %d of table %d", seq, id), err)
	}
	return e, nil
}

// unreadable returns the error for stored data that cannot be decoded.
func (db *DB) unreadable(what string, err error) error {
	return &datadir.Refusal{Reason: datadir.Unreadable, Path: db.Name, Detail: what, Err: err}
}
