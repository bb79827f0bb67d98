package quota_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/service/quota"
)

// failingStore is a store and news log that fail at the first attempt.
type failingStore struct {
	kept, published int
	failed          [2]bool
}

func (*failingStore) Load(context.Context) ([]quota.Used, error) { return nil, nil }

func (*failingStore) Origins(context.Context, netip.Prefix) ([]quota.Origin, error) { return nil, nil }

func (*failingStore) Standing(context.Context, player.ID) (time.Time, bool, error) {
	return time.Time{}, false, nil
}

func (s *failingStore) Keep(_ context.Context, list []quota.Used, _ time.Time) error {
	if !s.failed[0] {
		s.failed[0] = true
		return errors.New("disk is full")
	}
	s.kept += len(list)
	return nil
}

func (s *failingStore) Publish(context.Context, string, any) (int64, error) {
	if !s.failed[1] {
		s.failed[1] = true
		return 0, errors.New("no answer")
	}
	s.published++
	return 1, nil
}

func (s *failingStore) PublishNext(context.Context, string, any, int64) (int64, error) { return 0, nil }

func (s *failingStore) Topic(context.Context, string, int64) ([]news.Item, error) { return nil, nil }

// TestCountersAreStoredAfterAnError checks that a failed attempt to store or report a counter loses
// nothing.
func TestCountersAreStoredAfterAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s failingStore
		q, err := quota.Open(t.Context(), quota.Config{
			Limits: config.DefaultQuotas(), Store: &s, News: &s, Logger: slog.New(slog.DiscardHandler),
			Free:   func() (uint64, error) { return 1 << 40, nil },
			Member: func(player.ID) bool { return false },
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if err := q.Charge(t.Context(), "SHA256:a", 1000, false); err != nil {
				break
			}
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if s.kept == 0 || s.published == 0 {
			t.Errorf("%d counters were stored and %d reports sent after an error", s.kept, s.published)
		}
		q.Close()
	})
}
