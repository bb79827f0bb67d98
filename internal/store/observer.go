package store

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// Observer receives measurements of the goroutine that writes to the database; see
// [parts.Observer].
type Observer = parts.Observer

// Observe sets the observer of all later writes. Call it before other goroutines use the
// store.
func (s *database) Observe(w Observer) {
	s.observer = w
	// Set the observer in the writer's goroutine, which reads it without a lock.
	_ = s.writer.look(context.Background(), func(p *writeConn) { p.observer = w })
}

// Queue returns the number of requests waiting for the writer.
func (s *database) Queue() int { return len(s.writer.requests) }

// appended reports stored events to the observer.
func (s *database) appended(events []table.Event, begun time.Time) {
	s.observer.Appended(len(events), parts.CountMoves(events), clock.Steady().Sub(begun))
}

// failed reports a failed transaction to the observer.
func (p *writeConn) failed(err error) {
	reason := datadir.DiskFault
	if refusal := (*datadir.Refusal)(nil); errors.As(err, &refusal) {
		reason = refusal.Reason
	}
	p.observer.Failed(reason)
}
