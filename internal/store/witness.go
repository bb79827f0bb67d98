package store

import (
	"context"
	"errors"
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
	_ = s.writer.look(context.Background(), func(p *pen) { p.witness = w })
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
