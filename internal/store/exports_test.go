package store

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// Exports read the whole log: they do so one after the other, whoever waits may go,
// and what tables and lobby read does not wait for them.
func TestExportsInALoopHoldOneReader(t *testing.T) {
	s := opened(t)
	me, id := lived(t, s)
	s.Accounts.exports <- struct{}{} // somebody reads his
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := s.Accounts.Mentions(gone, me.ID); !errors.Is(err, context.Canceled) || list != nil {
		t.Errorf("%d events were read beside another export, %v", len(list), err)
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
	<-s.Accounts.exports
	all.Wait()
}
