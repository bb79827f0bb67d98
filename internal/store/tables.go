package store

import (
	"context"
	"fmt"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// Tables stores the events of tables; see [table.Log].
type Tables struct {
	*parts.Tables
	db *database
}

// Create stores a new table with its first event. If summary is not nil, it stores the
// summary too.
func (s *Tables) Create(ctx context.Context, opened table.Event, summary *table.Summary) (table.ID, error) {
	data, err := parts.Encode(&opened)
	if err != nil {
		return 0, err
	}
	row, err := parts.EncodeSummary(summary)
	if err != nil {
		return 0, err
	}
	var id table.ID
	err = s.db.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		result, err := p.newTable.Exec()
		if err != nil {
			return nil, err
		}
		number, err := result.LastInsertId()
		if err != nil {
			return nil, err
		}
		id = table.ID(number)
		if err := p.tx().StoreOrigin(ctx, id, &opened); err != nil {
			return nil, err
		}
		if err := p.events(id, 1, []string{data}); err != nil {
			return nil, err
		}
		return nil, s.StoreSummary(p.tx(), id, row)
	})
	if err != nil {
		return 0, err
	}
	return id, nil
}

// Append stores events and a summary; see [table.Log]. It returns [table.ErrGap] unless seq
// is the next number in the log. An event of the kind [table.Closed] marks the table as
// finished.
func (s *Tables) Append(ctx context.Context, id table.ID, seq int, events []table.Event, summary *table.Summary) error {
	row, err := parts.EncodeSummary(summary)
	if err != nil {
		return err
	}
	data := make([]string, len(events))
	closes := false
	for i := range events {
		if data[i], err = parts.Encode(&events[i]); err != nil {
			return err
		}
		closes = closes || events[i].Kind == table.Closed
	}
	begun := clock.Steady()
	err = s.db.writer.submit(ctx, func(p *writeConn) (refused, failed error) {
		if refused, failed := p.due(id, seq); refused != nil || failed != nil {
			return refused, failed
		}
		if err := p.events(id, seq, data); err != nil {
			return nil, err
		}
		if err := s.StoreSummary(p.tx(), id, row); err != nil || !closes {
			return nil, err
		}
		delete(p.last, id)
		return nil, p.finish(id)
	})
	if err == nil {
		s.db.appended(events, begun)
	}
	return err
}

// Settle waits for a commit and returns all events of a table; see [table.Log].
func (s *Tables) Settle(ctx context.Context, id table.ID) ([]table.Event, error) {
	if err := s.db.writer.submit(ctx, func(*writeConn) (refused, failed error) { return nil, nil }); err != nil {
		return nil, err
	}
	return s.Load(ctx, id)
}

// due returns a refusal unless seq is the number of the next event of the table.
func (p *writeConn) due(id table.ID, seq int) (refused, failed error) {
	last, known := p.last[id]
	if !known {
		if err := p.lastEvent.QueryRow(int64(id)).Scan(&last); err != nil {
			return nil, err
		}
	}
	switch {
	case last == 0:
		return parts.NoTable(id), nil
	case seq != last+1:
		return &datadir.Refusal{
			Reason: datadir.OutOfOrder,
			Detail: fmt.Sprintf("cannot store event %d of table %d: the next event is number %d", seq, id, last+1),
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

// finish marks a table as finished, unless it is already marked.
func (p *writeConn) finish(id table.ID) error {
	result, err := p.endTable.Exec(int64(id))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return p.tx().Finish(id)
}
