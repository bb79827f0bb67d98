package postgres

import (
	"context"
	"sync"
	"time"
)

// writeCheckLasts is the time after a successful test write in which there is no other test
// write, because the database still counts as writable.
const writeCheckLasts = 5 * time.Second

// writeCheck holds the time of the last successful test of whether the database can be
// written.
type writeCheck struct {
	mu sync.Mutex
	at time.Time
}

// Writable returns nil if the database can be written, and otherwise an error with the
// reason. It writes to find out.
func (s *Store) Writable(ctx context.Context) error {
	s.checks.mu.Lock()
	recent := time.Since(s.checks.at) < writeCheckLasts
	s.checks.mu.Unlock()
	if recent {
		return nil
	}
	if _, err := s.backend.write.ExecContext(ctx, `UPDATE counters SET n = n + 1 WHERE name = 'checks'`); err != nil {
		return s.Trouble(err)
	}
	s.checks.mu.Lock()
	s.checks.at = time.Now()
	s.checks.mu.Unlock()
	return nil
}
