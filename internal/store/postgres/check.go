package postgres

import (
	"context"
	"sync"
	"time"
)

// writeCheckLasts is how long the database counts as writable after a successful test
// write.
const writeCheckLasts = 5 * time.Second

// writeCheck holds the time of the last successful test write.
type writeCheck struct {
	mu sync.Mutex
	at time.Time
}

// Writable returns nil if the database can be written, and otherwise an error with the
// reason. To find out, it makes a test write.
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
