package store

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

func TestMergeKeepsLogs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := reopened(t, dir)
	ids := []table.ID{create(t, s), create(t, s), create(t, s)}
	want := []table.Event{opening()}
	for seq := 2; seq <= mergeAt/2; seq++ {
		want = append(want, move(seq))
		for _, id := range ids {
			appendTo(t, s, id, seq, move(seq))
		}
	}
	if n := arrivals(t, s); n >= mergeAt {
		t.Errorf("%d recent events, want fewer than %d", n, mergeAt)
	}
	for range 2 {
		for _, id := range ids {
			if diff := cmp.Diff(want, load(t, s, id)); diff != "" {
				t.Fatal(diff)
			}
			if err := s.Tables.Append(context.Background(), id, 2, want[1:2], nil); !errors.Is(err, table.ErrGap) {
				t.Errorf("a repetition: %v", err)
			}
		}
		s.Close()
		s = reopened(t, dir)
		if n := arrivals(t, s); n != 0 {
			t.Errorf("%d recent events after the start", n)
		}
	}
}

func TestFailedMergeLosesNothing(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	if err := mergeEvery(s, 10); err != nil {
		t.Fatal(err)
	}
	pragma(t, s, "max_page_count = 1") // the database cannot grow any more
	seq := fillUp(t, s, id, datadir.DiskFull)
	pragma(t, s, "max_page_count = 1000000")
	continueAppending(t, s, id, seq)
}

func mergeEvery(s *Store, events int) error {
	return s.writer.submit(context.Background(), func(p *writeConn) (refused, failed error) {
		p.mergeAt = events
		return nil, nil
	})
}

func arrivals(t *testing.T, s *Store) (n int) {
	t.Helper()
	if err := s.read.QueryRow(`SELECT count(*) FROM recent_events`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
