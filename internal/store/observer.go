package store

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Observer receives figures about the writer, for metrics. It is called on the writer's
// goroutine and on those that wait for it, so it must not block.
type Observer interface {
	Committed(requests int)                           // requests is the number that shared the transaction
	Appended(events, moves int, waited time.Duration) // the events are on the disk
	Failed(datadir.Reason)                            // the transaction failed, or its outcome is unknown
}

// noObserver is an observer that does nothing.
type noObserver struct{}

func (noObserver) Committed(int)                    {}
func (noObserver) Appended(int, int, time.Duration) {}
func (noObserver) Failed(datadir.Reason)            {}

// Observe sets the observer of all later writes. Call it before others use the store.
func (s *database) Observe(w Observer) {
	s.observer = w
	// The writer reads its observer without a lock, so the writer's goroutine sets it.
	_ = s.writer.look(context.Background(), func(p *writeConn) { p.observer = w })
}

// Queue returns the number of requests that wait for the writer.
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
