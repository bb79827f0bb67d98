package store

import (
	"context"
	"errors"
	"testing"

	"quadrille/internal/store/datadir"
)

// Each flipped bit of a stored event is noticed, even if the JSON stays valid.
func TestFlippedBitOfEventIsNoticed(t *testing.T) {
	s := opened(t)
	ctx := context.Background()
	id := create(t, s)
	var text string
	if err := s.read.QueryRow(`SELECT data FROM recent_events WHERE seq = 1`).Scan(&text); err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(text) {
		flipped := []byte(text)
		flipped[bit/8] ^= 1 << (bit % 8)
		if _, err := s.ReadEvent(id, 1, 1, flipped, datadir.EventChecksum(id, 1, text)); !errors.Is(err, datadir.ErrChecksum) {
			t.Fatalf("bit %d: %v", bit, err)
		}
	}
	for _, change := range []string{
		`UPDATE recent_events SET data = replace(data, 'Inky', 'Iaky')`,
		`UPDATE recent_events SET data = replace(data, 'Iaky', 'Inky'), checksum = checksum + 1`,
	} {
		if _, err := s.writer.conn.conn.ExecContext(ctx, change); err != nil {
			t.Fatal(err)
		}
		_, err := s.Tables.Load(ctx, id)
		wantReason(t, err, datadir.Unreadable)
	}
}

// A reader notices that two stored events were swapped.
func TestMovedEventIsNoticed(t *testing.T) {
	s := opened(t)
	id, other := create(t, s), create(t, s)
	appendTo(t, s, id, 2, move(1), move(2))
	appendTo(t, s, other, 2, move(2), move(1))
	for _, change := range []string{
		`UPDATE recent_events SET seq = 5 - seq WHERE seq IN (2, 3) AND table_id = 1`,
		`UPDATE recent_events SET table_id = 3 - table_id WHERE seq = 2`,
	} {
		if _, err := s.writer.conn.conn.ExecContext(context.Background(), change); err != nil {
			t.Fatal(err)
		}
		_, err := s.Tables.Load(context.Background(), id)
		wantReason(t, err, datadir.Unreadable)
	}
}
