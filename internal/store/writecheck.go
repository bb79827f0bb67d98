package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"quadrille/internal/store/datadir"
)

// writeCheck is whether the database can be written, as it was found last.
type writeCheck struct {
	mu    sync.Mutex
	going chan struct{} // closed when the one under way has ended; nil: there is none
	ended time.Time
	found error
}

// writeCheckLasts is how long a check that went well is as good as new: each is a sync
// of the disk.
const writeCheckLasts = 5 * time.Second

// Writable returns why the database cannot be written, nil if it can. It writes to find out, as
// a disk may be full for hours before somebody moves. A disk that does not answer until ctx is
// done cannot be written either.
func (s *database) Writable(ctx context.Context) error {
	t := &s.writeCheck
	t.mu.Lock()
	if t.going == nil && t.stale() {
		t.going = make(chan struct{})
		go s.checkWrite()
	}
	going := t.going
	t.mu.Unlock()
	if going != nil {
		select {
		case <-going:
		case <-ctx.Done():
			return fmt.Errorf("%s does not answer; look at the disk", s.dir.Database())
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found
}

func (t *writeCheck) stale() bool {
	return t.ended.IsZero() || t.found != nil || time.Since(t.ended) > writeCheckLasts
}

// checkWrite makes a commit that changes nothing but the number of commits, the way of every move.
func (s *database) checkWrite() {
	err := s.writer.submit(context.Background(), func(p *writeConn) (refused, failed error) {
		p.openFiles.Checked = time.Time{}
		if err := p.openFiles.Check(time.Now()); err != nil {
			return nil, err
		}
		return nil, nil
	})
	if refusal := (*datadir.Refusal)(nil); errors.As(err, &refusal) {
		err = refusal // for the host
	}
	s.writeCheck.mu.Lock()
	defer s.writeCheck.mu.Unlock()
	s.writeCheck.found, s.writeCheck.ended = err, time.Now()
	close(s.writeCheck.going)
	s.writeCheck.going = nil
}
