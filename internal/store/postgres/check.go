package postgres

import (
	"context"
	"sync"
	"time"

	"quadrille/internal/clock"
)

// writeCheckLasts is how long the database counts as writable after a successful test
// write.
const writeCheckLasts = time.Second

// writeCheck holds the time of the last successful test write.
type writeCheck struct {
	mu sync.Mutex
	at time.Time
}

// Writable returns nil if the database can be written, and otherwise an error with the
// reason. To find out, it makes a test write, which must also reach the synchronous standby.
func (s *Store) Writable(ctx context.Context) error {
	s.checks.mu.Lock()
	recent := clock.Steady().Sub(s.checks.at) < writeCheckLasts
	s.checks.mu.Unlock()
	if recent {
		return nil
	}
	if err := s.backend.confirm(ctx, patience); err != nil {
		return err
	}
	s.checks.mu.Lock()
	s.checks.at = clock.Steady()
	s.checks.mu.Unlock()
	return nil
}
