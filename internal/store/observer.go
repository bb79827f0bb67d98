package store

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Observer receives measurements of the writer, for metrics. The writer's goroutine and
// those waiting for it call its methods, so they must not block.
type Observer interface {
	Committed(requests int)                           // requests is the number of requests in the transaction
	Appended(events, moves int, waited time.Duration) // called when the events are on the disk
	Failed(datadir.Reason)                            // called when a transaction failed or its outcome is unknown
}

// noObserver is an observer that does nothing.
type noObserver struct{}

func (noObserver) Committed(int)                    {}
func (noObserver) Appended(int, int, time.Duration) {}
func (noObserver) Failed(datadir.Reason)            {}

// Observe sets the observer of all later writes. Call it before other goroutines use the
// store.
func (s *database) Observe(w Observer) {
	s.observer = w
	// The writer's goroutine sets its observer, because it reads the observer without a
	// lock.
	_ = s.writer.look(context.Background(), func(p *writeConn) { p.observer = w })
}

// Queue returns the number of requests waiting for the writer.
func (s *database) Queue() int { return len(s.writer.requests) }

// appended reports stored events to the observer.
func (s *database) appended(events []table.Event, begun time.Time) {
	moves := 0
	for i := range events {
		if events[i].Kind == table.Acted {
			moves++
		}
	}
	s.observer.Appended(len(events), moves, time.Since(begun))
}

// failed reports a failed transaction to the observer.
func (p *writeConn) failed(err error) {
	reason := datadir.DiskFault
	if refusal := (*datadir.Refusal)(nil); errors.As(err, &refusal) {
		reason = refusal.Reason
	}
	p.observer.Failed(reason)
}
