package parts

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"quadrille/internal/news"
	"quadrille/internal/pairing"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Evenings stores the events of evenings; see [pairing.Store].
type Evenings struct{ *DB }

// BeginEvening stores the first event of a new evening and returns the evening's number;
// see [pairing.Store].
func (s *Evenings) BeginEvening(ctx context.Context, after pairing.Number, opened pairing.Event) (n pairing.Number, err error) {
	data, err := json.Marshal(&opened)
	if err != nil {
		return 0, err
	}
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		var latest int64
		if err := tx.Row(`SELECT coalesce(max(id), 0) FROM evenings`).Scan(&latest); err != nil {
			return nil, err
		}
		if latest != int64(after) {
			return &datadir.Refusal{
				Reason: datadir.OutOfOrder,
				Err:    table.ErrGap,
				Detail: fmt.Sprintf("another evening has begun meanwhile: number %d", latest),
			}, nil
		}
		id, err := tx.insert(`INSERT INTO evenings DEFAULT VALUES RETURNING id`)
		if err != nil {
			return nil, err
		}
		n = pairing.Number(id)
		if err := tx.eveningEvent(n, 1, string(data)); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Evenings, nil)
	})
	return n, s.tell(TopicNews, err)
}

// AppendEvening stores further events of an evening; see [pairing.Store].
func (s *Evenings) AppendEvening(ctx context.Context, n pairing.Number, seq int, events []pairing.Event) error {
	data := make([]string, len(events))
	for i := range events {
		text, err := json.Marshal(&events[i])
		if err != nil {
			return err
		}
		data[i] = string(text)
	}
	return s.tell(TopicNews, s.Update(ctx, func(tx *Tx) (refused, failed error) {
		var last int
		err := tx.Row(`SELECT coalesce(max(seq), 0) FROM evening_events WHERE evening = $1`, int64(n)).Scan(&last)
		switch {
		case err != nil:
			return nil, err
		case last == 0:
			return noEvening(n), nil
		case last != seq-1:
			return &datadir.Refusal{
				Reason: datadir.OutOfOrder, Err: table.ErrGap,
				Detail: fmt.Sprintf("cannot store event %d of evening %d: the next event is number %d", seq, n, last+1),
			}, nil
		}
		for i, text := range data {
			if err := tx.eveningEvent(n, seq+i, text); err != nil {
				return nil, err
			}
		}
		return nil, tx.publish(news.Evenings, nil)
	}))
}

func (tx *Tx) eveningEvent(n pairing.Number, seq int, data string) error {
	return tx.Exec(`INSERT INTO evening_events (evening, seq, data, checksum) VALUES ($1, $2, $3, $4)`,
		int64(n), seq, data, datadir.EventChecksum(table.ID(n), seq, data))
}

func noEvening(n pairing.Number) error { return fmt.Errorf("evening %d: %w", n, pairing.ErrNone) }

// LoadEvening returns all events of an evening; see [pairing.Store].
func (s *Evenings) LoadEvening(ctx context.Context, n pairing.Number) (events []pairing.Event, err error) {
	var seq int
	var data []byte
	var sum int64
	err = s.query(ctx, `SELECT seq, data, checksum FROM evening_events WHERE evening = $1 ORDER BY seq`, int64(n)).
		each([]any{&seq, &data, &sum}, func() error {
			e, err := decodeEvening(data)
			switch {
			case seq != len(events)+1:
				err = errors.New("an earlier event is missing")
			case sum != datadir.EventChecksum(table.ID(n), seq, data):
				err = datadir.ErrChecksum
			}
			if err != nil {
				return s.unreadable(fmt.Sprintf("event %d of evening %d", seq, n), err)
			}
			events = append(events, e)
			return nil
		})
	switch {
	case err != nil:
		return nil, err
	case len(events) == 0:
		return nil, noEvening(n)
	}
	return events, nil
}

// decodeEvening decodes a stored event. It refuses unknown fields, because they were written
// by a newer program.
func decodeEvening(data []byte) (e pairing.Event, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err = d.Decode(&e)
	return e, err
}

// Evenings returns the numbers of the latest evenings; see [pairing.Store].
func (s *Evenings) Evenings(ctx context.Context, limit int) ([]pairing.Number, error) {
	return all(s.query(ctx, `SELECT id FROM evenings ORDER BY id DESC LIMIT $1`, limit), func(n *pairing.Number) []any { return []any{n} })
}
