package logtest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/table"
)

// Shared is a store whose logs several processes append to.
type Shared interface {
	table.SharedLog
	Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error)
}

// RunShared tests an implementation of [table.SharedLog]. The function `open` returns two
// connections to the same new store, as if two processes had opened the store.
func RunShared(t *testing.T, open func(t *testing.T) (a, b Shared)) {
	t.Run("OneProcessContinuesTheOther", func(t *testing.T) {
		a, b := open(t)
		id, chain := createShared(t, a)
		for i, e := range allKinds() {
			next, err := []Shared{a, b}[i%2].AppendAfter(t.Context(), id, i+2, chain, []table.Event{e}, nil)
			if err != nil {
				t.Fatal(err)
			}
			chain = next
		}
		list := sharedTail(t, a, id, 0)
		if diff := cmp.Diff(list, sharedTail(t, b, id, 0)); diff != "" || list[len(list)-1].Chain != chain {
			t.Errorf(
				"the chained hash of the last event is %d, want %d; the logs differ by (-a +b):\n%s",
				list[len(list)-1].Chain,
				chain,
				diff,
			)
		}
	})
	t.Run("WrongPastIsRefused", func(t *testing.T) {
		a, b := open(t)
		id, chain := createShared(t, a)
		events := allKinds()
		if _, err := b.AppendAfter(t.Context(), id, 2, chain+1, events[:2], nil); !errors.Is(err, table.ErrGap) {
			t.Errorf("append with a wrong chained hash: %v, want ErrGap", err)
		}
		for _, seq := range []int{1, 3} {
			if _, err := b.AppendAfter(t.Context(), id, seq, chain, events[:2], nil); !errors.Is(err, table.ErrGap) {
				t.Errorf("append at %d where 2 is next: %v, want ErrGap", seq, err)
			}
		}
		if n := len(sharedTail(t, a, id, 0)); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
	})
	t.Run("OneOfTwoProcessesSucceeds", func(t *testing.T) {
		a, b := open(t)
		id, chain := createShared(t, a)
		for seq := 2; seq < 40; seq += 2 {
			var both sync.WaitGroup
			errs, chains := make([]error, 2), make([]table.Chain, 2)
			for i, s := range []Shared{a, b} {
				both.Go(func() { chains[i], errs[i] = s.AppendAfter(t.Context(), id, seq, chain, allKinds()[2*i:2*i+2], nil) })
			}
			both.Wait()
			if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), table.ErrGap) {
				t.Fatalf("two appends at %d: %v and %v, want nil and ErrGap", seq, errs[0], errs[1])
			}
			if chain = chains[0]; errs[0] != nil {
				chain = chains[1]
			}
			tail := sharedTail(t, a, id, seq-1)
			if len(tail) != 2 || tail[1].Chain != chain {
				t.Fatalf("after event %d: %d events, want 2, the second of them with the chained hash %d", seq-1, len(tail), chain)
			}
		}
	})
}

// createShared creates a table. It returns the table's number, and the [table.Chain] stored
// with the first event.
func createShared(t *testing.T, s Shared) (table.ID, table.Chain) {
	t.Helper()
	id, err := s.Create(t.Context(), opened(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return id, sharedTail(t, s, id, 0)[0].Chain
}

// sharedTail returns the events of a log after the given number. It fails the test if there
// are none, or if an event lacks its chained hash.
func sharedTail(t *testing.T, s Shared, id table.ID, after int) []table.Numbered {
	t.Helper()
	list, err := s.Since(t.Context(), id, after, 1000)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d events after %d, %v", len(list), after, err)
	}
	for _, e := range list {
		if e.Chain == 0 {
			t.Fatalf("event %d has no chained hash", e.Seq)
		}
	}
	return list
}
