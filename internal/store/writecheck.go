package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
)

// writeCheck holds the result of the last test of whether the database can be written.
type writeCheck struct {
	mu    sync.Mutex
	going chan struct{} // closed when the running check ends; nil if none is running
	ended time.Time
	found error
}

// writeCheckLasts is the time for which the result of a successful check is reused, because
// each check syncs the disk.
const writeCheckLasts = 5 * time.Second

// Writable returns nil if the database can be written, and otherwise an error with the
// reason. It writes to find out: on a quiet server, hours may pass before a move fails
// because the disk is full. A disk that does not respond before ctx is done counts as not
// writable.
func (s *database) Writable(ctx context.Context) error {
	t := &s.writeCheck
	t.mu.Lock()
	if t.going == nil && (t.stale() || s.writer.failing.Load()) {
		t.going = make(chan struct{})
		go s.checkWrite()
	}
	going := t.going
	t.mu.Unlock()
	if going != nil {
		select {
		case <-going:
		case <-ctx.Done():
			return fmt.Errorf("the database %s does not respond; check the disk", s.dir.Database())
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found
}

func (t *writeCheck) stale() bool {
	return t.ended.IsZero() || t.found != nil || clock.Steady().Sub(t.ended) > writeCheckLasts
}

// checkWrite commits a transaction that only increments the number of commits.
func (s *database) checkWrite() {
	err := s.writer.submit(context.Background(), func(p *writeConn) (refused, failed error) {
		p.openFiles.Checked = time.Time{}
		if err := p.openFiles.Check(clock.Steady()); err != nil {
			return nil, err
		}
		return nil, nil
	})
	if refusal := (*datadir.Refusal)(nil); errors.As(err, &refusal) {
		err = refusal // return the refusal: its text tells the operator what to do
	}
	s.writeCheck.mu.Lock()
	defer s.writeCheck.mu.Unlock()
	s.writeCheck.found, s.writeCheck.ended = err, clock.Steady()
	close(s.writeCheck.going)
	s.writeCheck.going = nil
}
