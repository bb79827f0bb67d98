package store

import (
	"context"
	"errors"
	"sync"
	"testing"

	"quadrille/internal/store/storetest"
)

// Only one export runs at a time, because an export reads all events. Other reads do not
// wait.
func TestExportsUseOneReader(t *testing.T) {
	s := opened(t)
	me, id := storetest.FillAccount(t, shared(s))
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := s.Accounts.Mentions(canceled, me.ID); !errors.Is(err, context.Canceled) || list != nil {
		t.Errorf("%d events were read by a cancelled export, %v", len(list), err)
	}
	var all sync.WaitGroup
	for range 4 * readers {
		all.Go(func() {
			if list, err := s.Accounts.Mentions(t.Context(), me.ID); err != nil || len(list) == 0 {
				t.Errorf("%d events, %v", len(list), err)
			}
		})
	}
	if events, err := s.Tables.Load(t.Context(), id); err != nil || len(events) == 0 {
		t.Errorf("a table has %d events, %v", len(events), err)
	}
	all.Wait()
}
