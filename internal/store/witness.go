package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"quadrille/internal/table"
)

// Witness is told how the writer fares. It is called on the writer's goroutine and
// on those that wait for it, so it must not wait for anything.
type Witness interface {
	Committed(requests int)                           // so many shared a transaction
	Appended(events, moves int, waited time.Duration) // and are on the disk
	Failed(Reason)                                    // nothing of a transaction was kept, or that is not known
}

// nobody is the witness where there is none.
type nobody struct{}

func (nobody) Committed(int)                    {}
func (nobody) Appended(int, int, time.Duration) {}
func (nobody) Failed(Reason)                    {}

// Tell makes w the witness of all that is written from now on. It is for whoever
// has opened the store, before others use it.
func (s *Store) Tell(w Witness) {
	s.witness = w
	// Through the writer, which looks at its witness without a lock.
	_ = s.writer.submit(context.Background(), func(p *pen) (refused, failed error) {
		p.witness = w
		return nil, nil
	})
}

// Queue is how many requests wait for the writer.
func (s *Store) Queue() int { return len(s.writer.requests) }

// appended tells of events that came to the disk.
func (s *Store) appended(events []table.Event, begun time.Time) {
	moves := 0
	for i := range events {
		if events[i].Kind == table.Acted {
			moves++
		}
	}
	s.witness.Appended(len(events), moves, time.Since(begun))
}

// failed tells of a transaction of which nothing was kept.
func (p *pen) failed(err error) {
	reason := DiskFault
	if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
		reason = refusal.Reason
	}
	p.witness.Failed(reason)
}

// trial is whether the database can be written, as it was found last.
type trial struct {
	mu    sync.Mutex
	going chan struct{} // closed when the one under way has ended; nil: there is none
	ended time.Time
	found error
}

// trialHolds is how long what was found is as good as new: each trial is a sync
// of the disk.
const trialHolds = 5 * time.Second

// Writable says what keeps the database from being written, if anything does. It
// finds out by writing, as a disk may be full for hours before somebody moves.
// A disk that does not answer until ctx is done is such a thing too.
func (s *Store) Writable(ctx context.Context) error {
	t := &s.trial
	t.mu.Lock()
	if t.going == nil && (t.ended.IsZero() || time.Since(t.ended) > trialHolds) {
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

// try writes the version of the schema once more, which changes nothing and goes
// the way of every move.
func (s *Store) try() {
	err := s.writer.submit(context.Background(), func(p *pen) (refused, failed error) {
		_, err := p.conn.ExecContext(context.Background(), fmt.Sprintf("PRAGMA user_version = %d", len(migrations)))
		return nil, err
	})
	s.trial.mu.Lock()
	defer s.trial.mu.Unlock()
	s.trial.found, s.trial.ended = err, time.Now()
	close(s.trial.going)
	s.trial.going = nil
}
