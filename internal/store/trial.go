package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// trial is whether the database can be written, as it was found last.
type trial struct {
	mu    sync.Mutex
	going chan struct{} // closed when the one under way has ended; nil: there is none
	ended time.Time
	found error
}

// trialHolds is how long a trial that went well is as good as new: each is a sync
// of the disk.
const trialHolds = 5 * time.Second

// Writable says what keeps the database from being written, if anything does. It
// finds out by writing, as a disk may be full for hours before somebody moves.
// A disk that does not answer until ctx is done is such a thing too.
func (s *Store) Writable(ctx context.Context) error {
	t := &s.trial
	t.mu.Lock()
	if t.going == nil && t.stale() {
		t.going = make(chan struct{})
		go s.try()
	}
	going := t.going
	t.mu.Unlock()
	if going != nil {
		select {
		case <-going:
		case <-ctx.Done():
			return fmt.Errorf("%s does not answer; look at the disk", s.dir.database())
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found
}

func (t *trial) stale() bool {
	return t.ended.IsZero() || t.found != nil || time.Since(t.ended) > trialHolds
}

// try writes the version of the schema once more, which changes nothing and goes
// the way of every move.
func (s *Store) try() {
	err := s.writer.submit(context.Background(), func(p *pen) (refused, failed error) {
		p.anchors.looked = time.Time{}
		if err := p.anchors.hold(time.Now()); err != nil {
			return nil, err
		}
		_, err := p.conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA user_version = %d", len(migrations)))
		return nil, err
	})
	if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
		err = refusal // for the host
	}
	s.trial.mu.Lock()
	defer s.trial.mu.Unlock()
	s.trial.found, s.trial.ended = err, time.Now()
	close(s.trial.going)
	s.trial.going = nil
}
