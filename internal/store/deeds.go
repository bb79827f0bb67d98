package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
)

// Record keeps a deed; see [club.Keeper].
func (s *Store) Record(ctx context.Context, d club.Deed) (number int64, err error) {
	detail, err := json.Marshal(d)
	if err != nil {
		return 0, fmt.Errorf("writing down a deed: %w", err)
	}
	err = s.writer.submit(ctx, func(p *pen) (refused, failed error) {
		done, err := p.newDeed.Exec(d.At.UnixMicro(), string(d.By), string(d.Verb), string(detail))
		if err != nil {
			return nil, err
		}
		number, err = done.LastInsertId()
		return nil, err
	})
	return number, err
}

// Deeds are those with a number above after; see [club.Keeper].
func (s *Store) Deeds(ctx context.Context, after int64) ([]club.Deed, error) {
	list, err := s.deeds(ctx, after)
	return list, trouble(s.dir.database(), err)
}

func (s *Store) deeds(ctx context.Context, after int64) ([]club.Deed, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT n, at, author, verb, detail FROM deeds WHERE n > ? ORDER BY n`, after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []club.Deed
	for rows.Next() {
		var n, at int64
		var author, verb, detail string
		if err := rows.Scan(&n, &at, &author, &verb, &detail); err != nil {
			return nil, err
		}
		var d club.Deed
		if err := json.Unmarshal([]byte(detail), &d); err != nil {
			return nil, &Refusal{Reason: Unreadable, Path: s.dir.database(), Detail: fmt.Sprintf("deed %d", n), Err: err}
		}
		d.Number, d.At, d.By, d.Verb = n, time.UnixMicro(at).UTC(), player.ID(author), club.Verb(verb)
		list = append(list, d)
	}
	return list, rows.Err()
}
